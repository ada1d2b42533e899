//===- ProgramMaps.h - the mappings of the process ------------------------===//
//
// By maps and pagemap in /proc: the file at an address, and
// whether the program has come to a page of a mapping.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_SLICE_PROGRAMMAPS_H
#define FORESLICE_FRONTEND_POSIX_SLICE_PROGRAMMAPS_H

#include <cstdint>
#include <optional>
#include <string>
#include <sys/types.h>

namespace foreslice {

/// One mapping of the process.
struct MappedRange {
  uintptr_t Begin = 0, End = 0;
  uint64_t Offset = 0; ///< Of Begin in the file, in bytes.
  ino_t Inode = 0;
  std::string Path; ///< Empty without a mapped file.
};

/// None without a mapping at the address of the process with that folder in
/// /proc. Reads the whole table.
std::optional<MappedRange> mappedAt(uintptr_t Address,
                                    const std::string &Process = "/proc/self");

/// Looks at the page table of the process. One thread.
class PageTable {
public:
  PageTable() = default;
  ~PageTable();
  PageTable(const PageTable &) = delete;
  PageTable &operator=(const PageTable &) = delete;

  /// Whether a page is mapped at the address, touched by a thread of the
  /// process. None if the system does not say.
  std::optional<bool> has(uintptr_t Address);

private:
  int Fd = -1;
  unsigned Table = 0; ///< The table of Fd: prefetch threads come and go.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_SLICE_PROGRAMMAPS_H
