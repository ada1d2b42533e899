//===- NodeDirectory.h - the pages of a node's processes ------------------===//
//
// Memory that the processes of a job on one node share: the frames of all
// pools, a table of the pages in the frames, and the writes under way. Each
// process fills, evicts and counts its own frames as if alone; others copy
// pages without a lock and check afterwards whether the page was still there.
// So a dying process holds nothing that others need: the table's links are
// changed by single stores under robust mutexes, and unfinished loads and
// writes of the dead are given up.
//
// Threads: any; calls about a frame of this process, and beginWrite and
// endWrite, one at a time (the cache's mutex).
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NODE_NODEDIRECTORY_H
#define FORESLICE_SHARE_NODE_NODEDIRECTORY_H

#include "layout/PageGrid.h"
#include "share/node/NodeTables.h"

#include <sys/types.h>
#include <vector>

namespace foreslice {

class NodeDirectory : private NodeTables {
public:
  using NodeTables::FileId;
  using NodeTables::FrameId;
  using NodeTables::JobFileId;
  using NodeTables::MaxFiles;
  using NodeTables::MaxProcesses;

  using NodeTables::bytesFor;
  using NodeTables::initialize;
  /// On the thread that lives as long as the process. Memory outlives the
  /// directory.
  NodeDirectory(void *Memory, unsigned Self);

  PageGrid grid() const;
  /// Frames of this process: number, headers and bytes.
  uint32_t ownFrames() const;
  uint32_t allFrames() const; ///< Number of frames of all processes.
  FrameHeader *frames() const;
  std::byte *data() const;
  FrameId idOf(uint32_t OwnIndex) const;
  /// The rest of this process's engine: a process that waits for a page rouses
  /// the engine of the page's owner.
  EngineRest &engineRest() const;

  // Files ---------------------------------------------------------------------

  FileId openFile(dev_t Device, ino_t Inode);
  void closeFile(FileId File);
  bool othersUse(FileId File) const;
  /// Whether processes of the node are known to read the same pages of the
  /// file: two of them have come to one page.
  bool overlaps(FileId File) const;
  void noteOverlap(FileId File) const;
  /// This process reads a page that is not kept.
  void notePassed(FileId File, uint64_t Page) const;
  /// A new number, not 0, for each open of a file that nobody had open.
  uint64_t openedAs(FileId File) const;
  /// Pages read before now are not current for calls with this Since.
  uint64_t now() const;
  /// Grows when a write to the file begins or ends; 0 while one is under way.
  uint64_t quietEpoch(FileId File) const;

  // What other nodes know of a file -------------------------------------------

  /// This process has opened the file as Job. Called before any rank may fetch
  /// by Job.
  void enterJob(FileId File, JobFileId Job);
  void leaveJob(FileId File);
  /// False if processes of this node also opened the file in other ways, and
  /// write: ranks of other nodes would not hear of the writes.
  bool onlyJob(FileId File, JobFileId Job) const;
  /// From now on onlyJob is false until all have left.
  void spoilJob(FileId File);
  /// The time of pages that processes of this node fetch from other nodes in
  /// this generation of onlyJob()'s file, the same for all processes of the
  /// node. An open or a sync begins a generation. Called when the generation
  /// has begun for all ranks, and none has begun the next.
  uint64_t beginOf(FileId File, uint64_t Generation);
  /// A process of another node has written.
  void writtenElsewhere(FileId File, ByteRange Written);

  // Frames of this process ----------------------------------------------------

  using Claim = foreslice::Claim;
  static constexpr uint64_t AtNoTime = UINT64_MAX;
  /// This process is about to read a page into OwnFrame. Taken if another
  /// process has the page as of Since or later. The read data will be as of
  /// AsOf, as of now if AsOf is 0, and unknown to others if AsOf is AtNoTime.
  /// Only Read will be read.
  Claim claim(FrameId OwnFrame, FileId File, uint64_t Page, ByteRange Bytes,
              uint64_t Since, uint64_t AsOf = 0, ByteRange Read = {});
  void publish(FrameId OwnFrame);
  /// A home has answered for the page on its way: whether the page is copied
  /// from another node, and the answer's number.
  void noteKnown(FrameId OwnFrame, bool Copied, uint32_t Number = 0);
  /// Makes the page unfindable; copying processes will notice.
  void remove(FrameId OwnFrame);
  /// Whether no process has written these bytes since the page was read.
  bool serves(FrameId OwnFrame, ByteRange Bytes) const;

  // Frames of other processes -------------------------------------------------

  struct Found {
    FrameId Id = 0;
    uint32_t Word = 0; ///< FrameHeader::Word at the find or after the load.
    explicit operator bool() const { return Id != 0; }
    bool ready() const {
      return FrameHeader::stateOf(Word) == FrameHeader::Ready;
    }
  };
  /// A page of another process, ready or on its way.
  Found find(FileId File, uint64_t Page, ByteRange Bytes, uint64_t Since) const;
  /// find() for copies to other nodes: a ready page of any process, if known to
  /// its home; a page on its way only to this process, and only from storage or
  /// with a home's answer older than Number, the asker's. So no rank waits for
  /// itself by way of others.
  Found findForOthers(FileId File, uint64_t Page, uint64_t Since,
                      uint32_t Number = 0) const;
  /// Waits up to Ns for a page on its way. False if the page is not to come; F
  /// is unchanged if only the time is over.
  bool wait(Found &F, ByteRange Bytes, uint64_t Ns) const;
  const std::byte *bytes(const Found &F) const;
  uint32_t valid(const Found &F) const;
  /// Gives up a page that was waited for too long: processes that want the page
  /// fetch the page again.
  void giveUp(const Found &F) const;
  /// After a copy: whether the copy is of the page.
  bool stillThere(const Found &F) const;
  /// This process will read the page: the owner shall rather evict others.
  void want(const Found &F) const;
  void noteUse(const Found &F) const;

  /// Pages that processes will soon fetch, by FileId.
  const PageTags &wanted() const { return Wanted; }
  /// The number of this process.
  unsigned self() const { return Self; }
  /// Pages recycled while there were untouched frames, by openedAs(), and the
  /// number of recycled pages that were fetched again.
  const PageTags &recycled() const { return Recycled; }
  std::atomic<uint32_t> &refetches() const;

  // Writes of this process ----------------------------------------------------

  /// Written bytes of pages are not current any more, nor are pages that the
  /// end of file cuts before the write's end. No overlapping page can be
  /// claimed until endWrite with this range.
  void beginWrite(FileId File, ByteRange Written);
  void endWrite(FileId File, ByteRange Written);
  /// Bytes that the program of a process gives to a write.
  struct Announcement {
    ByteRange Given;
    /// Of a collective write, a number of the handle that all its ranks know;
    /// else 0.
    uint64_t Together = 0;
  };
  /// This process begins or ends such a write. In a collective write, others
  /// may write the bytes to the file.
  void announce(FileId File, const Announcement &A) const;
  /// The number of writes announced so far.
  uint64_t announced(FileId File) const;
  /// What other processes have announced since the number Since; all bytes if
  /// not all of it is known any more. Since is announced() afterwards.
  std::vector<Announcement> announcedByOthers(FileId File,
                                              uint64_t &Since) const;
  /// Whether any process is writing to Bytes.
  bool isBeingWritten(FileId File, ByteRange Bytes) const;

private:
  RobustMutex &announcementsOf(FileId File) const;
  RobustMutex &filesMutex() const;
  FileId useFile(FileId File) FORESLICE_REQUIRES(filesMutex());
  size_t bucketOf(FileId F, uint64_t Page) const;
  RobustMutex &guardOf(size_t Bucket) const;
  Found findLocked(size_t Bucket, FileId F, uint64_t Page, ByteRange Bytes,
                   uint64_t Since) const FORESLICE_REQUIRES(guardOf(Bucket));
  bool serves(const FrameHeader &F, ByteRange Bytes, uint64_t Since) const;
  void markWritten(FileId F, ByteRange Written) const;
  void dropWritten(FileId F, ByteRange Written) const;
  void unlink(FrameId OwnFrame, size_t Bucket)
      FORESLICE_REQUIRES(guardOf(Bucket));

  const unsigned Self;
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NODE_NODEDIRECTORY_H
