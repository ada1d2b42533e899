//===- HomeTable.h - what a home knows of pages ---------------------------===//
//
// Each page of a file that ranks of several nodes share has one rank as its
// home, which knows who is to be asked for it and who has a copy. Knows no
// messages. Threads: one at a time.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_JOB_HOMETABLE_H
#define FORESLICE_SHARE_JOB_HOMETABLE_H

#include "share/node/NodeDirectory.h"

#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

namespace foreslice {

/// By rank: which node it is on. All tables of a process have the same one.
using NodesOfRanks = std::shared_ptr<const std::vector<int>>;

class HomeTable {
public:
  using JobFileId = NodeDirectory::JobFileId;
  static constexpr int NoRank = -1; ///< Which is on no node.

  /// Capacity: pages that are known before the oldest are to be dropped.
  HomeTable(NodesOfRanks NodeOf, size_t Capacity)
      : NodeOf(std::move(NodeOf)), Capacity(Capacity) {}

  /// Ranks that have copies of some pages, one of each node. They are known
  /// until dropped() says that they have none any more.
  struct Copies {
    std::vector<int> Holders;
    uint64_t Until = 0; ///< Who has asked for one later is not among them.
  };
  /// A page that there is no room for.
  struct Surplus {
    JobFileId File;
    uint64_t Page;
    Copies Gone;
  };

  /// Copies of a page that a rank is to make for others, at most, before these
  /// make some: one rank that gives a page to all nodes would keep the last of
  /// them waiting.
  static constexpr size_t CopiesOfEach = 3;

  /// Asker wants a page in this generation or a later one: who has it or is
  /// getting it; Asker if that shall fetch it from storage, as nobody else, or
  /// only Lost, which does not have it any more, or someone of Asker's node,
  /// which would have seen it, was to have it. Who has lost it asks whoever has
  /// fetched it; others may be told of one who has asked earlier. What is to be
  /// dropped to make room is appended to Out.
  int look(JobFileId File, uint64_t Page, uint64_t Generation, int Asker,
           int Lost, std::vector<Surplus> &Out);

  /// Sends nobody any more to who has the pages First to Last, the last
  /// included, and says who has copies of any. Not Writer's node, nor does
  /// dropped() concern it: the rest of a page may be of use there.
  Copies drop(JobFileId File, uint64_t First, uint64_t Last, int Writer);
  /// What drop() said for the same pages and writer has been dropped.
  void dropped(JobFileId File, uint64_t First, uint64_t Last, int Writer,
               uint64_t Until);
  void forget(JobFileId File);
  size_t size() const { return Count; }
  /// Questions so far: one that was asked later has a larger number.
  uint64_t now() const { return Clock; }

private:
  struct Holder {
    int Rank;
    uint64_t Since; ///< When it asked last.
  };
  struct Entry {
    uint64_t Generation;
    int Owner;           ///< Who was to fetch it from storage, or NoRank.
    uint64_t Number = 0; ///< In Order; 0 if it is to be dropped.
    uint64_t OwnedSince = 0;
    /// One a node, as they asked last. From OwnedSince on, the owner and those
    /// who have the page from it, at first or second hand.
    std::vector<Holder> Holders{};
  };
  using Map = std::unordered_map<uint64_t, Entry>;

  int nodeOf(int Rank) const { return (*NodeOf)[static_cast<size_t>(Rank)]; }
  bool sameNode(int A, int B) const {
    return A != NoRank && B != NoRank && nodeOf(A) == nodeOf(B);
  }
  int sourceFor(const Entry &E) const;
  template <class VisitFn>
  void visit(JobFileId File, uint64_t First, uint64_t Last, VisitFn Visit);
  struct Place {
    JobFileId File;
    uint64_t Page, Number;
  };
  Entry *at(const Place &P);
  void makeRoom(std::vector<Surplus> &Out);

  const NodesOfRanks NodeOf;
  const size_t Capacity;
  std::unordered_map<JobFileId, Map> Files;
  size_t Count = 0;        ///< Pages of all files.
  uint64_t Clock = 0;      ///< Questions so far.
  std::deque<Place> Order; ///< As they came; may name some that are gone.
};

} // namespace foreslice

#endif // FORESLICE_SHARE_JOB_HOMETABLE_H
