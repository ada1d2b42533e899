//===- Program.h - the simulated program ----------------------------------===//
//
// What bench/programs/collective.c and rapid.c do: each rank reads blocks of
// one file in a pattern, computes after each, and meets the others now and
// then. Its slice posts the same reads ahead.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SIMULATOR_PROGRAM_H
#define FORESLICE_SIMULATOR_PROGRAM_H

#include "Process.h"

struct reader;
struct walk;

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
  Barrier Meeting;
  uint64_t MostComputeNs = 0; ///< Of a rank.
  /// What the ranks spent in reads, at meetings, and until the last has ended.
  struct {
    uint64_t ReadsNs = 0, MeetingsNs = 0, EndNs = 0;
  } Idle;
  uint64_t Reads = 0;      ///< Of all ranks, that are over.
  uint64_t PlainReads = 0; ///< Of which the cache had nothing.

private:
  bool isRapid() const { return O.Workload == "rapid"; }
  walk walkOf(int Rank) const;
  void follow(reader &R, int Rank) const;
  double computeUs(const reader &R) const;
  void meet(Process *P);
  void read(Process *P, uint64_t Offset);
  bool serve(Process &P, Demand &D, std::span<const PagePart> Parts);
  std::vector<PagePart> partsOf(uint64_t Offset) const;

  int64_t MostPortions = 0; ///< Of a rank, of bench/rapid's patterns.
};

} // namespace foreslice::simulator

#endif // FORESLICE_SIMULATOR_PROGRAM_H
