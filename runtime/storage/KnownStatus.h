//===- KnownStatus.h - what the kernel knows of a file --------------------===//
//
// fstat(2) asks the server of a network file system, or the process of a FUSE
// file system, which takes a round trip. The identity of an open file never
// changes, and a size from before is enough for a guess.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_STORAGE_KNOWNSTATUS_H
#define FORESLICE_STORAGE_KNOWNSTATUS_H

#include "storage/FileKey.h"

#include <cstdint>
#include <optional>

namespace foreslice {

struct KnownStatus {
  FileKey Key;
  bool IsRegular;
  uint64_t Size; ///< May be old.

  /// Of an open file. Async-signal-safe, but for errno.
  static std::optional<KnownStatus> of(int Fd);
};

} // namespace foreslice

#endif // FORESLICE_STORAGE_KNOWNSTATUS_H
