//===- PosixHandles.h - the files of a slice ------------------------------===//
//
// The files behind a slice's descriptors and streams: files opened by the
// slice, and files of the program, opened once more. Each file has a position
// for the slice, and a position for each scout. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_SLICE_POSIXHANDLES_H
#define FORESLICE_FRONTEND_POSIX_SLICE_POSIXHANDLES_H

#include "foreslice/abi.h"
#include "frontend/posix/PosixFiles.h"

#include <deque>
#include <map>
#include <memory>
#include <ranges>
#include <set>
#include <string>
#include <vector>

namespace foreslice {

class FieldStream;

/// State of a slice's text reads of a file. Offsets are in bytes, at the
/// boundaries of pages.
struct PosixText {
  int64_t Begin = 0;   ///< Pages were posted from here,
  int64_t Posted = 0;  ///< up to here.
  int64_t Passed = 0;  ///< Last known place of the program.
  int64_t Looked = 0;  ///< Page of the slice at the last look for the program.
  uint64_t PageNs = 0; ///< Time of the last look.
  uint64_t LastCall = 0;
  /// The part of the file being read.
  int64_t BytesAt = 0;
  std::vector<std::byte> Bytes;
  /// What fscanf() has taken of the text.
  std::shared_ptr<FieldStream> Fields;
  /// Memory of the slice for getline().
  void *Line = nullptr;
  uint64_t LineSize = 0;
};

/// An open file. Descriptors and streams with a common position share a handle.
struct PosixHandle {
  /// Null if the slice does not read the file.
  std::shared_ptr<CachedFile> File;
  int64_t Position = 0;
  bool AtEnd = false;  ///< A read has met the end of the file.
  int Descriptor = -1; ///< The program's, if known.
  /// The name of a folder opened by the slice.
  std::string Folder;
  /// The whole pages of the last posted read, up to the end of the file. Small
  /// reads within these pages need nothing.
  int64_t PostedBegin = 0, PostedEnd = 0;
  PosixText Text;

  /// The present size of File in bytes.
  int64_t size() const;
};

/// Present position of a descriptor of the program, and whether reads are
/// possible.
struct PosixStanding {
  int64_t Position = 0;
  bool Reads = false;
};
std::optional<PosixStanding>
posixStanding(int Fd, const std::string &Process = "/proc/self");
/// Whether the program's descriptor has the regular file open.
bool hasOpen(int Fd, const CachedFile &File);

/// Lets go of files no longer used by the program, if too many are open.
void makeRoomAhead();
/// A slice is about to open a file ahead of the program: takes the results of
/// earlier openings, and waits if many are outstanding.
SliceEnd takeBeforeOpening();
/// The name of the file behind the program's descriptor, a link in /proc.
std::string nameOf(const std::string &Link);
/// The program's descriptor behind a handle, and the bytes read ahead by the
/// stream.
struct OfProgram {
  int Fd = -1;
  int64_t Buffered = 0;
};
OfProgram ofProgram(foreslice_handle Handle);

class PosixHandles {
  using Open = std::shared_ptr<PosixHandle>;

public:
  /// The handles of execution::runner(), in the current launch.
  static PosixHandles &ofRunner();

  /// Opens the file ahead of the program; 0 without the file. Without Reads,
  /// the handle has no file. Stream: the handle looks like an address.
  foreslice_handle open(const char *Name, bool Reads, bool Stream);
  /// Null if the handle has no file readable by the slice.
  PosixHandle *find(foreslice_handle Handle);
  /// find() for a handle that the slice has met; null for any other.
  PosixHandle *findKnown(foreslice_handle Handle);
  /// Another handle, or To if not negative, for the file of Handle.
  foreslice_handle duplicate(foreslice_handle Handle, int64_t To, bool Stream);
  /// The program has just got the handle for another file: the file Name, if
  /// the slice reads the file.
  void renew(foreslice_handle Handle, const char *Name, bool Reads);
  /// The program has got Handle; the slice had gone on with Stand.
  void confirm(foreslice_handle Stand, foreslice_handle Handle);
  /// All files of the slice. A file shared by handles comes once for each.
  auto files() {
    return std::views::values(Handles) |
           std::views::filter(
               [](const Open &Opened) { return Opened != nullptr; }) |
           std::views::transform(
               [](const Open &At) -> PosixHandle & { return *At; });
  }
  /// The path of Name in the folder of Directory; Name itself, if relative to
  /// the program's current folder.
  std::string pathIn(int Directory, const char *Name);
  /// The slice has come to a file: so have the scouts, which may go on. By a
  /// slice only.
  static void comesTo(const PosixHandle &File);
  /// The scout has opened a file; rests while many files are ahead of the
  /// slice.
  void goesFurther(const PosixHandle &File);
  /// Whether a scout of the slice is ahead of the slice.
  static bool isScouted();
  /// Whether the slice has come to the scout's file before.
  static bool isBehindSlice(const PosixHandle &File);
  /// Whether the scout may go on.
  static bool mayScout(unsigned Runner);
  /// Files with beginnings in memory since the last file without.
  unsigned InMemory = 0;
  /// The id of the next call of the file.
  uint64_t nextCallId(const PosixHandle &H) { return CallIds[H.File.get()]; }
  /// Counts a call of the file.
  uint64_t takeCallId(const PosixHandle &H) { return CallIds[H.File.get()]++; }

private:
  /// Most files that a scout is ahead of the slice.
  static constexpr size_t MostFurther = 32;

  static PosixHandles &of(unsigned Runner);
  void passTo(const FileKey &Key);
  static Open openNamed(const char *Name, bool Reads);
  Open &look(foreslice_handle Handle);
  Open adopt(foreslice_handle Handle);
  Open sharedWith(int Fd, const CachedFile &File) const;
  foreslice_handle add(Open New, bool Stream);

  uint64_t Launch = 0;
  unsigned Opened = 0;
  std::map<foreslice_handle, Open> Handles;
  /// The program's descriptors among the handles.
  std::map<int, std::weak_ptr<PosixHandle>> Adopted;
  std::map<const CachedFile *, uint64_t> CallIds;
  /// Files that the slice has come to.
  std::set<FileKey> Reached;
  /// Of a scout: its files that the slice has not come to, in order.
  std::deque<FileKey> Further;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_SLICE_POSIXHANDLES_H
