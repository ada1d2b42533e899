//===- PosixHandles.h - the files of a slice ------------------------------===//
//
// What descriptors and streams mean to a slice: files that the slice has opened
// itself, and those of the program, which are opened once more. Each has a
// position of the slice's own, and one of each scout's. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_SLICE_POSIXHANDLES_H
#define FORESLICE_FRONTEND_POSIX_SLICE_POSIXHANDLES_H

#include "foreslice/abi.h"
#include "frontend/posix/PosixFiles.h"

#include <map>
#include <ranges>
#include <string>
#include <vector>

namespace foreslice {

/// What a slice's text reads know of a file. Offsets are in bytes, at the
/// boundaries of pages.
struct PosixText {
  int64_t Begin = 0;  ///< From here on pages were posted,
  int64_t Posted = 0; ///< up to here.
  int64_t Passed = 0; ///< The program was seen to be here.
  uint64_t LastCall = 0;
  /// The part of the file that is read at the moment.
  int64_t BytesAt = 0;
  std::vector<std::byte> Bytes;
  /// Memory of the slice for getline().
  void *Line = nullptr;
  uint64_t LineSize = 0;
};

struct PosixHandle {
  /// Null if the slice does not read the file.
  std::shared_ptr<CachedFile> File;
  int64_t Position = 0;
  bool AtEnd = false;  ///< A read has met the end of the file.
  int Descriptor = -1; ///< The program's, if it is known.
  /// The whole pages that the last read that was posted lies in, up to the end
  /// of the file. Small reads in them need no more.
  int64_t PostedBegin = 0, PostedEnd = 0;
  PosixText Text;

  /// Of File, in bytes, now.
  int64_t size() const;
};

/// Where a descriptor of the program's stands now, and whether it can be read.
struct PosixStanding {
  int64_t Position = 0;
  bool Reads = false;
};
std::optional<PosixStanding> posixStanding(int Fd);
/// Whether the program's descriptor has the regular file open.
bool hasOpen(int Fd, const CachedFile &File);

class PosixHandles {
public:
  /// Those of execution::runner(), in the launch that runs.
  static PosixHandles &ofRunner();

  /// Opens the file ahead of the program; 0 if there is no such file. A file
  /// that is not to be read is nobody's. Stream: the handle is as an address.
  foreslice_handle open(const char *Name, bool Reads, bool Stream);
  /// Null if the handle is of no file that the slice may read.
  PosixHandle *find(foreslice_handle Handle);
  /// The program has just got the handle: it may be that of another file now.
  void forget(foreslice_handle Handle) { Handles.erase(Handle); }
  /// The program has got Handle where the slice had gone on with Stand.
  void confirm(foreslice_handle Stand, foreslice_handle Handle);
  /// All that the slice knows.
  auto files() { return std::views::values(Handles); }
  /// Counts a call of the file.
  uint64_t takeCallId(const PosixHandle &H) { return CallIds[H.File.get()]++; }

private:
  void adopt(foreslice_handle Handle, PosixHandle &New);

  uint64_t Launch = 0;
  unsigned Opened = 0;
  std::map<foreslice_handle, PosixHandle> Handles;
  std::map<const CachedFile *, uint64_t> CallIds;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_SLICE_POSIXHANDLES_H
