//===- UnseenCalls.h - the end of a program whose MPI calls pass by -------===//
//
// A sliced library in a program that was linked without the run time: the MPI
// library stands first, so that nobody asks for slices. Whoever wants
// statistics is told at exit.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_UNSEENCALLS_H
#define FORESLICE_FRONTEND_MPIIO_UNSEENCALLS_H

namespace foreslice::unseen_calls {

/// The first regions were announced: MPI_Init will be called, or has been
/// unseen.
void expectInit();

} // namespace foreslice::unseen_calls

#endif // FORESLICE_FRONTEND_MPIIO_UNSEENCALLS_H
