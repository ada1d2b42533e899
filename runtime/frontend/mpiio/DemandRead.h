//===- DemandRead.h - a read of the main thread ---------------------------===//
//
// What all MPI_File_read* entry points have in common: one request, how to ask
// the MPI library instead, and the decision between the two, by a vote of the
// ranks before a collective read.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_DEMANDREAD_H
#define FORESLICE_FRONTEND_MPIIO_DEMANDREAD_H

#include "frontend/Runtime.h"
#include "frontend/mpiio/ServedRead.h"

namespace foreslice {

/// MPI_File_read, _read_at with something to serve or to count, and
/// _read_shared and _read_ordered, which are served only if one rank opened the
/// file.
int independentRead(const ReadRequest &R, MPI_Status *Status, PlainRead Plain);
/// MPI_File_read_all, _read_at_all. Alone is the same read, not collective.
int collectiveRead(const ReadRequest &R, MPI_Status *Status, PlainRead Plain,
                   PlainRead Alone);
/// MPI_File_iread, _iread_at; _iread_shared as _read_shared.
int nonblockingRead(const ReadRequest &R, MPI_Request *Request,
                    PlainStart Plain);
/// MPI_File_iread_all, _iread_at_all.
int nonblockingCollectiveRead(const ReadRequest &R, MPI_Request *Request,
                              PlainStart Plain);
/// MPI_File_read_all_begin, _read_at_all_begin, and their ends. Alone is the
/// same read, blocking and not collective.
int splitReadBegin(const ReadRequest &R, PlainStart Plain, PlainRead Alone);
/// MPI_File_read_ordered_begin; its end is splitReadEnd. Whole is
/// MPI_File_read_ordered.
int orderedReadBegin(const ReadRequest &R, PlainStart Plain, PlainRead Whole);
int splitReadEnd(MPI_File Handle, MPI_Status *Status, PlainRead Plain);

/// True if a read has to be looked at at all; all that a read pays while no
/// source looks.
inline bool readsMatter() {
  return sources().anyCounts() || runtime().counting();
}

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_DEMANDREAD_H
