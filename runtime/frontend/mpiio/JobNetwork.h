//===- JobNetwork.h - messages between the nodes of a job -----------------===//
//
// The nodes agree in MPI_Init on a network that all of them are on, a secret,
// and where each rank listens. Nothing of it exists in a job of one node.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_JOBNETWORK_H
#define FORESLICE_FRONTEND_MPIIO_JOBNETWORK_H

#include "frontend/mpiio/NodeMemory.h"

#include <vector>

namespace foreslice::job_network {

/// Collective over MPI_COMM_WORLD, once, where Node is not all. Directory is
/// null on ranks that do not take part. Where nodes cannot reach each other
/// each keeps a cache of its own, and a note says why.
void connect(const NodeRanks &Node, NodeDirectory *Directory);

/// The ranks of Comm, by their rank in MPI_COMM_WORLD, if they are of several
/// nodes and all nodes are connected; else none. Same on every rank of Comm.
std::vector<int> ranksOfSeveralNodes(MPI_Comm Comm);

/// Adds up what the messages of this process came to.
void countMessages();

} // namespace foreslice::job_network

#endif // FORESLICE_FRONTEND_MPIIO_JOBNETWORK_H
