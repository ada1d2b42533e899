//===- ServedRead.h - the common part of served reads ---------------------===//
//
// The program's request, the place, the status, and the file pointer.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SERVEDREAD_H
#define FORESLICE_FRONTEND_MPIIO_SERVEDREAD_H

#include "frontend/ProgramRead.h"
#include "frontend/mpiio/RecordedCall.h"
#include "support/FunctionRef.h"

#include <mutex>

namespace foreslice {

/// The program's call, as a PMPI call.
using PlainRead = FunctionRef<int(MPI_Status *)>;
/// The program's call to start a read, as a PMPI call.
using PlainStart = FunctionRef<int()>;
/// The same of a collective read, for so many items.
using CollectiveStart = FunctionRef<int(MPI_Count, MPI_Request *)>;

struct ReadRequest : MpiCall {
  void *Buffer;
};

/// False if the cache may not serve the request: invalid arguments, an unknown
/// view or datatype, or a part of an etype.
bool planFor(const ReadRequest &R, const OpenFile &File, ReadPlan &Plan);
/// False if other ranks may read at the shared pointer: the begin of the read
/// is then known only at the end.
bool mayServe(const ReadRequest &R, const OpenFile &File);
/// The same for a collective read: all ranks must be able to serve the read.
bool mayServeAll(const ReadRequest &R, const OpenFile &File);
/// Held during an access of one rank alone. If several threads access the file
/// at one pointer, each thread moves the pointer before another thread looks at
/// the pointer.
std::unique_lock<std::mutex> takeTurn(Pointer From, OpenFile &File);

/// Bytes of a read, from the status.
uint64_t bytesOf(MPI_Status &Status);
/// Sets Status to a read of Bytes.
void setStatus(MPI_Status *Status, uint64_t Bytes);
/// Moves the pointer of the read; false if MPI fails.
bool movePointer(const ReadRequest &R, int64_t Etypes);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SERVEDREAD_H
