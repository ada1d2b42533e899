//===- Bypass.h - reads that never come by --------------------------------===//
//
// A profiling tool before this library may call PMPI_File_read_at itself: the
// program's reads are then no calls of this library.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_BYPASS_H
#define FORESLICE_FRONTEND_MPIIO_BYPASS_H

#include <string>

namespace foreslice::bypass {

/// The file that defines Function for the program, if that is not the file
/// which defines Ours; else empty.
std::string fileBefore(const char *Function, const void *Ours);

/// Notes who stands before this library, if no read of some file came by.
void note();

} // namespace foreslice::bypass

#endif // FORESLICE_FRONTEND_MPIIO_BYPASS_H
