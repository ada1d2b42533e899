//===- DemandRead.h - a read of the main thread ---------------------------===//
//
// What all MPI_File_read* entry points have in common: one request, how to ask
// the MPI library instead, and the decision between the two.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_MPIIO_DEMANDREAD_H
#define FORESLICE_MPIIO_DEMANDREAD_H

#include "mpiio/Files.h"
#include "mpiio/Process.h"
#include "slice/SliceRunner.h"

namespace foreslice {

struct ReadRequest {
  MPI_File Handle;
  void *Buffer;
  int64_t Count;
  MPI_Datatype Type;
  bool AtOffset; ///< Else at the individual file pointer.
  int64_t Offset;
};

/// The PMPI call that the program asked for.
using PlainRead = FunctionRef<int(MPI_Status *)>;

/// MPI_File_read, _read_at with something to serve or to count.
int independentRead(const ReadRequest &R, MPI_Status *Status, PlainRead Plain);
/// MPI_File_read_all, _read_at_all. Alone is the same read, not collective.
int collectiveRead(const ReadRequest &R, MPI_Status *Status, PlainRead Plain,
                   PlainRead Alone);

/// True if a read has to be looked at at all; all that a read outside of
/// regions pays.
inline bool readsMatter() {
  return slice_runner::inRegion() || process().counting();
}

} // namespace foreslice

#endif // FORESLICE_MPIIO_DEMANDREAD_H
