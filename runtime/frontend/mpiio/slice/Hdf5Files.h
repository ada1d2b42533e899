//===- Hdf5Files.h - files that HDF5 reads by MPI -------------------------===//
//
// HDF5's parallel library reads a file by MPI_File_read_at, in pieces of its
// own and with metadata between: a slice of the program's calls and these reads
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

/// The program is about to make the read, which is counted then: slices that
/// have come to the file by place learn where the program is. The thread that
/// reads.
void meetByPlace(const ReadRequest &R, const OpenFile &File);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SLICE_HDF5FILES_H
