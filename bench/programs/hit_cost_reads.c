/* The regions of bench/programs/hit_cost.c. In a file of its own: seen by the
 * compiler together with the passes that call it, these would be the region,
 * and a slice would fetch for the next pass during this one. */

#define _GNU_SOURCE /* RTLD_DEFAULT */

#include "hit_cost.h"

#include <dlfcn.h>

#include <stdint.h>
#include <string.h>
#include <time.h>

static void pause_us(long us) {
  const struct timespec time = {us / 1000000, us % 1000000 * 1000};
  nanosleep(&time, NULL);
}

/* The file tells where it is. */
static void check(int error, const char *to, MPI_Offset at) {
  uint64_t word;
  memcpy(&word, to, sizeof word);
  if (error != MPI_SUCCESS || word != (uint64_t)at)
    MPI_Abort(MPI_COMM_WORLD, 1);
}

void timed_reads(MPI_File file, const struct pass *p, char *to, double *us) {
  for (long i = 0; i < p->reads; i++) {
    if (i == 0)
      pause_us(p->settle_us);
    const MPI_Offset at = (MPI_Offset)i * p->step;
    const double start = MPI_Wtime();
    const int error = MPI_File_read_at(file, at, to, (int)p->bytes, MPI_BYTE,
                                       MPI_STATUS_IGNORE);
    us[i] = 1e6 * (MPI_Wtime() - start);
    check(error, to, at);
  }
}

typedef int read_at(MPI_File, MPI_Offset, void *, int, MPI_Datatype,
                    MPI_Status *);

/* The compiler does not see what is called. */
void timed_unseen_reads(MPI_File file, const struct pass *p, char *to,
                        double *us) {
  read_at *unseen = (read_at *)dlsym(RTLD_DEFAULT, "MPI_File_read_at");
  for (long i = 0; i < p->reads; i++) {
    const MPI_Offset at = (MPI_Offset)i * p->step;
    const double start = MPI_Wtime();
    const int error = i == 0 ? MPI_File_read_at(file, at, to, (int)p->bytes,
                                                MPI_BYTE, MPI_STATUS_IGNORE)
                             : unseen(file, at, to, (int)p->bytes, MPI_BYTE,
                                      MPI_STATUS_IGNORE);
    us[i] = 1e6 * (MPI_Wtime() - start);
    check(error, to, at);
  }
}
