//===- SharedDirectory.h - a directory for tests --------------------------===//
//
// In memory that forked processes share.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_TEST_SHAREDDIRECTORY_H
#define FORESLICE_TEST_SHAREDDIRECTORY_H

#include "share/node/NodeDirectory.h"

#include <functional>
#include <sys/types.h>
#include <vector>

namespace foreslice::test {

/// Never given back: those who have a NodeDirectory on it have locked mutexes
/// in it for life.
class SharedDirectory {
public:
  static constexpr uint64_t PageSize = 4096;

  explicit SharedDirectory(std::vector<uint32_t> Frames);
  SharedDirectory(const SharedDirectory &) = delete;
  SharedDirectory &operator=(const SharedDirectory &) = delete;

  void *const Memory;
};

/// Memory for a T that forked processes share; never given back.
void *sharedBytes(size_t Bytes);
template <class T> T &shared() { return *new (sharedBytes(sizeof(T))) T(); }

/// Runs Body in a child, which then ends without further ado.
pid_t inChild(const std::function<void()> &Body);
/// Waits for a child; true if it came to its end.
bool ended(pid_t Child);

inline ByteRange bytesOf(uint64_t Page) {
  return {Page * SharedDirectory::PageSize,
          (Page + 1) * SharedDirectory::PageSize};
}

} // namespace foreslice::test

#endif // FORESLICE_TEST_SHAREDDIRECTORY_H
