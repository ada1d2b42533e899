//===- Coherence.h - the cache as opens, writes and closes know it --------===//
//
// What keeps cached pages true: the program opens and closes files, writes to
// them, and comes to calls after which a file may be another. Nothing here
// posts or serves.
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

class Coherence {
public:
  explicit Coherence(Deliveries &All) : All(All) {}

  // Files of the program ------------------------------------------------------

  /// Registers one more handle on a file, which reads by Handle; drops what
  /// was cached of the file. The handle of a file that a
  /// source has opened ahead becomes the program's. BlockSize is what storage
  /// has in one place, so that it is best read at once, in bytes (st_blksize);
  /// up to the page size it says nothing. The delivery of a file that is open
  /// already stays.
  std::shared_ptr<CachedFile>
  open(FileKey K, std::shared_ptr<StoredFile> Handle, const std::string &Path,
       uint64_t BlockSize = 0, Delivery How = Delivery::Pool);
  /// Drops the file's queued requests, and its pages unless other processes of
  /// the node have it open; waits for no read in flight. After the last close,
  /// the process has no descriptor of the cache's on the file any more. For a
  /// file that the program has opened, only while it closes that.
  void close(const std::shared_ptr<CachedFile> &File);
  /// Gives up a file that a source has opened ahead, unless the program has
  /// opened it since: then the handle is the program's. Any thread.
  void closeAhead(const std::shared_ptr<CachedFile> &File);
  /// False once the operating system has kept nothing of what was fetched ahead
  /// of a file on this one's device: none of them is opened ahead any more.
  bool isKept(const CachedFile &File) const;

  // Files of several nodes ----------------------------------------------------

  /// Ranks of several nodes have opened the file, and know it by this number.
  /// On all of them before renewJob() on any.
  void enterJob(CachedFile &File, uint64_t Job, std::vector<int> Ranks);
  /// All of them have opened it, or have then made it current again: since the
  /// call before, which began the last generation, none has come to its end.
  void renewJob(CachedFile &File, uint64_t Job, uint64_t Generation);
  void leaveJob(CachedFile &File, uint64_t Job);

  // Changes -------------------------------------------------------------------

  /// A write of this process starts: for all processes of the node, pages that
  /// lie in the range are dropped, and of those that it ends in the bytes are
  /// not used any more, reads in flight included; no page that overlaps is read
  /// until endWrite with the same range. Pages dropped that calls are still to
  /// come for are then fetched anew.
  void beginWrite(CachedFile &File, ByteRange Written);
  /// Blocks till other nodes use no copies of it. Those need not be told who
  /// know the file by the number ByAll: all of them write and begin a
  /// generation before anything is fetched.
  void endWrite(CachedFile &File, ByteRange Written, uint64_t ByAll = 0);
  /// The file may change until endHold: nothing is read, and what is read
  /// before the end is no use to this process. Others go by their own holds.
  void beginHold(CachedFile &File);
  void endHold(CachedFile &File);
  /// Drops all pages of the file, for this process; reads in flight are
  /// discarded. The same.
  void invalidate(CachedFile &File);

private:
  void ended(CachedFile &File, ByteRange Written, bool Hold);

  Deliveries &All;
};

} // namespace foreslice

#endif // FORESLICE_CACHE_COHERENCE_H
