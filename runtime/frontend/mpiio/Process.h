//===- Process.h - facts about the whole process --------------------------===//
//
// The announced regions, this rank in MPI_COMM_WORLD, and whether reads need
// any attention. Written at start-up, read by every wrapper.
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
  /// From foreslice_link_with_fprefetch_slice_v6; no region of a source whose
  /// reads have no slice. True with the first regions of this library's family.
  bool announce(foreslice_region *const *Regions, uint64_t Count,
                foreslice_mpi_family Family);
  /// Regions of another family were announced.
  bool sawOtherFamily() const { return WrongFamily.load(Relaxed); }
  /// Before MPI_Init: this rank's place, from the launcher.
  void expect(int ItsRank, int Ranks) {
    Rank = ItsRank;
    Size = Ranks;
  }
  /// After MPI_Init succeeded.
  void initialized();
  /// Before PMPI_Finalize: gathers and prints statistics.
  void finalize();
  /// At MPI_Abort, or exit without MPI_Finalize: writes this rank's statistics
  /// and trace, without MPI calls. Does nothing after finalize() or in a forked
  /// child. May be called in a signal handler.
  void endAlone();

  /// True if a source may ever ask for a page. Otherwise files and types are
  /// not looked at, and MPI is called only if other ranks need the call.
  bool active() const;
  /// The program has called MPI_Init through this library.
  bool sawInit() const { return Run.hasBegun(); }
  /// From MPI_Init to MPI_Finalize: sessions (MPI 4.0, section 11.3) may be
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

  /// True if every rank of Comm runs this library for certain, so collective
  /// calls of the run time find all partners. Same answer on every rank.
  bool sharedByAll(MPI_Comm Comm) const;
  /// True if the ranks of Comm are to agree on each rank's opening:
  /// sharedByAll(), and not all ranks are disabled. Same answer on every rank.
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
  std::atomic<bool> ReadsOnly{false}; ///< Some source has reads, and no slice.
  std::atomic<bool> WrongFamily{false}, WorldIsUp{false};
  std::atomic<bool> AnyTakesPart{false}; ///< Any rank of the world.
  std::atomic<int> InfoScheme{-1};
  std::atomic<bool> Told{false}; ///< The statistics are written: at most once.
  // Written in expect() and initialized() only.
  int Rank = 0, Size = 1;
  bool Spawned = false, AnyThread = false;
  ProgramRun Run;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_PROCESS_H
