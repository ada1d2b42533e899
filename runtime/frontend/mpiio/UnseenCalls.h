//===- UnseenCalls.h - the end of a program with unseen MPI calls ---------===//
//
// A sliced library in a program linked without the run time: the MPI library
// stands first, so nobody asks for slices. A user who asked for statistics is
// told at exit.
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
