// As much of an MPI library as tells whose it is: OPEN_MPI, MPICH or neither,
// with the handles of that family. A call says that it came.
#include <stdint.h>
#include <stdio.h>

#ifdef OPEN_MPI
int ompi_mpi_comm_world;
#endif
#ifdef MPICH
int MPIR_Err_create_code(void) { return 0; }
#endif

#ifdef MPICH
typedef int handle;
#else
typedef void *handle;
#endif

#define CALL(name, parameters, ...)                                            \
  int P##name parameters {                                                     \
    printf(#name __VA_ARGS__);                                                 \
    return 0;                                                                  \
  }                                                                            \
  int name parameters __attribute__((weak, alias("P" #name)));

CALL(MPI_Init, (int *argc, char ***argv), "\n")
CALL(MPI_Finalize, (void), "\n")
CALL(MPI_Comm_rank, (handle comm, int *rank), " %llx\n",
     (unsigned long long)(uintptr_t)comm)
CALL(MPI_File_open,
     (handle comm, const char *name, int mode, handle info, void **file),
     " %llx %s %d %llx\n", (unsigned long long)(uintptr_t)comm, name, mode,
     (unsigned long long)(uintptr_t)info)
CALL(MPI_File_read_at,
     (void *file, long long at, void *data, int count, handle type,
      void *status),
     " %lld %d %llx\n", at, count, (unsigned long long)(uintptr_t)type)
