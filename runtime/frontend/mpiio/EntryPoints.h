//===- EntryPoints.h - between programs and the run time's MPI calls ------===//
//
// The MPI functions shown by the library are jumps: to the run time's
// functions, or, after stepAside(), to the MPI library's. A jump hands on all
// arguments of the caller, for any form of handles of the caller's MPI library.
// C++ functions would cut an address taken for an int.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_ENTRYPOINTS_H
#define FORESLICE_FRONTEND_MPIIO_ENTRYPOINTS_H

namespace foreslice::entry_points {

/// Returns the function Name; null if there is none.
using Finder = void *(*)(const char *Name);

/// From now on the program's calls go to the functions from Find.
void stepAside(Finder Find);
/// From now on a call of the program first calls Find, to step aside.
void awaitCall(void (*Find)());
/// The awaited call has come.
void callComes();
/// Whether the running call came by a function for Fortran of Open MPI's. Calls
/// on requests from there are not seen.
bool isFromFortran();
/// The part of stepAside() in FortranBindings.cpp.
void stepAsideOfFortran(Finder Find);

} // namespace foreslice::entry_points

#endif // FORESLICE_FRONTEND_MPIIO_ENTRYPOINTS_H
