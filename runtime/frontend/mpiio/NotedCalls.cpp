//===- NotedCalls.cpp - calls with results for slices ---------------------===//
//
// The MPI library makes these calls. The results are noted for slices, as
// slices call no MPI: ranks and sizes of communicators, and layouts of
// datatypes.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/MpiFrontend.h"

using namespace foreslice;

extern "C" {

int MPI_Comm_rank(MPI_Comm Comm, int *Rank) {
  int Error = PMPI_Comm_rank(Comm, Rank);
  if (Error == MPI_SUCCESS)
    mpi().communicators().note(Comm, {.Rank = *Rank, .Size = {}});
  return Error;
}

int MPI_Comm_size(MPI_Comm Comm, int *Size) {
  int Error = PMPI_Comm_size(Comm, Size);
  if (Error == MPI_SUCCESS)
    mpi().communicators().note(Comm, {.Rank = {}, .Size = *Size});
  return Error;
}

int MPI_Comm_free(MPI_Comm *Comm) {
  if (Comm)
    mpi().communicators().forget(*Comm);
  return PMPI_Comm_free(Comm);
}

int MPI_Comm_disconnect(MPI_Comm *Comm) {
  if (Comm)
    mpi().communicators().forget(*Comm);
  return PMPI_Comm_disconnect(Comm);
}

int MPI_Type_commit(MPI_Datatype *Type) {
  int Error = PMPI_Type_commit(Type);
  if (Error == MPI_SUCCESS)
    mpi().types().committed(*Type);
  return Error;
}

int MPI_Type_dup(MPI_Datatype Old, MPI_Datatype *New) {
  int Error = PMPI_Type_dup(Old, New);
  if (Error == MPI_SUCCESS)
    mpi().types().committed(*New);
  return Error;
}

} // extern "C"
