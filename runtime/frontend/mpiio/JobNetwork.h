//===- JobNetwork.h - messages between the nodes of a job -----------------===//
//
// In MPI_Init, the nodes agree on a common network, a secret, and an address
// for each rank. A job of one node has no network.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_JOBNETWORK_H
#define FORESLICE_FRONTEND_MPIIO_JOBNETWORK_H

#include "frontend/mpiio/NodeMemory.h"

#include <vector>

namespace foreslice::job_network {

/// Collective over MPI_COMM_WORLD, once, if Node is not all. Directory is null
/// on ranks without a shared cache. If nodes cannot reach each other, each
/// keeps a separate cache, and a note has the reason.
void connect(const NodeRanks &Node, NodeDirectory *Directory);

/// The ranks of Comm, by rank in MPI_COMM_WORLD, if Comm spans several nodes
/// and all nodes are connected; else none. Same on every rank of Comm.
std::vector<int> ranksOfSeveralNodes(MPI_Comm Comm);

/// Adds the messages of this process to the statistics.
void countMessages();

} // namespace foreslice::job_network

#endif // FORESLICE_FRONTEND_MPIIO_JOBNETWORK_H
