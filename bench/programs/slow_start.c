/* Preloaded by bench/phases: MPI starts START_SECONDS later, as in large jobs.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static void pauseFirst(void) {
  const char *wanted = getenv("START_SECONDS");
  double seconds = wanted ? atof(wanted) : 0;
  struct timespec wait = {(time_t)seconds,
                          (long)((seconds - (double)(time_t)seconds) * 1e9)};
  nanosleep(&wait, NULL);
}

int MPI_Init(int *argc, char ***argv) {
  pauseFirst();
  return ((int (*)(int *, char ***))dlsym(RTLD_NEXT, "MPI_Init"))(argc, argv);
}

/* Fortran's, of mpi_f08. */
void mpi_init_f08_(int *error) {
  pauseFirst();
  ((void (*)(int *))dlsym(RTLD_NEXT, "mpi_init_f08_"))(error);
}
