//===- JobPages.h - pages that the nodes of a job share -------------------===//
//
// The first rank of each node that has opened a file is the home of some of the
// file's pages, and every rank answers for its node's pages. The thesis'
// message protocol (Suneja 2010, table 4.1) without a caching thread: the
// messenger's thread, otherwise asleep, answers messages.
//
//   Look    who has these pages?      to their home, which numbers its answers
//   Get     send me these pages       to the owner, with the number; answered
//                                     once the pages have come
//   Wrote   these bytes have changed  to the homes of the pages, which answer
//                                     with a rank of each node with copies
//   Drop    these bytes have changed  to ranks with copies; answered when the
//                                     copies are unused
//   Dropped these bytes were dropped  to the homes, without an answer
//   Tell    what ranks say of files   to the first ranks of other nodes,
//   without
//                                     an answer; see
//                                     adaptive/policy/RankBoards.h
//
// Threads: any.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_JOB_JOBPAGES_H
#define FORESLICE_SHARE_JOB_JOBPAGES_H

#include "share/RemotePages.h"
#include "share/job/HomeTable.h"
#include "share/job/Messages.h"
#include "share/network/Messenger.h"
#include "support/Mutex.h"

#include <atomic>
#include <memory>
#include <optional>

namespace foreslice {

class JobPages final : public RemotePages {
public:
  using JobFileId = NodeDirectory::JobFileId;

  /// Node is this process's. Net may still lack peers, and is destroyed before
  /// the JobPages.
  JobPages(NodeDirectory &Node, Messenger &Net, const NodesOfRanks &NodeOf,
           int Self);
  /// Before the first message. On the messenger's thread.
  using HeardFn = std::function<void(std::span<const std::byte>)>;
  void onTold(HeardFn Hear) { Heard = std::move(Hear); }
  /// Answers messages; the messenger's handler.
  void handle(int From, uint8_t Type, std::span<const std::byte> Bytes,
              Reply To);

  void enter(JobFileId File, std::vector<int> Ranks,
             NodeDirectory::FileId Shared) override;
  void renew(JobFileId File, uint64_t Generation, uint64_t Since) override;
  void leave(JobFileId File) override;
  void look(const PageRun &Run, int Lost, Owners Done) override;
  void get(const PageRun &Run, int From, std::span<std::byte *const> Frames,
           Copied Done) override;
  bool wrote(JobFileId File, ByteRange Written) override;
  void settled() override;
  void tell(std::span<const std::byte> Message) override;

private:
  using LookMessage = job::LookMessage;
  using RangeMessage = job::RangeMessage;
  struct File {
    /// Null for all ranks of the job.
    std::shared_ptr<const std::vector<int>> Ranks;
    /// The first rank of each node.
    std::shared_ptr<const std::vector<int>> Homes;
    NodeDirectory::FileId Shared;
    uint64_t Generation, Since;
  };
  /// A Get that waits for pages on their way to this process.
  struct Waiting {
    PageRun Run;
    Reply To;
    bool Waited = false;
  };
  struct Lookup;
  /// A home's answer: by page, the rank to ask.
  struct Told {
    uint64_t Number; ///< PageRun::Number.
    std::vector<int> Owners;
  };

  int nodeOf(int Rank) const { return (*NodeOf)[static_cast<size_t>(Rank)]; }
  bool mayAsk(const PageRun &Run) const {
    return Run.Count != 0 && Run.Count <= BlockPages;
  }
  std::optional<File> find(JobFileId Id) const;
  int homeOf(JobFileId Id, const File &F, uint64_t Page) const;
  void askHome(int Home, const LookMessage &Question,
               const ResultCallback &Done, unsigned Times);
  Told lookHere(const PageRun &Run, int Asker, int Lost);
  void answerLook(int From, std::span<const std::byte> Bytes, Reply To);
  void answerGet(std::span<const std::byte> Bytes, Reply To);
  void answerWrote(int From, std::span<const std::byte> Bytes, Reply To);
  void answerDrop(std::span<const std::byte> Bytes, Reply To);
  void hearDropped(int From, std::span<const std::byte> Bytes);
  bool trySend(Waiting &W);
  ByteRange wholePages(ByteRange Bytes) const;
  using Answered = std::function<void(int Rank, const Result &)>;
  void tell(std::span<const int> Ranks, uint8_t Type,
            const RangeMessage &Message, const Answered &Done);
  int otherOfNode(const File &F, int Rank, std::span<const int> Asked) const;
  void tellHolders(const File &F, std::vector<int> Holders,
                   const RangeMessage &Message);
  std::vector<int> homesOf(JobFileId Id, const File &F, ByteRange Bytes) const;
  HomeTable::Copies dropAsHome(JobFileId Id, ByteRange Written, int Writer);
  void droppedAsHome(JobFileId Id, ByteRange Written, int Writer,
                     uint64_t Until);
  void drop(const HomeTable::Surplus &Page);
  void dropHere(JobFileId Id, ByteRange Written);

  NodeDirectory &Node;
  Messenger &Net;
  const NodesOfRanks NodeOf;
  const int Self;
  const PageGrid Grid;
  const uint64_t BlockPages;
  const std::vector<int> OtherFirsts; ///< The first ranks of other nodes.
  HeardFn Heard;
  mutable Mutex M;
  HomeTable Homes FORESLICE_GUARDED_BY(M);
  std::unordered_map<JobFileId, File> Files FORESLICE_GUARDED_BY(M);
  Mutex WaitingM;
  std::vector<Waiting> Gets FORESLICE_GUARDED_BY(WaitingM);
  std::atomic<size_t> GetsWaiting{0};
};

} // namespace foreslice

#endif // FORESLICE_SHARE_JOB_JOBPAGES_H
