/* Of test/programs/early-uncached.c: MPI starts late, and another client may change a file
   while it does.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

int MPI_Init(int *argc, char ***argv) {
  const char *change = getenv("CHANGE"), *rank = getenv("OMPI_COMM_WORLD_RANK");
  usleep(1000 * atoi(getenv("LATE_MS")));
  if (change && *change && rank && *rank == '0' && system(change) != 0)
    exit(9);
  return ((int (*)(int *, char ***))dlsym(RTLD_NEXT, "MPI_Init"))(argc, argv);
}
