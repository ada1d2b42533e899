/* A profiling tool to be preloaded: counts reads, and calls the MPI library by PMPI as tools do,
 * or with -DNEXT whoever defines the function next. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

static int calls;

int MPI_File_read_at(MPI_File file, MPI_Offset at, void *to, int count, MPI_Datatype type,
                     MPI_Status *status) {
  calls++;
#ifdef NEXT
  int (*next)(MPI_File, MPI_Offset, void *, int, MPI_Datatype, MPI_Status *) =
      dlsym(RTLD_NEXT, "MPI_File_read_at");
  return next(file, at, to, count, type, status);
#else
  return PMPI_File_read_at(file, at, to, count, type, status);
#endif
}

__attribute__((destructor)) static void tell(void) {
  if (calls)
    printf("tool: %d reads\n", calls);
}
