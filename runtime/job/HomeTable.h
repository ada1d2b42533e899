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

  /// Forgets the pages First to Last, the last included; gives the ranks that
  /// have copies of any, one of each node but for that of Writer.
  std::vector<int> drop(JobFileId File, uint64_t First, uint64_t Last,
                        int Writer);
  void forget(JobFileId File);
  size_t size() const { return Pages.size(); }

private:
  struct Key {
    JobFileId File;
    uint64_t Page;
    bool operator==(const Key &) const = default;
  };
  struct Hash {
    size_t operator()(const Key &K) const;
  };
  struct Entry {
    uint64_t Generation;
    int Owner;
    std::vector<int> Holders; ///< One rank a node, the owner included.
  };
  using Map = std::unordered_map<Key, Entry, Hash>;

  bool sameNode(int A, int B) const {
    return NodeOf[static_cast<size_t>(A)] == NodeOf[static_cast<size_t>(B)];
  }
  void addHolder(std::vector<int> &Holders, int Rank) const;
  void makeRoom(std::vector<Forgotten> &Out);

  const std::vector<int> NodeOf;
  const size_t Capacity;
  Map Pages;
  std::deque<Key> Order; ///< As they came; may name some that are gone.
};

} // namespace foreslice

#endif // FORESLICE_JOB_HOMETABLE_H
