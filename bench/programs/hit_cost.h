/* What bench/programs/hit_cost.c and its region share. */

#ifndef BENCH_HIT_COST_H
#define BENCH_HIT_COST_H

#include <mpi.h>

/* One pass over the file: a read of so many bytes at each multiple of step. */
struct pass {
  long bytes, step, reads;
  long settle_us; /* before the first read, for the slice to fetch all */
};

/* Reads at once and fills in the microseconds of each. */
void timed_reads(MPI_File file, const struct pass *p, char *to, double *us);

/* The same, but no slice fetches any but the first page. */
void timed_unseen_reads(MPI_File file, const struct pass *p, char *to,
                        double *us);

#endif
