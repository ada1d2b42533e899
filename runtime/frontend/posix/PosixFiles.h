//===- PosixFiles.h - files that a program reads by POSIX -----------------===//
//
// Regular files, by device and inode. The program's threads report calls of
// files. Prefetch threads open the files for prefetching.
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
  /// The file for reads of slices; null until a slice comes to the file.
  std::shared_ptr<CachedFile> Cached;
  /// Calls of a program's thread in a launch.
  struct Reader {
    explicit Reader(int64_t Page) : Places(Page) {}
    /// Begins anew in NewLaunch, with the memory of before.
    void restart(uint64_t NewLaunch);

    uint64_t Launch = 0;
    /// Calls before Cached was set.
    uint64_t Calls = 0;
    /// Positions of descriptors before the first calls.
    std::vector<std::pair<int, int64_t>> First;
    /// Places of calls: valid if ByPlace.
    PlacedReads Places;
    bool ByPlace = false;
    /// Reads of the slice at its own positions: valid otherwise.
    CallsAhead Ahead;
  };
  /// By the number of the serving prefetch thread. Null until the thread or the
  /// slice comes to the file.
  std::array<std::unique_ptr<Reader>, MostSlices> Readers;
  /// Forgets the calls of all launches.
  void forgetCalls();
};

class PosixFiles {
public:
  // For the thread that launched a region:

  /// The file of a program's call.
  struct Called {
    std::shared_ptr<CachedFile> File;
    uint64_t Size = 0;    ///< Of the file, in bytes.
    bool IsFirst = false; ///< Of the file, in this launch.
    /// The slice has read elsewhere: Ahead has the corrected places.
    bool Moved = false;
    std::vector<CallsAhead::Call> Ahead;
  };
  /// A call begins to read Fd at Offset, with the descriptor's Position, or -1
  /// for a call with an offset. Without a file, the slice has not come to the
  /// file: the call counts here, as Calls. The calls Before count, too, for Fd.
  Called callBegins(int Fd, int64_t Position, int64_t Offset, uint64_t Calls,
                    CountedCalls &Before) FORESLICE_EXCLUDES(M);
  /// A region is launched while no other is under way: forgets files not read
  /// by slices.
  void forgetUnopened() FORESLICE_EXCLUDES(M);
  /// The program takes the next entry of a DIR at Position.
  void entryBegins(const void *Folder, int64_t Position) FORESLICE_EXCLUDES(M);

  /// Another front end opens the file: slices stop reading the file by POSIX.
  /// Any thread.
  void giveUp(FileKey Key) FORESLICE_EXCLUDES(M);
  /// A scope in which a slice opens a file, to be given to open().
  class Opening {
  public:
    explicit Opening(PosixFiles &Files) : Of(Files) { ++Files.OpeningsBegun; }
    ~Opening() { ++Of.OpeningsDone; }
    Opening(const Opening &) = delete;
    Opening &operator=(const Opening &) = delete;

  private:
    PosixFiles &Of;
  };
  /// Waits until files being opened by slices are known to open(), for at most
  /// MostNs. Any thread.
  void finishOpening(uint64_t MostNs) const;
  /// The program removes the file: slices stop reading the file, and do not
  /// open the file until removed(). True if the helper queue is about to close
  /// the file. Any thread.
  bool removes(FileKey Key) FORESLICE_EXCLUDES(M);
  void removed(FileKey Key) FORESLICE_EXCLUDES(M);
  /// Has the helper queue close the files chosen by Which, and slices stop
  /// reading these files. True if there is any. Any thread.
  bool letGo(FunctionRef<bool(const FileKey &)> Which) FORESLICE_EXCLUDES(M);
  /// Waits for the end of all closing, for at most MostNs.
  void finishClosing(uint64_t MostNs) FORESLICE_EXCLUDES(M);

  // Prefetch threads:

  /// Whether the run time may open files now: in a separate table, or in the
  /// program's table, if there is room.
  static bool mayOpen();

  /// Opens a regular file, described by S, for reads into the memory of the
  /// operating system. Null if the system keeps nothing of the file, or if
  /// MPI-IO has the file open.
  static std::shared_ptr<CachedFile>
  openForKernel(std::shared_ptr<StoredFile> File, const struct stat &S,
                const std::string &Path);
  /// The regular file, of this thread's table. Null if not regular, or being
  /// removed.
  std::shared_ptr<CachedFile> open(std::shared_ptr<StoredFile> File,
                                   const std::string &Path)
      FORESLICE_EXCLUDES(M);
  /// Position of the program's descriptor Fd of the file at launch; none if the
  /// served thread has made no call of the file since.
  std::optional<int64_t> first(const CachedFile &File, int Fd)
      FORESLICE_EXCLUDES(M);
  /// Position of the program's DIR at launch; none if the served thread has
  /// taken no entry since.
  std::optional<int64_t> firstEntry(const void *Folder) FORESLICE_EXCLUDES(M);
  /// The slice makes a call at the position C.Handle. Returns the distance to
  /// move the position first; none if the slice knows too little of the
  /// program's place.
  std::optional<int64_t> callAhead(const CachedFile &File, CallsAhead::Call C)
      FORESLICE_EXCLUDES(M);
  /// The slice comes to [Begin, End) of a file read by the program through a
  /// buffer: see PlacedReads. MeetsOthers: the program also reads elsewhere, by
  /// offsets.
  PlacedReads::Stretch come(CachedFile &File, int64_t Begin, int64_t End,
                            const PlacedReads::Stretch &Last, bool MeetsOthers)
      FORESLICE_EXCLUDES(M);
  /// Lets go of the file opened first.
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

  /// The folders listed by a program's thread in a launch.
  struct Lister {
    uint64_t Launch = 0;
    std::vector<std::pair<const void *, int64_t>> First;
  };

  Mutex M;
  std::map<FileKey, std::unique_ptr<PosixFile>> Files FORESLICE_GUARDED_BY(M);
  /// Files read by slices, in the order of opening.
  std::vector<PosixFile *> Open FORESLICE_GUARDED_BY(M);
  std::atomic<uint64_t> OpeningsBegun{0}, OpeningsDone{0};
  /// Files about to be closed.
  unsigned Closing FORESLICE_GUARDED_BY(M) = 0;
  CondVar FewerClosing;
  /// Files being removed by the program.
  std::vector<FileKey> InRemoval FORESLICE_GUARDED_BY(M);
  std::array<Lister, MostSlices> Listers FORESLICE_GUARDED_BY(M);
};

/// The present size of File in bytes; zero if unknown.
int64_t sizeOf(const CachedFile &File);
/// The size of the cache's pages, in bytes, signed like offsets.
int64_t pageSize();
/// The begin of the page around Offset.
inline int64_t pageDown(int64_t Offset) { return Offset - Offset % pageSize(); }

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_POSIXFILES_H
