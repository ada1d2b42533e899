//===- Program.h - the simulated program ----------------------------------===//
//
// What bench/programs/collective.c does: each rank reads blocks of one file in
// a pattern, and computes after each. Its slice posts the same reads ahead.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SIMULATOR_PROGRAM_H
#define FORESLICE_SIMULATOR_PROGRAM_H

#include "Process.h"

namespace foreslice::simulator {

/// Tasks that wait for each other.
class Barrier {
public:
  explicit Barrier(size_t Count) : Left(Count), Count(Count) {}
  void arrive() {
    uint64_t Mine = Turn;
    leave();
    while (Turn == Mine)
      Tasks.wait(Forever);
  }
  /// One less comes, in this turn.
  void leave() {
    if (--Left != 0)
      return;
    Left = Count;
    ++Turn;
    Tasks.wakeAll();
  }
  /// So many come no more, in any turn.
  void shrink(size_t Gone) {
    Count -= Gone;
    for (; Gone != 0; --Gone)
      leave();
  }

private:
  size_t Left, Count;
  uint64_t Turn = 0;
  Waiters Tasks;
};

class Program {
public:
  explicit Program(const Options &O);

  /// Of one rank, on tasks of its own each.
  void runMain(Process *P, int Rank);
  void runSlice(Process &P);

  const Options &O;
  Barrier Portions;
  uint64_t MostComputeNs = 0; ///< Of a rank.
  uint64_t Reads = 0;         ///< Of all ranks, that are over.
  uint64_t PlainReads = 0;    ///< Of which the cache had nothing.

private:
  void read(Process *P, uint64_t Offset);
  bool serve(Process &P, PageCache::Demand &D, std::span<const PagePart> Parts);
  std::vector<PagePart> partsOf(uint64_t Offset) const;
};

} // namespace foreslice::simulator

#endif // FORESLICE_SIMULATOR_PROGRAM_H
