//===- DemandRead.h - a read of the main thread ---------------------------===//
//
// The common part of all MPI_File_read* entry points: one request, the call of
// the MPI library, and the choice between cache and library, by a vote of the
// ranks before a collective read.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_DEMANDREAD_H
#define FORESLICE_FRONTEND_MPIIO_DEMANDREAD_H

#include "frontend/Runtime.h"
#include "frontend/mpiio/ServedRead.h"

namespace foreslice {

/// MPI_File_read and _read_at with data to serve or to count, and _read_shared
/// and _read_ordered, served only if one rank opened the file.
int independentRead(const ReadRequest &R, MPI_Status *Status, PlainRead Plain);
/// MPI_File_read_all, _read_at_all. Alone reads without the other ranks.
int collectiveRead(const ReadRequest &R, MPI_Status *Status, PlainRead Plain,
                   PlainRead Alone);
/// MPI_File_iread, _iread_at; _iread_shared as _read_shared.
int nonblockingRead(const ReadRequest &R, MPI_Request *Request,
                    PlainStart Plain);
/// MPI_File_iread_all, _iread_at_all. Start is the program's call with another
/// count.
int nonblockingCollectiveRead(const ReadRequest &R, MPI_Request *Request,
                              CollectiveStart Start);
/// MPI_File_read_all_begin, _read_at_all_begin, and the ends of both. Alone
/// reads blocking, without the other ranks.
int splitReadBegin(const ReadRequest &R, PlainStart Plain, PlainRead Alone);
/// MPI_File_read_ordered_begin; splitReadEnd is the end. Whole is
/// MPI_File_read_ordered.
int orderedReadBegin(const ReadRequest &R, PlainStart Plain, PlainRead Whole);
int splitReadEnd(MPI_File Handle, MPI_Status *Status, PlainRead Plain);

/// True if any read is to be looked at; the only cost of a read without
/// sources.
inline bool readsMatter() {
  return sources().anyCounts() || runtime().counting() ||
         sources().lookAtNext() || runtime().demand().keepsWritten();
}

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_DEMANDREAD_H
