//===- Reads.cpp - the MPI_File_read* entry points ------------------------===//
//
// One line an entry point. Reads by the shared pointer, nonblocking and split
// collective ones are not interposed: they are the MPI library's.
//
//===----------------------------------------------------------------------===//

#include "mpiio/DemandRead.h"

using namespace foreslice;

namespace {

bool votes() { return FileRegistry::get().Voting.load() > 0; }

} // namespace

#define READ(NAME, COUNT)                                                      \
  int MPI_File_##NAME(MPI_File F, void *B, COUNT N, MPI_Datatype T,            \
                      MPI_Status *S) {                                         \
    if (!readsMatter()) [[likely]]                                             \
      return PMPI_File_##NAME(F, B, N, T, S);                                  \
    return independentRead({F, B, N, T, false, 0}, S, [&](MPI_Status *Own) {   \
      return PMPI_File_##NAME(F, B, N, T, Own);                                \
    });                                                                        \
  }

#define READ_AT(NAME, COUNT)                                                   \
  int MPI_File_##NAME(MPI_File F, MPI_Offset O, void *B, COUNT N,              \
                      MPI_Datatype T, MPI_Status *S) {                         \
    if (!readsMatter()) [[likely]]                                             \
      return PMPI_File_##NAME(F, O, B, N, T, S);                               \
    return independentRead({F, B, N, T, true, O}, S, [&](MPI_Status *Own) {    \
      return PMPI_File_##NAME(F, O, B, N, T, Own);                             \
    });                                                                        \
  }

#define READ_ALL(NAME, ALONE, COUNT)                                           \
  int MPI_File_##NAME(MPI_File F, void *B, COUNT N, MPI_Datatype T,            \
                      MPI_Status *S) {                                         \
    if (!readsMatter() && !votes()) [[likely]]                                 \
      return PMPI_File_##NAME(F, B, N, T, S);                                  \
    return collectiveRead(                                                     \
        {F, B, N, T, false, 0}, S,                                             \
        [&](MPI_Status *Own) { return PMPI_File_##NAME(F, B, N, T, Own); },    \
        [&](MPI_Status *Own) { return PMPI_File_##ALONE(F, B, N, T, Own); });  \
  }

#define READ_AT_ALL(NAME, ALONE, COUNT)                                        \
  int MPI_File_##NAME(MPI_File F, MPI_Offset O, void *B, COUNT N,              \
                      MPI_Datatype T, MPI_Status *S) {                         \
    if (!readsMatter() && !votes()) [[likely]]                                 \
      return PMPI_File_##NAME(F, O, B, N, T, S);                               \
    return collectiveRead(                                                     \
        {F, B, N, T, true, O}, S,                                              \
        [&](MPI_Status *Own) { return PMPI_File_##NAME(F, O, B, N, T, Own); }, \
        [&](MPI_Status *Own) {                                                 \
          return PMPI_File_##ALONE(F, O, B, N, T, Own);                        \
        });                                                                    \
  }

extern "C" {

READ(read, int)
READ_AT(read_at, int)
READ_ALL(read_all, read, int)
READ_AT_ALL(read_at_all, read_at, int)
#if FORESLICE_LARGE_COUNTS
READ(read_c, MPI_Count)
READ_AT(read_at_c, MPI_Count)
READ_ALL(read_all_c, read_c, MPI_Count)
READ_AT_ALL(read_at_all_c, read_at_c, MPI_Count)
#endif

} // extern "C"
