//===- Hdf5Files.h - files read by HDF5 through MPI -----------------------===//
//
// HDF5's parallel library reads a file by MPI_File_read_at, in different pieces
// and with metadata between: a slice of the program's calls and these reads
// meet at places of the file.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SLICE_HDF5FILES_H
#define FORESLICE_FRONTEND_MPIIO_SLICE_HDF5FILES_H

#include "frontend/mpiio/ServedRead.h"

namespace foreslice {

struct SliceStream;

/// See OpenByMpi. Prefetch threads.
void openForHdf5(foreslice_handle File, SliceStream &S);

/// See OpenNamedByMpi: by the handle of all ranks, if there are several.
void openNamedForLibrary(const char *Name, SliceStream &S);

/// The program is about to make the read, to be counted then: slices that came
/// to the file by place learn the program's place. On the reading thread.
void meetByPlace(const ReadRequest &R, const OpenFile &File);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SLICE_HDF5FILES_H
