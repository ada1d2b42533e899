//===- HomeTable.h - what a home knows of pages ---------------------------===//
//
// Each page of a file that ranks of several nodes share has one rank as its
// home, which knows who is to be asked for it and who has a copy. Knows no
// messages. Threads: one at a time.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_JOB_HOMETABLE_H
#define FORESLICE_JOB_HOMETABLE_H

#include "directory/NodeDirectory.h"

#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

namespace foreslice {

class HomeTable {
public:
  using JobFileId = NodeDirectory::JobFileId;
  static constexpr int NoRank = -1;

  /// NodeOf says for each rank which node it is on. Knows of Capacity pages at
  /// most, and forgets the oldest first.
  HomeTable(std::vector<int> NodeOf, size_t Capacity)
      : NodeOf(std::move(NodeOf)), Capacity(Capacity) {}

  /// A page of which this home knows no more that it is somewhere.
  struct Forgotten {
    JobFileId File;
    uint64_t Page;
    std::vector<int> Holders;
  };

  /// Asker wants a page in this generation or a later one: who has it or is
  /// fetching it; Asker if that shall fetch it from storage, as nobody else, or
  /// only Lost, which does not have it any more, or someone of Asker's node,
  /// which would have seen it, was to have it. What is forgotten for it is
  /// appended to Out.
  int look(JobFileId File, uint64_t Page, uint64_t Generation, int Asker,
           int Lost, std::vector<Forgotten> &Out);

  /// Forgets who has the pages First to Last, the last included; gives the
  /// ranks that have copies of any, one of each node. Writer's node is left
  /// out, and not forgotten: the rest of a page may be of use there.
  std::vector<int> drop(JobFileId File, uint64_t First, uint64_t Last,
                        int Writer);
  void forget(JobFileId File);
  size_t size() const { return Count; }

private:
  struct Entry {
    uint64_t Generation;
    int Owner;                ///< Or NoRank.
    std::vector<int> Holders; ///< One rank a node, the owner included.
  };
  using Map = std::unordered_map<uint64_t, Entry>;

  bool sameNode(int A, int B) const {
    return A != NoRank && B != NoRank &&
           NodeOf[static_cast<size_t>(A)] == NodeOf[static_cast<size_t>(B)];
  }
  void addHolder(std::vector<int> &Holders, int Rank) const;
  void makeRoom(std::vector<Forgotten> &Out);

  const std::vector<int> NodeOf;
  const size_t Capacity;
  std::unordered_map<JobFileId, Map> Files;
  size_t Count = 0; ///< Pages of all files.
  /// As they came; may name some that are gone.
  std::deque<std::pair<JobFileId, uint64_t>> Order;
};

} // namespace foreslice

#endif // FORESLICE_JOB_HOMETABLE_H
