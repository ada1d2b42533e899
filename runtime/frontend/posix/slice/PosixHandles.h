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
#include <memory>
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

/// An open file. Descriptors and streams that share a position share one.
struct PosixHandle {
  /// Null if the slice does not read the file.
  std::shared_ptr<CachedFile> File;
  int64_t Position = 0;
  bool AtEnd = false;  ///< A read has met the end of the file.
  int Descriptor = -1; ///< The program's, if it is known.
  /// The name of a folder that the slice has opened.
  std::string Folder;
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
std::optional<PosixStanding>
posixStanding(int Fd, const std::string &Process = "/proc/self");
/// Whether the program's descriptor has the regular file open.
bool hasOpen(int Fd, const CachedFile &File);

/// Lets go of files that the program is done with, if too many are open.
void makeRoomAhead();
/// A slice is about to open a file ahead of the program: sees what has become
/// of those before, and waits if they are many.
SliceEnd takeBeforeOpening();
/// The name of what the program's descriptor, a link in /proc, has open.
std::string nameOf(const std::string &Link);
/// The program's descriptor behind its handle, and the bytes that its stream
/// has read ahead.
struct OfProgram {
  int Fd = -1;
  int64_t Buffered = 0;
};
OfProgram ofProgram(foreslice_handle Handle);

class PosixHandles {
  using Open = std::shared_ptr<PosixHandle>;

public:
  /// Those of execution::runner(), in the launch that runs.
  static PosixHandles &ofRunner();

  /// Opens the file ahead of the program; 0 if there is no such file. A file
  /// that is not to be read is nobody's. Stream: the handle is as an address.
  foreslice_handle open(const char *Name, bool Reads, bool Stream);
  /// Null if the handle is of no file that the slice may read.
  PosixHandle *find(foreslice_handle Handle);
  /// A new handle, or To if that is not negative, of what Handle is open.
  foreslice_handle duplicate(foreslice_handle Handle, int64_t To, bool Stream);
  /// The program has just got the handle: it is that of another file now, of
  /// the file of that name if the slice reads it.
  void renew(foreslice_handle Handle, const char *Name, bool Reads);
  /// The program has got Handle where the slice had gone on with Stand.
  void confirm(foreslice_handle Stand, foreslice_handle Handle);
  /// All that the slice knows. Handles may share one, which comes once for
  /// each.
  auto files() {
    return std::views::values(Handles) |
           std::views::filter(
               [](const Open &Opened) { return Opened != nullptr; }) |
           std::views::transform(
               [](const Open &At) -> PosixHandle & { return *At; });
  }
  /// Where the name is, in what Directory has open: for a name that counts from
  /// the program's current folder, the name itself.
  std::string pathIn(int Directory, const char *Name);
  /// Files whose beginnings were in memory, since one that was not.
  unsigned InMemory = 0;
  /// The id of the next call of the file.
  uint64_t nextCallId(const PosixHandle &H) { return CallIds[H.File.get()]; }
  /// Counts a call of the file.
  uint64_t takeCallId(const PosixHandle &H) { return CallIds[H.File.get()]++; }

private:
  static Open openNamed(const char *Name, bool Reads);
  Open &look(foreslice_handle Handle);
  Open adopt(foreslice_handle Handle);
  Open sharedWith(int Fd, const CachedFile &File) const;
  foreslice_handle add(Open New, bool Stream);

  uint64_t Launch = 0;
  unsigned Opened = 0;
  std::map<foreslice_handle, Open> Handles;
  /// The program's descriptors among them.
  std::map<int, std::weak_ptr<PosixHandle>> Adopted;
  std::map<const CachedFile *, uint64_t> CallIds;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_SLICE_POSIXHANDLES_H
