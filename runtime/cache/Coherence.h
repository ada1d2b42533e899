//===- Coherence.h - opens, writes and closes for the cache ---------------===//
//
// Keeps cached pages true: the program opens and closes files, writes to files,
// and comes to calls after which a file may have changed. Nothing here posts or
// serves.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_COHERENCE_H
#define FORESLICE_CACHE_COHERENCE_H

#include "engine/FetchedFile.h"
#include "layout/Access.h"
#include "pages/WrittenPages.h"
#include "share/PageSharing.h"
#include "storage/Delivery.h"
#include "storage/FileKey.h"

#include <memory>
#include <string>
#include <vector>

namespace foreslice {

class CachedFile;
class Deliveries;
class StoredFile;

/// What is known, when the program opens a file, of pages fetched before.
enum class FetchedBefore {
  Unknown, ///< Others may have changed the file since.
  Current, ///< The file has not changed since.
};

/// Whether the program waits in the call for the end of a write.
enum class WriteCall { Blocking, Started };

class Coherence {
public:
  explicit Coherence(Deliveries &All) : All(All) {}

  // Files of the program ------------------------------------------------------

  /// Registers one more handle on a file, read by Handle; drops the file's
  /// cached pages. The handle of a file that a source has opened ahead becomes
  /// the program's, with the pages if Early says that the pages are current.
  /// BlockSize: bytes that storage keeps in one place and best reads at once
  /// (st_blksize); a size up to the page size says nothing. The delivery of an
  /// open file stays.
  std::shared_ptr<CachedFile>
  open(FileKey K, std::shared_ptr<StoredFile> Handle, const std::string &Path,
       uint64_t BlockSize = 0, Delivery How = Delivery::Pool,
       FetchedBefore Early = FetchedBefore::Unknown);
  /// One more part of the run time uses a file that is open for kernel
  /// delivery: requests and pages stay, as the program has opened nothing. Null
  /// if no such file is open. leave() follows.
  std::shared_ptr<CachedFile> join(FileKey K);
  /// A part of the run time uses the file no more: close(), unless other parts
  /// or the program have the file open.
  void leave(const std::shared_ptr<CachedFile> &File);
  /// Drops the file's queued requests, and the file's pages unless other
  /// processes of the node have the file open; waits for no read in flight.
  /// After the last close, the cache has no descriptor of the file in the
  /// process. For a file that the program has opened, only while the program
  /// closes the file.
  void close(const std::shared_ptr<CachedFile> &File);
  /// Gives up a file that a source has opened ahead, unless the program has
  /// opened it since: then the handle is the program's. Any thread.
  void closeAhead(const std::shared_ptr<CachedFile> &File);
  /// Gives up what was fetched before MPI_Init, of all files.
  void dropEarly();
  /// False once the operating system has kept no page fetched ahead of a file
  /// on File's device: files of the device are not opened ahead any more.
  bool isKept(const CachedFile &File) const;

  // Files of several nodes ----------------------------------------------------

  /// Ranks of several nodes have opened the file as Job. On all ranks before
  /// renewJob() on any rank.
  void enterJob(CachedFile &File, uint64_t Job, std::vector<int> Ranks);
  /// All ranks have opened the file, or have later made the file current again:
  /// no rank has begun a later generation.
  void renewJob(CachedFile &File, uint64_t Job, uint64_t Generation);
  void leaveJob(CachedFile &File, uint64_t Job);

  // Changes -------------------------------------------------------------------

  /// A write under way.
  struct WriteBegun {
    /// FetchedFile::WriteEpoch; 0 if the bytes may be changed by others, too.
    uint64_t Epoch = 0;
    uint64_t Announced = 0; ///< PageSharing::announced().
  };
  /// A write of this process starts. Given: the bytes that the program gives;
  /// in a collective write, Written has bytes of other ranks, too. For all
  /// processes of the node, pages within the range are dropped, and written
  /// bytes of pages at the range's ends are not used any more, reads in flight
  /// included; no overlapping page is read until endWrite with the same range.
  /// Dropped pages with calls to come are then fetched anew.
  WriteBegun beginWrite(CachedFile &File, ByteRange Written,
                        const PageSharing::Announcement &Given = {},
                        WriteCall Call = WriteCall::Blocking);
  /// Between beginWrite() and endWrite() of a write to all bytes of Where from
  /// Memory at Buffer: keeps a copy for reads behind endWrite(), if the
  /// operating system keeps none and the program is known to read what it
  /// writes. Who may read the copy as WrittenPages says.
  void keepWritten(CachedFile &File, const WriteBegun &Begun,
                   const Access &Where, const LayoutPtr &Memory,
                   const void *Buffer, WrittenPages::For Who);
  /// Before endWrite() of a write that may not have written all bytes.
  void dropWritten(CachedFile &File, ByteRange Written);
  /// Blocks till other nodes use no copies of the written bytes. Ranks that
  /// know the file as ByAll need not be told: all of them write and begin a
  /// generation before anything is fetched.
  void endWrite(CachedFile &File, ByteRange Written, uint64_t ByAll = 0,
                const PageSharing::Announcement &Given = {});
  /// This process has opened, or closes, a handle with other ranks: its number
  /// in announcements.
  void opensTogether(CachedFile &File, uint64_t Together);
  void closesTogether(CachedFile &File, uint64_t Together);
  /// A write of this process begins, of which no end will be told.
  void announceWrite(CachedFile &File, ByteRange Given);
  /// The file may change until endHold: nothing is read, and data read before
  /// the end are no use to this process. Other processes have holds of their
  /// own. OthersOnly: only other processes write.
  void beginHold(CachedFile &File, bool OthersOnly = false);
  void endHold(CachedFile &File, bool OthersOnly = false);
  /// Drops all pages of the file, for this process; reads in flight are
  /// discarded.
  void invalidate(CachedFile &File);

private:
  void ended(CachedFile &File, const FetchedFile::Write &Change,
             const PageSharing::Announcement &Given);
  bool isWorthKeeping(CachedFile &File, const Access &Where);
  /// Since Begun.
  bool isWrittenByOthers(CachedFile &File, ByteRange Bytes,
                         const WriteBegun &Begun);

  Deliveries &All;
};

} // namespace foreslice

#endif // FORESLICE_CACHE_COHERENCE_H
