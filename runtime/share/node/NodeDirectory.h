//===- NodeDirectory.h - the pages that a node's processes have -----------===//
//
// Memory that the processes of a job on one node share: the frames of all their
// pools, a table that finds a page in them, and the writes that are under way.
// Each process fills, evicts and counts its own frames as if it were alone;
// others copy from them without a lock and see afterwards whether the page was
// still there. So nobody who dies holds anything that others need: what is
// linked in the table is changed by single stores under robust mutexes, and
// what the dead were loading or writing is given up.
//
// Threads: any, but what concerns a frame of this process only one at a time
// (the cache's mutex); a process's beginWrite and endWrite the same.
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
  /// By the thread that lives as long as the process. Memory outlives this.
  NodeDirectory(void *Memory, unsigned Self);

  PageGrid grid() const;
  /// Of this process: their number, what is known of them, and their bytes.
  uint32_t ownFrames() const;
  uint32_t allFrames() const; ///< Of all processes.
  FrameHeader *frames() const;
  std::byte *data() const;
  FrameId idOf(uint32_t OwnIndex) const;
  /// Who waits for a page of another process rouses that one's engine.
  EngineRest &engineRest() const;

  // Files ---------------------------------------------------------------------

  FileId openFile(dev_t Device, ino_t Inode);
  void closeFile(FileId File);
  bool othersUse(FileId File) const;
  /// A number of its own for each time that nobody had the file open before;
  /// not 0.
  uint64_t openedAs(FileId File) const;
  /// What was read before now is not current for who asks with this.
  uint64_t now() const;
  /// Grows when a write to the file begins or ends; 0 while one is under way.
  uint64_t quietEpoch(FileId File) const;

  // What other nodes know of a file -------------------------------------------

  /// This process has opened the file so. To be called before any rank may
  /// fetch by that number.
  void enterJob(FileId File, JobFileId Job);
  void leaveJob(FileId File);
  /// False if processes of this node have it open in other ways, too, and write
  /// to it: ranks of other nodes would not hear of their writes.
  bool onlyJob(FileId File, JobFileId Job) const;
  /// From now on onlyJob is false until all have left.
  void spoilJob(FileId File);
  /// What processes of the node fetch from other nodes in this generation of
  /// onlyJob's file, which began with an open or a sync, is as of this time:
  /// the same for all of them. Called when the generation has begun for all
  /// ranks, and none has begun the next.
  uint64_t beginOf(FileId File, uint64_t Generation);
  /// A process of another node has written.
  void writtenElsewhere(FileId File, ByteRange Written);

  // Frames of this process ----------------------------------------------------

  using Claim = foreslice::Claim;
  /// This process is about to read a page into a frame of its own, for what was
  /// read from Since on would do. What it reads will be as of AsOf, or of now
  /// if that is 0.
  Claim claim(FrameId OwnFrame, FileId File, uint64_t Page, ByteRange Bytes,
              uint64_t Since, uint64_t AsOf = 0);
  void publish(FrameId OwnFrame);
  /// On its way: a home has said whether it is to be copied from another node,
  /// and has numbered the answer.
  void noteKnown(FrameId OwnFrame, bool Copied, uint32_t Number = 0);
  /// No longer found; who copies from it will notice.
  void remove(FrameId OwnFrame);
  /// Whether these bytes are as no process has written them since.
  bool serves(FrameId OwnFrame, ByteRange Bytes) const;

  // Frames of other processes -------------------------------------------------

  struct Found {
    FrameId Id = 0;
    uint32_t Word = 0; ///< FrameHeader::Word when it was found or came.
    explicit operator bool() const { return Id != 0; }
    bool ready() const {
      return FrameHeader::stateOf(Word) == FrameHeader::Ready;
    }
  };
  /// A page of another process that is there or on its way.
  Found find(FileId File, uint64_t Page, ByteRange Bytes, uint64_t Since) const;
  /// The same for copies that go out: of any process, if it is there and its
  /// home knows of it; on its way only of this one, and from another node only
  /// if its home has told so before it gave this number to who asks. So nobody
  /// waits for itself by way of others.
  Found findForOthers(FileId File, uint64_t Page, uint64_t Since,
                      uint32_t Number = 0) const;
  /// Waits up to Ns for a page on its way. False if it is not to come; F is
  /// unchanged if only the time is over.
  bool wait(Found &F, ByteRange Bytes, uint64_t Ns) const;
  const std::byte *bytes(const Found &F) const;
  uint32_t valid(const Found &F) const;
  /// A page that has been waited for too long: whoever wants it fetches it
  /// again.
  void giveUp(const Found &F) const;
  /// After a copy: whether it is of that page.
  bool stillThere(const Found &F) const;
  /// This process will read it: its owner shall rather evict others.
  void want(const Found &F) const;
  void noteUse(const Found &F) const;

  /// Pages that processes will soon fetch, by FileId.
  const PageTags &wanted() const { return Wanted; }
  /// Pages that went for others while there were untouched frames, by
  /// openedAs(), and how many of them were fetched again.
  const PageTags &recycled() const { return Recycled; }
  std::atomic<uint32_t> &refetches() const;

  // Writes of this process ----------------------------------------------------

  /// Pages are not current any more where they were written, and those that the
  /// end of file cuts before the write's end. None that overlaps can be claimed
  /// until endWrite with the same range.
  void beginWrite(FileId File, ByteRange Written);
  void endWrite(FileId File, ByteRange Written);
  /// By any process.
  bool isBeingWritten(FileId File, ByteRange Bytes) const;

private:
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
