//===- Process.h - what the whole process knows ---------------------------===//
//
// Which regions were announced, where this rank stands in MPI_COMM_WORLD, and
// whether reads need any attention at all. Written at start-up, read by every
// wrapper.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_PROCESS_H
#define FORESLICE_FRONTEND_MPIIO_PROCESS_H

#include "frontend/ProgramRun.h"
#include "frontend/mpiio/Mpi.h"

#include <atomic>
#include <sys/types.h>

namespace foreslice {

class Process {
public:
  /// From foreslice_link_with_fprefetch_slice_v6. True with the first regions
  /// of this library's family.
  bool announce(foreslice_region *const *Regions, uint64_t Count,
                foreslice_mpi_family Family);
  /// Regions were announced that were compiled for another family.
  bool sawOtherFamily() const { return WrongFamily.load(Relaxed); }
  /// Before MPI_Init: where the launcher says that this rank will stand.
  void expect(int ItsRank, int Ranks) {
    Rank = ItsRank;
    Size = Ranks;
  }
  /// After MPI_Init succeeded.
  void initialized();
  /// Before PMPI_Finalize: gathers and prints statistics.
  void finalize();
  /// MPI_Abort, or exit without MPI_Finalize: this rank's statistics and trace,
  /// without a call of MPI's. Nothing after finalize() or in a forked child.
  /// May be called in a signal handler.
  void endAlone();

  /// True if a source may ever ask for a page: else files and types are not
  /// looked at, and no call of MPI's is made but what other ranks need.
  bool active() const;
  /// MPI_Init has been called by way of this library.
  bool sawInit() const { return Run.hasBegun(); }
  /// From MPI_Init to MPI_Finalize: sessions (MPI 4.0, section 11.3) can be
  /// used at any time, but MPI_COMM_WORLD and much of MPI-IO only then.
  bool worldIsUp() const { return WorldIsUp.load(Relaxed); }
  bool collectiveAnnounced() const { return Collective.load(Relaxed); }
  int worldSize() const { return Size; }
  int worldRank() const { return Rank; }

  void countTimes() const;
  void noteAlone() const;

  /// Whether the calling thread may call MPI at a launch point.
  bool mayCallMpi() const;
  /// Whether several threads may call MPI at the same time.
  bool hasSeveralThreads() const { return AnyThread; }

  /// True if every rank of Comm runs this library for certain, so that a
  /// collective call of ours finds its partners. Same answer on every rank.
  bool sharedByAll(MPI_Comm Comm) const;
  /// True if the ranks of Comm are to agree on what each of them opens: they
  /// are sharedByAll, and not all of them are disabled. Same answer on every
  /// rank.
  bool agreesWithAll(MPI_Comm Comm) const {
    return AnyTakesPart.load(Relaxed) && sharedByAll(Comm);
  }

  /// foreslice_scheme of an MPI_Info; beats the compiler's choice.
  void setInfoScheme(SchemeKind Scheme);
  SchemeKind schemeFor(const foreslice_region &Region) const;

private:
  void prepareToEndAlone();
  void tellAtEnd();

  static constexpr auto Relaxed = std::memory_order_relaxed;
  std::atomic<bool> Announced{false}, Collective{false};
  std::atomic<bool> WrongFamily{false}, WorldIsUp{false};
  std::atomic<bool> AnyTakesPart{false}; ///< Any rank of the world.
  std::atomic<int> InfoScheme{-1};
  std::atomic<bool> Told{false}; ///< What came of it: at most once.
  // Written in expect() and initialized() only.
  int Rank = 0, Size = 1;
  bool Spawned = false, AnyThread = false;
  ProgramRun Run;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_PROCESS_H
