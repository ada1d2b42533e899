//===- PageSharing.h - pages of other processes ---------------------------===//
//
// The one place that knows whether there are other processes: of this node, by
// shared memory, and of other nodes, by messages. Without others, or for a file
// unknown to others, every question has the answer of a process that is alone.
// Calls with a file need the cache's mutex unless they say otherwise.
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

  /// Shares with the other processes of the node from now on. Before the first
  /// file.
  void share(NodeDirectory &Directory) { Node = &Directory; }
  /// Shares with other nodes from now on, after share().
  void connect(RemotePages &Others) { Remote = &Others; }
  bool hasNodes() const { return Remote != nullptr; }
  /// Where other processes rouse this process's engine. Without the mutex.
  EngineRest &engineRest() { return Node ? Node->engineRest() : OwnRest; }

  // Files ---------------------------------------------------------------------

  /// This process opens a file that it does not have open. Sets the file's
  /// Share, owned by the result, and OpenedAs.
  std::unique_ptr<FileShare> open(PagedFile &File, FileKey Key);
  /// After the last close in this process.
  void close(const PagedFile &File);
  /// Whether other processes of the node have the file open, too.
  bool othersUse(const PagedFile &File) const;
  /// This process reads the page, which no process has in memory. Whether
  /// others are likely to read the page, too: processes of the node have met at
  /// pages of the file, or ranks of other nodes have it open.
  bool meetsOthers(const PagedFile &File, uint64_t Page) const;
  /// Pages that others read before now are no use.
  void forgetOld(PagedFile &File) const;
  /// Epoch of the writes of other processes: 0 while a write is under way.
  uint64_t quietEpoch(const PagedFile &File) const;

  /// Ranks of other nodes have opened the file. announceJob(), before
  /// enterJob(), and retractJob(), before leaveJob(), without the mutex.
  bool mayEnter(const PagedFile &File) const { return Remote && File.Share; }
  void announceJob(const PagedFile &File, JobFileId Job,
                   std::vector<int> Ranks) const;
  void enterJob(PagedFile &File, JobFileId Job) const;
  void renewJob(PagedFile &File, JobFileId Job, uint64_t Generation) const;
  void retractJob(const PagedFile &File, JobFileId Job) const;
  void leaveJob(PagedFile &File, JobFileId Job) const;
  /// Whether ranks of other nodes have opened the file.
  bool isOfJob(const PagedFile &File) const {
    return File.Share && !File.Share->Jobs.empty();
  }

  // Pages of others -----------------------------------------------------------

  /// A page that another process of the node has or is fetching. Any thread,
  /// without the mutex, as all calls with a Found.
  Found find(const PagedFile &File, const PagePart &Part) const;
  /// Asks the process that has the page to keep it for this one.
  void leaveTo(const Found &F, const PagedFile &File) const;
  const NodeDirectory &node() const { return *Node; }
  /// Whether pages of the file may come from other nodes.
  bool mayAsk(const PagedFile &File) const {
    return File.Share && Remote && File.Share->remote(*Node);
  }
  /// Count pages from First on, as other nodes know the pages.
  PageRun runOf(const PagedFile &File, uint64_t First, uint64_t Count) const;
  /// Whether the run still stands for pages of the file as the file is now.
  bool isCurrent(const PageRun &Run, const PagedFile &File) const;
  RemotePages &nodes() const { return *Remote; }
  /// The home knows the page on its way into the frame. Copied: the page comes
  /// from another node.
  void noteKnown(size_t Frame, bool Copied, const PageRun &Run) const {
    Node->noteKnown(Node->idOf(static_cast<uint32_t>(Frame)), Copied,
                    static_cast<uint32_t>(Run.Number));
  }
  /// Pages on their way to this process have come, or will not come. Without
  /// the mutex.
  void settled() const {
    if (Remote)
      Remote->settled();
  }

  // Writes of this process ----------------------------------------------------

  void beginWrite(const PagedFile &File, ByteRange Written) const;
  void endWrite(const PagedFile &File, ByteRange Written) const;
  /// As in NodeDirectory; 0 and nothing for a file that is not shared. Without
  /// the mutex.
  using Announcement = NodeDirectory::Announcement;
  void announce(const PagedFile &File, const Announcement &A) const {
    if (File.Share)
      Node->announce(File.Share->Id, A);
  }
  uint64_t announced(const PagedFile &File) const {
    return File.Share ? Node->announced(File.Share->Id) : 0;
  }
  std::vector<Announcement> announcedByOthers(const PagedFile &File,
                                              uint64_t &Since) const {
    return File.Share ? Node->announcedByOthers(File.Share->Id, Since)
                      : std::vector<Announcement>();
  }
  /// Whether any other process is writing to Bytes.
  bool isBeingWritten(const PagedFile &File, ByteRange Bytes) const;
  /// Blocks till other nodes use no copies of the written bytes. Nodes that
  /// know the file as But need not be told. Without the mutex; Jobs are the
  /// file's.
  void tellNodes(const PagedFile &File, const std::vector<JobFileId> &Jobs,
                 ByteRange Written, JobFileId But) const;

private:
  void spoil(const FileShare &S) const;

  NodeDirectory *Node = nullptr;
  RemotePages *Remote = nullptr;
  EngineRest OwnRest{}; ///< Unless other processes need to rouse the engine.
  uint64_t Opens = 0;   ///< Number of opens, for PagedFile::OpenedAs.
};

} // namespace foreslice

#endif // FORESLICE_SHARE_PAGESHARING_H
