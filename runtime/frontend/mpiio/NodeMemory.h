//===- NodeMemory.h - shared memory of the ranks of a node ----------------===//
//
// Made once, in MPI_Init, by all ranks together.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_NODEMEMORY_H
#define FORESLICE_FRONTEND_MPIIO_NODEMEMORY_H

#include "frontend/mpiio/Mpi.h"

namespace foreslice {

class NodeDirectory;

/// Ranks with shared memory, or candidates: the ranks of a node, as far as one
/// directory has room.
struct NodeRanks {
  MPI_Comm Comm = MPI_COMM_NULL;
  int Rank = 0;     ///< In Comm.
  int First = 0;    ///< In MPI_COMM_WORLD: the rank of Comm's rank 0.
  bool All = false; ///< Comm has all ranks of the job. Same on every rank.

  /// A number that processes of different nodes and containers do not share; 0
  /// if unknown.
  static uint64_t nodeOfProcess();
  /// Collective. OnOneNode: all ranks have the same nodeOfProcess(), and need
  /// no communicator of their node.
  static NodeRanks find(bool OnOneNode);
  void free() {
    if (Comm != MPI_COMM_WORLD)
      PMPI_Comm_free(&Comm);
  }
};

/// Collective over MPI_COMM_WORLD, whatever a rank's settings are. If ranks
/// cannot share memory, each keeps a separate cache, a note has the reason, and
/// the result is null. Also null on a rank without a cache.
NodeDirectory *shareCacheOnNode(const NodeRanks &Node);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_NODEMEMORY_H
