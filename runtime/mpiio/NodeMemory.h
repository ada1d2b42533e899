//===- NodeMemory.h - the memory that ranks of a node share ---------------===//
//
// Made once, in MPI_Init, by all ranks together.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_MPIIO_NODEMEMORY_H
#define FORESLICE_MPIIO_NODEMEMORY_H

namespace foreslice {

/// Collective over MPI_COMM_WORLD, whatever a rank's settings are. Where ranks
/// cannot share memory each keeps a cache of its own, and a note says why.
void shareCacheOnNode();

} // namespace foreslice

#endif // FORESLICE_MPIIO_NODEMEMORY_H
