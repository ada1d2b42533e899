//===- LibraryFiles.h - files read by libraries through MPI ---------------===//
//
// Parallel libraries of data (HDF5, PnetCDF) read a file by MPI_File_read_at,
// in different pieces and with metadata between: a slice of the program's calls
// and these reads meet at places of the file.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SLICE_LIBRARYFILES_H
#define FORESLICE_FRONTEND_MPIIO_SLICE_LIBRARYFILES_H

#include "frontend/mpiio/ServedRead.h"
#include "frontend/posix/slice/LibraryFile.h"

namespace foreslice {

/// By name: by the handle of all ranks, if there are several.
LibraryOpens openLibraryFilesByMpi();

/// The program is about to make the read, to be counted then: slices that came
/// to the file by place learn the program's place. On the reading thread.
void meetByPlace(const ReadRequest &R, const OpenFile &File);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SLICE_LIBRARYFILES_H
