/*===- hit_cost.c - what a read from the cache costs ----------------------===//
 *
 * Times single accesses to as many bytes, on 2 ranks, in passes over a file or
 * over memory of its size:
 *
 *   init      MPI_Init, from the last rank's call to the last rank's return;
 *             prints this, and of it what came after the MPI library's part
 *   reads     MPI_File_read_at: in each pass first rank 0, then rank 1. With
 *             -fprefetch-slice rank 0 finds what its slice has fetched, and so
 *             does rank 1, if they share the cache
 *   remote    the same, rank 1 on another node: in each pass the file is opened
 *             anew, rank 0 finds what its slice has fetched, and rank 1, whose
 *             slice fetches nothing, has each page copied
 *   pread     of rank 0, as the rest
 *   memcpy    from memory that it has written before
 *   mapping   memcpy from the file, mapped
 *   pingpong  half the time for a message there and back
 *   vote      what ranks agree by on where a collective read comes from
 *
 *   hit_cost KIND FILE BYTES STEP REGION PASSES SETTLE_US
 *
 * Each access is STEP bytes behind the last one, up to REGION bytes. Prints
 * rank, pass, median and 95th percentile in microseconds, and page faults.
 *
 *===----------------------------------------------------------------------===*/

#define _GNU_SOURCE /* RTLD_NEXT, RUSAGE_THREAD */

#include "hit_cost.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

struct bench {
  struct pass pass;
  const char *file;
  long region, passes;
  char *block;
  double *us;
  long faults; /* of this thread, before the pass */
  int rank;
};

static void die(const char *what) {
  perror(what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* From the start of a page on, as the cache's pages are: some processors copy
 * much slower in the kernel to places a little behind. */
static void *filled(size_t bytes) {
  void *memory = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
  if (!memory)
    die("aligned_alloc");
  return memset(memory, 1, bytes);
}

/* A barrier in which who waits leaves its core to the other. */
static void meet(void) {
  const struct timespec nap = {0, 5000000};
  MPI_Request all;
  int met = 0;
  MPI_Ibarrier(MPI_COMM_WORLD, &all);
  for (;;) {
    MPI_Test(&all, &met, MPI_STATUS_IGNORE);
    if (met)
      return;
    nanosleep(&nap, NULL);
  }
}

static long faults(void) {
  struct rusage usage;
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_minflt;
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void begin_pass(struct bench *b) { b->faults = faults(); }

static void print_pass(const struct bench *b, long pass) {
  const long n = b->pass.reads, faulted = faults() - b->faults;
  qsort(b->us, (size_t)n, sizeof *b->us, ascending);
  printf("%d %ld %.3f %.3f %ld\n", b->rank, pass, b->us[n / 2],
         b->us[n * 95 / 100], faulted);
  fflush(stdout);
}

/* All have opened the file before any page of it is fetched: what is older than
 * its open is no use to a rank. */
static void reads(struct bench *b) {
  MPI_File file;
  if (MPI_File_open(MPI_COMM_WORLD, b->file, MPI_MODE_RDONLY, MPI_INFO_NULL,
                    &file) != MPI_SUCCESS)
    die(b->file);
  for (long pass = 0; pass < b->passes; pass++)
    for (int turn = 0; turn < 2; turn++) {
      meet();
      if (turn != b->rank)
        continue;
      begin_pass(b);
      timed_reads(file, &b->pass, b->block, b->us);
      print_pass(b, pass);
    }
  meet();
  MPI_File_close(&file);
}

static void remote_reads(struct bench *b) {
  for (long pass = 0; pass < b->passes; pass++) {
    MPI_File file;
    if (MPI_File_open(MPI_COMM_WORLD, b->file, MPI_MODE_RDONLY, MPI_INFO_NULL,
                      &file) != MPI_SUCCESS)
      die(b->file);
    meet();
    if (b->rank == 0)
      timed_reads(file, &b->pass, b->block, b->us);
    meet();
    if (b->rank == 1) {
      begin_pass(b);
      timed_unseen_reads(file, &b->pass, b->block, b->us);
      print_pass(b, pass);
    }
    meet();
    MPI_File_close(&file);
  }
}

static void preads(struct bench *b, int fd) {
  const struct pass *p = &b->pass;
  for (long pass = 0; pass < b->passes; pass++) {
    begin_pass(b);
    for (long i = 0; i < p->reads; i++) {
      const double start = MPI_Wtime();
      if (pread(fd, b->block, (size_t)p->bytes, i * p->step) != p->bytes)
        die("pread");
      b->us[i] = 1e6 * (MPI_Wtime() - start);
    }
    print_pass(b, pass);
  }
}

static void copies(struct bench *b, const char *from) {
  const struct pass *p = &b->pass;
  for (long pass = 0; pass < b->passes; pass++) {
    begin_pass(b);
    for (long i = 0; i < p->reads; i++) {
      const double start = MPI_Wtime();
      memcpy(b->block, from + i * p->step, (size_t)p->bytes);
      __asm__ volatile("" : : "r"(b->block) : "memory"); /* it is made */
      b->us[i] = 1e6 * (MPI_Wtime() - start);
    }
    print_pass(b, pass);
  }
}

static void memory_copies(struct bench *b) {
  char *from = filled((size_t)b->region);
  copies(b, from);
  free(from);
}

static void file_accesses(struct bench *b, int mapped) {
  const int fd = open(b->file, O_RDWR);
  if (fd < 0)
    die(b->file);
  if (mapped) {
    void *from = mmap(NULL, (size_t)b->region, PROT_READ | PROT_WRITE,
                      MAP_SHARED, fd, 0);
    if (from == MAP_FAILED)
      die("mmap");
    copies(b, from);
    munmap(from, (size_t)b->region);
  } else {
    preads(b, fd);
  }
  close(fd);
}

/* Sent from where the last use is a region ago, as a page's is. */
static void ping_pong(struct bench *b) {
  const struct pass *p = &b->pass;
  const int count = (int)p->bytes, other = 1 - b->rank;
  char *from = filled((size_t)b->region);
  for (long pass = 0; pass < b->passes; pass++) {
    MPI_Barrier(MPI_COMM_WORLD);
    begin_pass(b);
    for (long i = 0; i < p->reads; i++) {
      const double start = MPI_Wtime();
      for (int turn = 0; turn < 2; turn++)
        if (turn == b->rank)
          MPI_Send(from + i * p->step, count, MPI_BYTE, other, 0,
                   MPI_COMM_WORLD);
        else
          MPI_Recv(b->block, count, MPI_BYTE, other, 0, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
      b->us[i] = 1e6 * (MPI_Wtime() - start) / 2;
    }
    if (b->rank == 0)
      print_pass(b, pass);
  }
  free(from);
}

static void votes(struct bench *b) {
  for (long pass = 0; pass < b->passes; pass++) {
    MPI_Barrier(MPI_COMM_WORLD);
    begin_pass(b);
    for (long i = 0; i < b->pass.reads; i++) {
      const int64_t mine[] = {1, 1, 0};
      int64_t all[3];
      const double start = MPI_Wtime();
      MPI_Allreduce(mine, all, 3, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
      b->us[i] = 1e6 * (MPI_Wtime() - start);
    }
    if (b->rank == 0)
      print_pass(b, pass);
  }
}

static void measure(struct bench *b, const char *kind) {
  if (strcmp(kind, "reads") == 0)
    reads(b);
  else if (strcmp(kind, "remote") == 0)
    remote_reads(b);
  else if (strcmp(kind, "pingpong") == 0)
    ping_pong(b);
  else if (strcmp(kind, "vote") == 0)
    votes(b);
  else if (b->rank == 0 && strcmp(kind, "memcpy") == 0)
    memory_copies(b);
  else if (b->rank == 0)
    file_accesses(b, strcmp(kind, "mapping") == 0);
  meet();
}

/* Called by Foreslice's MPI_Init, but not by the MPI library's own. */
static double library_end;

int PMPI_Init(int *argc, char ***argv) {
  int (*next)(int *, char ***) =
      (int (*)(int *, char ***))dlsym(RTLD_NEXT, "PMPI_Init");
  const int error = next(argc, argv);
  library_end = now();
  return error;
}

/* All ranks have the same clock. */
static void print_init(double begin, double end, int rank) {
  const double mine[] = {begin, library_end > 0 ? library_end : end, end};
  double last[3];
  MPI_Reduce(mine, last, 3, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%.6f %.6f\n", last[2] - last[0], last[2] - last[1]);
}

int main(int argc, char **argv) {
  struct bench b = {0};
  const double begin = now();
  MPI_Init(&argc, &argv);
  const double end = now();
  MPI_Comm_rank(MPI_COMM_WORLD, &b.rank);
  if (argc == 2 && strcmp(argv[1], "init") == 0) {
    print_init(begin, end, b.rank);
    MPI_Finalize();
    return 0;
  }
  if (argc != 8) {
    fprintf(stderr, "usage: hit_cost KIND FILE BYTES STEP REGION PASSES "
                    "SETTLE_US\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  b.file = argv[2];
  b.pass.bytes = atol(argv[3]);
  b.pass.step = atol(argv[4]);
  b.region = atol(argv[5]);
  b.passes = atol(argv[6]);
  b.pass.settle_us = atol(argv[7]);
  b.pass.reads = b.region / b.pass.step;
  b.block = filled((size_t)b.pass.bytes);
  b.us = filled((size_t)b.pass.reads * sizeof *b.us);
  measure(&b, argv[1]);
  free(b.us);
  free(b.block);
  MPI_Finalize();
  return 0;
}
