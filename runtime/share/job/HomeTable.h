//===- HomeTable.h - a home's table of pages and copies -------------------===//
//
// Each page of a file that ranks of several nodes share has one rank as home.
// The home knows whom to ask for the page and who has a copy. Knows no
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

/// Node of each rank. All tables of a process share the vector.
using NodesOfRanks = std::shared_ptr<const std::vector<int>>;

class HomeTable {
public:
  using JobFileId = NodeDirectory::JobFileId;
  static constexpr int NoRank = -1; ///< On no node.

  /// Capacity: known pages beyond which the oldest are to be dropped.
  HomeTable(NodesOfRanks NodeOf, size_t Capacity)
      : NodeOf(std::move(NodeOf)), Capacity(Capacity) {}

  /// Ranks with copies of some pages, one for each node, known until dropped()
  /// says that the copies are gone.
  struct Copies {
    std::vector<int> Holders;
    uint64_t Until = 0; ///< Does not include ranks that asked for a copy later.
  };
  /// A page without room in the table.
  struct Surplus {
    JobFileId File;
    uint64_t Page;
    Copies Gone;
  };

  /// Most copies of a page that a rank makes for others before the others make
  /// copies: one rank that gave a page to all nodes would keep the last node
  /// waiting.
  static constexpr size_t CopiesOfEach = 3;

  /// Asker wants a page, of this generation or later. Gives the rank that has
  /// or is getting the page; Asker if Asker shall fetch from storage: no rank
  /// is known to have the page but perhaps Lost, which has lost the page, or a
  /// rank of Asker's node, where Asker would have found the page. With Lost,
  /// gives the rank that fetches from storage; otherwise perhaps an earlier
  /// asker. Appends pages to be dropped for room to Out.
  int look(JobFileId File, uint64_t Page, uint64_t Generation, int Asker,
           int Lost, std::vector<Surplus> &Out);

  /// Sends nobody any more to ranks that have the pages First to Last
  /// (included), and gives the ranks with copies. Not Writer's node, nor does
  /// dropped() concern Writer's node: the rest of a page may be of use there.
  Copies drop(JobFileId File, uint64_t First, uint64_t Last, int Writer);
  /// The copies that drop() gave for these pages and Writer have been dropped.
  void dropped(JobFileId File, uint64_t First, uint64_t Last, int Writer,
               uint64_t Until);
  void forget(JobFileId File);
  size_t size() const { return Count; }
  /// Questions so far: a later question has a larger number.
  uint64_t now() const { return Clock; }

private:
  struct Holder {
    int Rank;
    uint64_t Since; ///< Time of the latest question.
  };
  struct Entry {
    uint64_t Generation;
    int Owner;           ///< Rank to fetch from storage, or NoRank.
    uint64_t Number = 0; ///< In Order; 0 if to be dropped.
    uint64_t OwnedSince = 0;
    /// One for each node, by the latest question. From OwnedSince on: the
    /// owner, and ranks that have the page from the owner, at first or second
    /// hand.
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
  std::deque<Place> Order; ///< By age; may name dropped pages.
};

} // namespace foreslice

#endif // FORESLICE_SHARE_JOB_HOMETABLE_H
