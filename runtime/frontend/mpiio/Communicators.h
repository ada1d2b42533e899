//===- Communicators.h - ranks and sizes for slices -----------------------===//
//
// A slice makes no MPI call. The program's results of MPI_Comm_rank and
// MPI_Comm_size are noted. A slice that asks first waits for the program's
// call. A slice that starts late may ask for a communicator that the program
// has freed meanwhile: the numbers stay known until the handle has others.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_COMMUNICATORS_H
#define FORESLICE_FRONTEND_MPIIO_COMMUNICATORS_H

#include "frontend/mpiio/Mpi.h"
#include "source/slice/SliceEnd.h"
#include "support/Mutex.h"

#include <optional>
#include <unordered_map>

namespace foreslice {

class Process;

class Communicators {
public:
  /// World outlives the object.
  explicit Communicators(const Process &World) : World(World) {}
  Communicators(const Communicators &) = delete;

  struct Numbers {
    std::optional<int> Rank, Size;
    /// Told when the communicator was freed; nothing before.
    std::optional<uint64_t> FreedAt = std::nullopt;
  };

  // The program's threads.

  /// Before MPI_Init: MPI_COMM_WORLD and MPI_COMM_SELF.
  void expectPredefined(int WorldRank, int WorldSize);
  /// MPI_COMM_WORLD and MPI_COMM_SELF.
  void addPredefined(int WorldRank, int WorldSize);
  void note(MPI_Comm Comm, Numbers N);
  /// The handle may be reused for another communicator.
  void forget(MPI_Comm Comm);

  // Prefetch threads, between execution::enter() and leave().

  SliceEnd rank(foreslice_handle Comm, int32_t &Out) {
    return wait(Comm, &Numbers::Rank, Out);
  }
  SliceEnd size(foreslice_handle Comm, int32_t &Out) {
    return wait(Comm, &Numbers::Size, Out);
  }

  /// Has all waiting threads look at execution::cancelFlag(). Any thread.
  void wake();

private:
  using Field = std::optional<int> Numbers::*;
  SliceEnd wait(foreslice_handle Comm, Field Which, int32_t &Out);
  void noteInFortran(MPI_Comm Comm) FORESLICE_REQUIRES(Lock);
  std::optional<int> find(foreslice_handle Comm, Field Which)
      FORESLICE_REQUIRES(Lock);

  const Process &World;
  Mutex Lock;
  std::unordered_map<foreslice_handle, Numbers>
      Known FORESLICE_GUARDED_BY(Lock);
  size_t Freed FORESLICE_GUARDED_BY(Lock) = 0; ///< Of those in Known.
  /// How often the program was told numbers of communicators.
  uint64_t Told FORESLICE_GUARDED_BY(Lock) = 0;
  /// C's handles by Fortran's, where different.
  FortranHandles InFortran FORESLICE_GUARDED_BY(Lock);
  CondVar Noted;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_COMMUNICATORS_H
