//===- ServedRead.h - what all served reads have in common ----------------===//
//
// Where it is, its status, the file pointer, and the vote before a collective
// read.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SERVEDREAD_H
#define FORESLICE_FRONTEND_MPIIO_SERVEDREAD_H

#include "frontend/ProgramRead.h"
#include "frontend/mpiio/DemandRead.h"

#include <optional>

namespace foreslice {

/// False if the request is not one that the cache may serve: invalid arguments,
/// a view or datatype that is not understood, part of an etype.
bool prepare(ReadPlan &Plan, const ReadRequest &R, const OpenFile &File);
/// False if other ranks may read at the same pointer: where this read begins is
/// known only when it is done.
bool mayServe(const ReadRequest &R, const OpenFile &File);
/// How many bytes a read gave, by its status.
uint64_t bytesOf(MPI_Status &Status);
/// Makes Status that of a read of so many bytes.
void setStatus(MPI_Status *Status, uint64_t Bytes);
/// Moves the pointer that the read uses past it; false if MPI does not.
bool movePointer(const ReadRequest &R, const ReadPlan &Plan);

/// A collective read, once every rank of the file has come to it, in a region
/// or not: its result if the ranks voted for their caches, nothing if they all
/// go to the MPI library. Alone is the same read, not collective.
std::optional<int> votedRead(const ReadRequest &R, const OpenFile &File,
                             MPI_Status *Status, PlainRead Alone,
                             ReadOutcome &Outcome);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SERVEDREAD_H
