//===- Coherence.h - opens, writes and closes for the cache ---------------===//
//
// Keeps cached pages true: the program opens and closes files, writes to files,
// and comes to calls after which a file may have changed. Nothing here posts or
// serves.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_COHERENCE_H
#define FORESLICE_CACHE_COHERENCE_H

#include "layout/ByteRange.h"
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

class Coherence {
public:
  explicit Coherence(Deliveries &All) : All(All) {}

  // Files of the program ------------------------------------------------------

  /// Registers one more handle on a file, read by Handle; drops the file's
  /// cached pages. The handle of a file that a source has opened ahead becomes
  /// the program's, with the pages if Early says that they are current.
  /// BlockSize: bytes that storage keeps in one place and best
  /// reads at once (st_blksize); a size up to the page size says nothing. The
  /// delivery of an open file stays.
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

  /// A write of this process starts. For all processes of the node, pages
  /// within the range are dropped, and written bytes of pages at the range's
  /// ends are not used any more, reads in flight included; no overlapping page
  /// is read until endWrite with the same range. Dropped pages with calls to
  /// come are then fetched anew.
  void beginWrite(CachedFile &File, ByteRange Written);
  /// Blocks till other nodes use no copies of the written bytes. Ranks that
  /// know the file as ByAll need not be told: all of them write and begin a
  /// generation before anything is fetched.
  void endWrite(CachedFile &File, ByteRange Written, uint64_t ByAll = 0);
  /// The file may change until endHold: nothing is read, and data read before
  /// the end are no use to this process. Other processes have holds of their
  /// own.
  void beginHold(CachedFile &File);
  void endHold(CachedFile &File);
  /// Drops all pages of the file, for this process; reads in flight are
  /// discarded.
  void invalidate(CachedFile &File);

private:
  void ended(CachedFile &File, ByteRange Written, bool Hold);

  Deliveries &All;
};

} // namespace foreslice

#endif // FORESLICE_CACHE_COHERENCE_H
