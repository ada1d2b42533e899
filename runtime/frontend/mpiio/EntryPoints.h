//===- EntryPoints.h - between programs and the run time's MPI calls ------===//
//
// The MPI functions that the library shows are jumps: to the run time's own
// functions, or, once it has stepped aside, to the MPI library's. A jump hands
// on all that the caller gave, whatever the handles of the caller's MPI library
// are. C++ functions would cut an address that they take for an int.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_ENTRYPOINTS_H
#define FORESLICE_FRONTEND_MPIIO_ENTRYPOINTS_H

namespace foreslice::entry_points {

/// Gives the function of that name; null if there is none.
using Finder = void *(*)(const char *Name);

/// From now on the program's calls go to the functions that Find gives.
void stepAside(Finder Find);
/// From now on a call of the program's calls Find first, which has to step
/// aside.
void awaitCall(void (*Find)());
/// The call has come.
void callComes();
/// Its part in FortranBindings.cpp.
void stepAsideOfFortran(Finder Find);

} // namespace foreslice::entry_points

#endif // FORESLICE_FRONTEND_MPIIO_ENTRYPOINTS_H
