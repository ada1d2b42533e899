//===- PageSharing.h - who else has a page --------------------------------===//
//
// The one place that knows whether there are other processes: of this node, by
// memory that they share, and of other nodes, by messages. Where there are
// none, or they do not know a file, every question has the answer of a process
// that is alone. Calls that take a file need the cache's mutex unless they say
// otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_PAGESHARING_H
#define FORESLICE_SHARE_PAGESHARING_H

#include "layout/PageGrid.h"
#include "pages/PagedFile.h"
#include "share/RemotePages.h"
#include "share/node/FileShare.h"
#include "storage/FileKey.h"

#include <memory>

namespace foreslice {

class PageSharing {
public:
  using Found = NodeDirectory::Found;
  using JobFileId = NodeDirectory::JobFileId;

  /// From now on with the other processes of the node. Before the first file.
  void share(NodeDirectory &Directory) { Node = &Directory; }
  /// The same with other nodes, after share().
  void connect(RemotePages &Others) { Remote = &Others; }
  bool hasNodes() const { return Remote != nullptr; }
  /// Where others rouse this process's engine. Without the mutex.
  EngineRest &engineRest() { return Node ? Node->engineRest() : OwnRest; }

  // Files ---------------------------------------------------------------------

  /// Somebody here opens a file that nobody here has open. Sets the file's
  /// Share, which the result owns, and OpenedAs.
  std::unique_ptr<FileShare> open(PagedFile &File, FileKey Key);
  /// After the last close here.
  void close(const PagedFile &File);
  /// Whether other processes of the node have the file open, too.
  bool othersUse(const PagedFile &File) const;
  /// Whether others find what is read of the file.
  bool hasReaders(const PagedFile &File) const;
  /// Pages that others read before now are no use.
  void forgetOld(PagedFile &File) const;
  /// Of the writes of other processes: 0 while one is under way.
  uint64_t quietEpoch(const PagedFile &File) const;

  /// Ranks of other nodes have opened the file. enter() and leave() without the
  /// mutex around the first part: they send messages.
  bool mayEnter(const PagedFile &File) const { return Remote && File.Share; }
  void announceJob(const PagedFile &File, JobFileId Job,
                   std::vector<int> Ranks) const;
  void enterJob(PagedFile &File, JobFileId Job) const;
  void renewJob(PagedFile &File, JobFileId Job, uint64_t Generation) const;
  void retractJob(const PagedFile &File, JobFileId Job) const;
  void leaveJob(PagedFile &File, JobFileId Job) const;

  // Pages of others -----------------------------------------------------------

  /// A page that another process of the node has or is fetching. Any thread,
  /// without the mutex, as the calls that take Found.
  Found find(const PagedFile &File, const PagePart &Part) const;
  /// Asks the process that has the page to keep it for this one.
  void leaveTo(const Found &F, const PagedFile &File) const;
  const NodeDirectory &node() const { return *Node; }
  /// Whether pages of the file may come from other nodes.
  bool mayAsk(const PagedFile &File) const {
    return File.Share && Remote && File.Share->remote(*Node);
  }
  /// So many pages from First on, as other nodes know them.
  PageRun runOf(const PagedFile &File, uint64_t First, uint64_t Count) const;
  /// The run still stands for pages of the file as it is now.
  bool isCurrent(const PageRun &Run, const PagedFile &File) const;
  RemotePages &nodes() const { return *Remote; }
  /// What is on its way into the frame is known to its home, and is copied from
  /// another node.
  void noteKnown(size_t Frame, bool Copied, const PageRun &Run) const {
    Node->noteKnown(Node->idOf(static_cast<uint32_t>(Frame)), Copied,
                    static_cast<uint32_t>(Run.Number));
  }
  /// Pages that were on their way to this process have come, or will not.
  /// Without the mutex.
  void settled() const {
    if (Remote)
      Remote->settled();
  }

  // Writes of this process ----------------------------------------------------

  void beginWrite(const PagedFile &File, ByteRange Written) const;
  void endWrite(const PagedFile &File, ByteRange Written) const;
  /// By any other process.
  bool isBeingWritten(const PagedFile &File, ByteRange Bytes) const;
  /// Blocks till other nodes use no copies of what was written. Those need not
  /// be told who know the file as But. Without the mutex; Jobs are the file's.
  void tellNodes(const PagedFile &File, const std::vector<JobFileId> &Jobs,
                 ByteRange Written, JobFileId But) const;

private:
  void spoil(const FileShare &S) const;

  NodeDirectory *Node = nullptr;
  RemotePages *Remote = nullptr;
  EngineRest OwnRest{}; ///< Unless other processes need to rouse the engine.
  uint64_t Opens = 0;   ///< Of PagedFile::OpenedAs.
};

} // namespace foreslice

#endif // FORESLICE_SHARE_PAGESHARING_H
