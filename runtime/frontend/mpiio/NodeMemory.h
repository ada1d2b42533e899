//===- NodeMemory.h - the memory that ranks of a node share ---------------===//
//
// Made once, in MPI_Init, by all ranks together.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_NODEMEMORY_H
#define FORESLICE_FRONTEND_MPIIO_NODEMEMORY_H

#include "frontend/mpiio/Mpi.h"

namespace foreslice {

class NodeDirectory;

/// Ranks that share memory, or might: those of a node, as far as one directory
/// has room for them.
struct NodeRanks {
  MPI_Comm Comm = MPI_COMM_NULL;
  int Rank = 0;     ///< In Comm.
  int First = 0;    ///< In MPI_COMM_WORLD: the rank of Comm's rank 0.
  bool All = false; ///< They are all ranks there are. Same on every rank.

  static NodeRanks find();
  void free() { PMPI_Comm_free(&Comm); }
};

/// Collective over MPI_COMM_WORLD, whatever a rank's settings are. Where ranks
/// cannot share memory each keeps a cache of its own, a note says why, and this
/// gives null, as it does for a rank that does not take part.
NodeDirectory *shareCacheOnNode(const NodeRanks &Node);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_NODEMEMORY_H
