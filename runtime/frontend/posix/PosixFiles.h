//===- PosixFiles.h - files that a program reads by POSIX -----------------===//
//
// Regular files, by device and inode. The program's threads say which calls
// they make of which file. Prefetch threads open the files for their own reads.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_POSIXFILES_H
#define FORESLICE_FRONTEND_POSIX_POSIXFILES_H

#include "frontend/Runtime.h"
#include "frontend/posix/CallsAhead.h"
#include "frontend/posix/CountedCalls.h"
#include "frontend/posix/PlacedReads.h"
#include "source/slice/SliceExecution.h"
#include "support/FunctionRef.h"
#include "support/Mutex.h"

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <sys/stat.h>
#include <vector>

namespace foreslice {

struct PosixFile {
  explicit PosixFile(FileKey Key) : Key(Key) {}
  const FileKey Key;
  /// What slices read by; null while no slice has come to the file.
  std::shared_ptr<CachedFile> Cached;
  /// What a thread of the program has done in a launch.
  struct Reader {
    uint64_t Launch = 0;
    /// Calls until there was Cached.
    uint64_t Calls = 0;
    /// Where descriptors were before their first calls.
    std::vector<std::pair<int, int64_t>> First;
    /// Where the calls were: what counts where the slice goes by place.
    PlacedReads Places;
    bool ByPlace = false;
    /// What the slice has read at its own positions: what counts elsewhere.
    CallsAhead Ahead;
  };
  /// By the number of the prefetch thread that serves the thread. Null while
  /// neither has come to the file.
  std::array<std::unique_ptr<Reader>, MostSlices> Readers;
};

class PosixFiles {
public:
  // The thread that has launched a region:

  /// What a call of the program's is of.
  struct Called {
    std::shared_ptr<CachedFile> File;
    uint64_t Size = 0;    ///< Of the file, in bytes.
    bool IsFirst = false; ///< Of the file, in this launch.
    /// The slice has read elsewhere: where it would, as is known now.
    bool Moved = false;
    std::vector<CallsAhead::Call> Ahead;
  };
  /// A call that reads Fd at Offset begins, where Fd stands (Position), or by
  /// an offset that is in the call (-1). No file if the slice has not come to
  /// it: then the call is counted here, as Calls. So are the calls Before it,
  /// which become those of Fd.
  Called callBegins(int Fd, int64_t Position, int64_t Offset, uint64_t Calls,
                    CountedCalls &Before) FORESLICE_EXCLUDES(M);
  /// A region is launched while no other is under way: forgets the files that
  /// slices do not read by.
  void forgetUnopened() FORESLICE_EXCLUDES(M);
  /// The program takes the next entry of a DIR, which stands at Position.
  void entryBegins(const void *Folder, int64_t Position) FORESLICE_EXCLUDES(M);

  /// Another front end opens the file: slices read it by POSIX no more. Any
  /// thread.
  void giveUp(FileKey Key) FORESLICE_EXCLUDES(M);
  /// In whose scope a slice opens a file that it then gives to open().
  class Opening {
  public:
    explicit Opening(PosixFiles &Files) : Of(Files) { ++Files.OpeningsBegun; }
    ~Opening() { ++Of.OpeningsDone; }
    Opening(const Opening &) = delete;
    Opening &operator=(const Opening &) = delete;

  private:
    PosixFiles &Of;
  };
  /// Waits until what slices are opening now is known to open(), for at most
  /// MostNs. Any thread.
  void finishOpening(uint64_t MostNs) const;
  /// The program removes the file: slices read it no more, and do not open it
  /// until removed(). Whether the helper queue is about to close it. Any
  /// thread.
  bool removes(FileKey Key) FORESLICE_EXCLUDES(M);
  void removed(FileKey Key) FORESLICE_EXCLUDES(M);
  /// Has the helper queue close the files that Which is true of, and slices
  /// read them no more. Whether there is one. Any thread.
  bool letGo(FunctionRef<bool(const FileKey &)> Which) FORESLICE_EXCLUDES(M);
  /// Waits until those are closed that slices do not read any more, for at most
  /// MostNs.
  void finishClosing(uint64_t MostNs) FORESLICE_EXCLUDES(M);

  // Prefetch threads:

  /// Whether the run time may open files now: in a table of its own, or, in the
  /// program's, where that has room.
  static bool mayOpen();

  /// Opens a regular file, of which S tells, for reads into the memory of the
  /// operating system. Null if the system keeps nothing of it, or if MPI-IO has
  /// it open.
  static std::shared_ptr<CachedFile>
  openForKernel(std::shared_ptr<StoredFile> File, const struct stat &S,
                const std::string &Path);
  /// The regular file, of this thread's table. Null if it is none, or is being
  /// removed.
  std::shared_ptr<CachedFile> open(std::shared_ptr<StoredFile> File,
                                   const std::string &Path)
      FORESLICE_EXCLUDES(M);
  /// Where the program's descriptor Fd of the file was at launch; none if the
  /// thread that is served has made no call of it since.
  std::optional<int64_t> first(const CachedFile &File, int Fd)
      FORESLICE_EXCLUDES(M);
  /// Where the program's DIR was at launch, in the same way.
  std::optional<int64_t> firstEntry(const void *Folder) FORESLICE_EXCLUDES(M);
  /// The slice makes a call at its position C.Of, which first moves by what is
  /// returned. None if the slice knows too little of where the program is.
  std::optional<int64_t> callAhead(const CachedFile &File, CallsAhead::Call C)
      FORESLICE_EXCLUDES(M);
  /// The slice comes to [Begin, End) of a file that the program reads through
  /// a buffer: see PlacedReads. MeetsOthers: and elsewhere, by offsets.
  PlacedReads::Stretch come(CachedFile &File, int64_t Begin, int64_t End,
                            const PlacedReads::Stretch &Last, bool MeetsOthers)
      FORESLICE_EXCLUDES(M);
  /// Lets go of the file that was opened first.
  void closeOldest() FORESLICE_EXCLUDES(M);
  size_t openCount() FORESLICE_EXCLUDES(M);
  /// No region is under way: lets go of all files.
  void closeAll() FORESLICE_EXCLUDES(M);

private:
  PosixFile &find(FileKey Key) FORESLICE_REQUIRES(M);
  void count(CountedCalls &Calls) FORESLICE_REQUIRES(M);
  PosixFile *find(const CachedFile &Cached) FORESLICE_REQUIRES(M);
  std::shared_ptr<CachedFile> letGo(PosixFile &File) FORESLICE_REQUIRES(M);
  void close(const std::shared_ptr<CachedFile> &File) FORESLICE_EXCLUDES(M);
  void closed() FORESLICE_EXCLUDES(M);
  static void meet(PosixFile &File, PosixFile::Reader &R, int64_t Position,
                   Called &Result);
  static void placeCall(PosixFile &File, unsigned Number);
  static PosixFile::Reader &enter(PosixFile &File, unsigned Number,
                                  uint64_t Launch);

  /// The folders that a thread of the program lists in a launch.
  struct Lister {
    uint64_t Launch = 0;
    std::vector<std::pair<const void *, int64_t>> First;
  };

  Mutex M;
  std::map<FileKey, std::unique_ptr<PosixFile>> Files FORESLICE_GUARDED_BY(M);
  /// Those that slices read by, in the order of their opening.
  std::vector<PosixFile *> Open FORESLICE_GUARDED_BY(M);
  std::atomic<uint64_t> OpeningsBegun{0}, OpeningsDone{0};
  /// Files that were let go of, and are about to be closed.
  unsigned Closing FORESLICE_GUARDED_BY(M) = 0;
  CondVar FewerClosing;
  /// Those that the program removes at the moment.
  std::vector<FileKey> InRemoval FORESLICE_GUARDED_BY(M);
  std::array<Lister, MostSlices> Listers FORESLICE_GUARDED_BY(M);
};

/// The size of File at the moment, in bytes; zero if it is not known.
int64_t sizeOf(const CachedFile &File);
/// The size of the cache's pages, in bytes, signed as offsets are.
int64_t pageSize();
/// Where the page that holds Offset begins.
inline int64_t pageDown(int64_t Offset) { return Offset - Offset % pageSize(); }

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_POSIXFILES_H
