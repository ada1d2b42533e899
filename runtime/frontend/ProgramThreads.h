//===- ProgramThreads.h - whether a library may be asked ------------------===//
//
// A launch may stand before the lock that a program takes around its own calls
// of a library. So the run time asks a library that is not made for threads
// only where no other thread can be in it.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_PROGRAMTHREADS_H
#define FORESLICE_FRONTEND_PROGRAMTHREADS_H

namespace foreslice {

/// Whether the program has told MPI that it has one thread.
bool hasOneThreadByMpi();
/// The same, or, of a program without MPI, whether the process has no threads
/// but this one and the run time's. Some system calls.
bool hasOneThread();

} // namespace foreslice

#endif // FORESLICE_FRONTEND_PROGRAMTHREADS_H
