//===- ServedRead.h - what all served reads have in common ----------------===//
//
// What the program asked for, where that is, its status, and the file pointer.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SERVEDREAD_H
#define FORESLICE_FRONTEND_MPIIO_SERVEDREAD_H

#include "frontend/ProgramRead.h"
#include "frontend/mpiio/RecordedCall.h"
#include "support/FunctionRef.h"

#include <mutex>

namespace foreslice {

/// The PMPI call that the program asked for.
using PlainRead = FunctionRef<int(MPI_Status *)>;
/// The same for a call that only starts the read.
using PlainStart = FunctionRef<int()>;

struct ReadRequest : MpiCall {
  void *Buffer;
};

/// False if the request is not one that the cache may serve: invalid arguments,
/// a view or datatype that is not understood, part of an etype.
bool planFor(const ReadRequest &R, const OpenFile &File, ReadPlan &Plan);
/// False if other ranks may read at the same pointer: where this read begins is
/// known only when it is done.
bool mayServe(const ReadRequest &R, const OpenFile &File);
/// Held over an access of one rank's own. Where several threads access the file
/// at the same pointer, each finds it where the one before has left it: who
/// looks where the pointer is has moved it before another one looks.
std::unique_lock<std::mutex> takeTurn(Pointer From, OpenFile &File);

/// How many bytes a read gave, by its status.
uint64_t bytesOf(MPI_Status &Status);
/// Makes Status that of a read of so many bytes.
void setStatus(MPI_Status *Status, uint64_t Bytes);
/// Moves the pointer that the read uses; false if MPI does not.
bool movePointer(const ReadRequest &R, int64_t Etypes);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SERVEDREAD_H
