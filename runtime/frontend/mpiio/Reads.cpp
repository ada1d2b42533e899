//===- Reads.cpp - the MPI_File_read* entry points ------------------------===//
//
// One line for each entry point.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/DemandRead.h"
#include "frontend/mpiio/MpiFrontend.h"

using namespace foreslice;

namespace {

bool votes() { return mpi().files().Voting.load() > 0; }

} // namespace

#define READ(NAME, COUNT)                                                      \
  int MPI_File_##NAME(MPI_File F, void *B, COUNT N, MPI_Datatype T,            \
                      MPI_Status *S) {                                         \
    if (!readsMatter()) [[likely]]                                             \
      return PMPI_File_##NAME(F, B, N, T, S);                                  \
    return independentRead(                                                    \
        {{F, N, T, Pointer::Individual, 0, FORESLICE_SITE}, B}, S,             \
        [&](MPI_Status *Status) {                                              \
          return PMPI_File_##NAME(F, B, N, T, Status);                         \
        });                                                                    \
  }

#define READ_AT(NAME, COUNT)                                                   \
  int MPI_File_##NAME(MPI_File F, MPI_Offset O, void *B, COUNT N,              \
                      MPI_Datatype T, MPI_Status *S) {                         \
    if (!readsMatter()) [[likely]]                                             \
      return PMPI_File_##NAME(F, O, B, N, T, S);                               \
    return independentRead({{F, N, T, Pointer::None, O, FORESLICE_SITE}, B},   \
                           S, [&](MPI_Status *Status) {                        \
                             return PMPI_File_##NAME(F, O, B, N, T, Status);   \
                           });                                                 \
  }

#define READ_ALL(NAME, ALONE, COUNT)                                           \
  int MPI_File_##NAME(MPI_File F, void *B, COUNT N, MPI_Datatype T,            \
                      MPI_Status *S) {                                         \
    if (!readsMatter() && !votes()) [[likely]]                                 \
      return PMPI_File_##NAME(F, B, N, T, S);                                  \
    return collectiveRead(                                                     \
        {{F, N, T, Pointer::Individual, 0, FORESLICE_SITE}, B}, S,             \
        [&](MPI_Status *Status) {                                              \
          return PMPI_File_##NAME(F, B, N, T, Status);                         \
        },                                                                     \
        [&](MPI_Status *Status) {                                              \
          return PMPI_File_##ALONE(F, B, N, T, Status);                        \
        });                                                                    \
  }

#define READ_AT_ALL(NAME, ALONE, COUNT)                                        \
  int MPI_File_##NAME(MPI_File F, MPI_Offset O, void *B, COUNT N,              \
                      MPI_Datatype T, MPI_Status *S) {                         \
    if (!readsMatter() && !votes()) [[likely]]                                 \
      return PMPI_File_##NAME(F, O, B, N, T, S);                               \
    return collectiveRead(                                                     \
        {{F, N, T, Pointer::None, O, FORESLICE_SITE}, B}, S,                   \
        [&](MPI_Status *Status) {                                              \
          return PMPI_File_##NAME(F, O, B, N, T, Status);                      \
        },                                                                     \
        [&](MPI_Status *Status) {                                              \
          return PMPI_File_##ALONE(F, O, B, N, T, Status);                     \
        });                                                                    \
  }

#define IREAD(NAME, COUNT)                                                     \
  int MPI_File_##NAME(MPI_File F, void *B, COUNT N, MPI_Datatype T,            \
                      MPI_Request *R) {                                        \
    if (!readsMatter()) [[likely]]                                             \
      return PMPI_File_##NAME(F, B, N, T, R);                                  \
    return nonblockingRead(                                                    \
        {{F, N, T, Pointer::Individual, 0, FORESLICE_SITE}, B}, R,             \
        [&] { return PMPI_File_##NAME(F, B, N, T, R); });                      \
  }

#define IREAD_AT(NAME, COUNT)                                                  \
  int MPI_File_##NAME(MPI_File F, MPI_Offset O, void *B, COUNT N,              \
                      MPI_Datatype T, MPI_Request *R) {                        \
    if (!readsMatter()) [[likely]]                                             \
      return PMPI_File_##NAME(F, O, B, N, T, R);                               \
    return nonblockingRead(                                                    \
        {{F, N, T, Pointer::None, O, FORESLICE_SITE}, B}, R,                   \
        [&] { return PMPI_File_##NAME(F, O, B, N, T, R); });                   \
  }

#define IREAD_ALL(NAME, COUNT)                                                 \
  int MPI_File_##NAME(MPI_File F, void *B, COUNT N, MPI_Datatype T,            \
                      MPI_Request *R) {                                        \
    if (!readsMatter()) [[likely]]                                             \
      return PMPI_File_##NAME(F, B, N, T, R);                                  \
    return nonblockingCollectiveRead(                                          \
        {{F, N, T, Pointer::Individual, 0, FORESLICE_SITE}, B}, R,             \
        [&](MPI_Count Items, MPI_Request *Q) {                                 \
          return PMPI_File_##NAME(F, B, static_cast<COUNT>(Items), T, Q);      \
        });                                                                    \
  }

#define IREAD_AT_ALL(NAME, COUNT)                                              \
  int MPI_File_##NAME(MPI_File F, MPI_Offset O, void *B, COUNT N,              \
                      MPI_Datatype T, MPI_Request *R) {                        \
    if (!readsMatter()) [[likely]]                                             \
      return PMPI_File_##NAME(F, O, B, N, T, R);                               \
    return nonblockingCollectiveRead(                                          \
        {{F, N, T, Pointer::None, O, FORESLICE_SITE}, B}, R,                   \
        [&](MPI_Count Items, MPI_Request *Q) {                                 \
          return PMPI_File_##NAME(F, O, B, static_cast<COUNT>(Items), T, Q);   \
        });                                                                    \
  }

#define BEGIN(NAME, ALONE, COUNT)                                              \
  int MPI_File_##NAME(MPI_File F, void *B, COUNT N, MPI_Datatype T) {          \
    if (!readsMatter() && !votes()) [[likely]]                                 \
      return PMPI_File_##NAME(F, B, N, T);                                     \
    return splitReadBegin(                                                     \
        {{F, N, T, Pointer::Individual, 0, FORESLICE_SITE}, B},                \
        [&] { return PMPI_File_##NAME(F, B, N, T); },                          \
        [&](MPI_Status *Status) {                                              \
          return PMPI_File_##ALONE(F, B, N, T, Status);                        \
        });                                                                    \
  }

#define BEGIN_AT(NAME, ALONE, COUNT)                                           \
  int MPI_File_##NAME(MPI_File F, MPI_Offset O, void *B, COUNT N,              \
                      MPI_Datatype T) {                                        \
    if (!readsMatter() && !votes()) [[likely]]                                 \
      return PMPI_File_##NAME(F, O, B, N, T);                                  \
    return splitReadBegin(                                                     \
        {{F, N, T, Pointer::None, O, FORESLICE_SITE}, B},                      \
        [&] { return PMPI_File_##NAME(F, O, B, N, T); },                       \
        [&](MPI_Status *Status) {                                              \
          return PMPI_File_##ALONE(F, O, B, N, T, Status);                     \
        });                                                                    \
  }

#define READ_SHARED(NAME, COUNT)                                               \
  int MPI_File_##NAME(MPI_File F, void *B, COUNT N, MPI_Datatype T,            \
                      MPI_Status *S) {                                         \
    mpi().files().sharedPointerUsed(F);                                        \
    if (!readsMatter()) [[likely]]                                             \
      return PMPI_File_##NAME(F, B, N, T, S);                                  \
    return independentRead({{F, N, T, Pointer::Shared, 0, FORESLICE_SITE}, B}, \
                           S, [&](MPI_Status *Status) {                        \
                             return PMPI_File_##NAME(F, B, N, T, Status);      \
                           });                                                 \
  }

#define IREAD_SHARED(NAME, COUNT)                                              \
  int MPI_File_##NAME(MPI_File F, void *B, COUNT N, MPI_Datatype T,            \
                      MPI_Request *R) {                                        \
    mpi().files().sharedPointerUsed(F);                                        \
    if (!readsMatter()) [[likely]]                                             \
      return PMPI_File_##NAME(F, B, N, T, R);                                  \
    return nonblockingRead({{F, N, T, Pointer::Shared, 0, FORESLICE_SITE}, B}, \
                           R,                                                  \
                           [&] { return PMPI_File_##NAME(F, B, N, T, R); });   \
  }

#define BEGIN_ORDERED(NAME, WHOLE, COUNT)                                      \
  int MPI_File_##NAME(MPI_File F, void *B, COUNT N, MPI_Datatype T) {          \
    mpi().files().sharedPointerUsed(F);                                        \
    if (!readsMatter()) [[likely]]                                             \
      return PMPI_File_##NAME(F, B, N, T);                                     \
    return orderedReadBegin(                                                   \
        {{F, N, T, Pointer::Shared, 0, FORESLICE_SITE}, B},                    \
        [&] { return PMPI_File_##NAME(F, B, N, T); },                          \
        [&](MPI_Status *Status) {                                              \
          return PMPI_File_##WHOLE(F, B, N, T, Status);                        \
        });                                                                    \
  }

#define END(NAME)                                                              \
  int MPI_File_##NAME(MPI_File F, void *B, MPI_Status *S) {                    \
    if (mpi().files().Reading.load() == 0) [[likely]]                          \
      return PMPI_File_##NAME(F, B, S);                                        \
    return splitReadEnd(F, S, [&](MPI_Status *Status) {                        \
      return PMPI_File_##NAME(F, B, Status);                                   \
    });                                                                        \
  }

extern "C" {

READ(read, int)
READ_AT(read_at, int)
READ_ALL(read_all, read, int)
READ_AT_ALL(read_at_all, read_at, int)
IREAD(iread, int)
IREAD_AT(iread_at, int)
IREAD_ALL(iread_all, int)
IREAD_AT_ALL(iread_at_all, int)
BEGIN(read_all_begin, read, int)
BEGIN_AT(read_at_all_begin, read_at, int)
END(read_all_end)
END(read_at_all_end)
READ_SHARED(read_shared, int)
READ_SHARED(read_ordered, int)
IREAD_SHARED(iread_shared, int)
BEGIN_ORDERED(read_ordered_begin, read_ordered, int)
END(read_ordered_end)
#if FORESLICE_LARGE_COUNTS
READ(read_c, MPI_Count)
READ_AT(read_at_c, MPI_Count)
READ_ALL(read_all_c, read_c, MPI_Count)
READ_AT_ALL(read_at_all_c, read_at_c, MPI_Count)
IREAD(iread_c, MPI_Count)
IREAD_AT(iread_at_c, MPI_Count)
IREAD_ALL(iread_all_c, MPI_Count)
IREAD_AT_ALL(iread_at_all_c, MPI_Count)
BEGIN(read_all_begin_c, read_c, MPI_Count)
BEGIN_AT(read_at_all_begin_c, read_at_c, MPI_Count)
READ_SHARED(read_shared_c, MPI_Count)
READ_SHARED(read_ordered_c, MPI_Count)
IREAD_SHARED(iread_shared_c, MPI_Count)
BEGIN_ORDERED(read_ordered_begin_c, read_ordered_c, MPI_Count)
#endif

} // extern "C"
