//===- Bypass.h - reads past this library ---------------------------------===//
//
// A profiling tool before this library may call PMPI_File_read_at directly:
// then the program's reads do not call this library.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_BYPASS_H
#define FORESLICE_FRONTEND_MPIIO_BYPASS_H

#include <string>

namespace foreslice::bypass {

/// The file with the program's definition of Function, if not the file with the
/// definition Ours; else empty.
std::string fileBefore(const char *Function, const void *Ours);

/// Notes the library before this library, if a file had no reads here.
void note();

} // namespace foreslice::bypass

#endif // FORESLICE_FRONTEND_MPIIO_BYPASS_H
