/* Programs that compute before they read: what bench/phases runs.
 *
 * phases.h has the patterns. -DBY_HAND starts threads in main that read all
 * data before the computation. Each program computes for SECONDS in all. With
 * -DBY_MPI the blocks are read by MPI-IO, each by one of the ranks.
 *
 *   phases FOLDER
 */
#include "phases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef BY_MPI
#include <mpi.h>
#endif

#if PATTERN == APART
extern char data[Blocks][Block];
extern int rank, ranks;
static void check(int holds, const char *what) {
  if (!holds) {
    perror(what);
    exit(1);
  }
}
#else
#include "phases_read.c"
#endif

static double *grid;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void compute(double seconds) {
  enum { Cells = 100000, Row = 1000 };
  double end = now() + seconds;
  grid = grid ? grid : calloc(Cells, sizeof *grid);
  for (int row = 0; now() < end; row = (row + Row) % Cells)
    for (int i = row + 1; i < row + Row; i++)
      grid[i] = 0.5 * (grid[i - 1] + sin(i));
}

static const char *in(const char *folder, const char *name) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

#if PATTERN == STDIO
static void readWhole(const char *name) {
  FILE *f = fopen(name, "rb");
  check(f != NULL, name);
  fseek(f, 0, SEEK_END);
  long size = ftell(f);
  rewind(f);
  check(fread(data, 1, (size_t)size, f) == (size_t)size, name);
  fclose(f);
}
#endif

#if PATTERN == CONFIG
static struct {
  int blocks;
  char file[4096];
} settings;

static void configure(const char *name) {
  FILE *f = fopen(name, "r");
  char key[64], value[4000];
  check(f != NULL, name);
  while (fscanf(f, "%63s %3999s", key, value) == 2) {
    if (strcmp(key, "blocks") == 0)
      settings.blocks = atoi(value);
    else if (strcmp(key, "file") == 0)
      strcpy(settings.file, value);
  }
  fclose(f);
}
#endif

#if HAS_STEPS
/* What the computation of a phase takes. */
static double share(int step) {
  const double even = SECONDS / Steps;
  return PATTERN == GROW     ? even * 2 * (step + 1) / (Steps + 1)
         : PATTERN == SHRINK ? even * 2 * (Steps - step) / (Steps + 1)
                             : even;
}

static void load(const char *folder, int step) {
  const int count = Blocks / Files;
  for (int part = 0; part < Parts; part++) {
    char name[64];
    int file = step * Parts + part;
    snprintf(name, sizeof name, "part.%d.%d", (int)Files, file);
    readBlocks(in(folder, name), file * count, count);
  }
}

static void advance(int step) {
  compute(share(step));
#if PATTERN == CALLS
  double sum = grid ? grid[step] : 0;
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (grid)
    grid[step] = sum / ranks;
#endif
}
#endif

#if PATTERN == INIT
static void startMPI(int *argc, char ***argv) {
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
}
#endif

int main(int argc, char **argv) {
  double begin = now();
  check(argc == 2, "one argument, the folder of the data");
#ifdef BY_HAND
  readByHand(argv[1]);
#endif
#if PATTERN == INIT
  startMPI(&argc, &argv);
#elif defined(BY_MPI)
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
#endif
#if PATTERN == SETUP
  compute(SECONDS);
  readBlocks(in(argv[1], "data"), 0, Blocks);
#elif PATTERN == STDIO
  compute(SECONDS);
  readWhole(in(argv[1], "data"));
#elif PATTERN == CONFIG
  configure(in(argv[1], "settings"));
  compute(SECONDS);
  readBlocks(settings.file, 0, settings.blocks);
#elif PATTERN == TWO
  compute(SECONDS / 2);
  readBlocks(in(argv[1], "mesh"), 0, Blocks / 2);
  compute(SECONDS / 2);
  readBlocks(in(argv[1], "table"), Blocks / 2, Blocks / 2);
#elif HAS_STEPS
  for (int step = 0; step < Steps; step++) {
    load(argv[1], step);
    advance(step);
  }
#else
  readBlocks(in(argv[1], "data"), 0, Blocks);
#endif
#ifdef BY_MPI
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  double end = now();
  unsigned long sum = 0;
  for (int i = 0; i < Blocks; i++)
    for (int j = 0; j < Block; j += 64)
      sum = sum * 31 + (unsigned char)data[i][j];
  printf("%lu\n", sum);
  if (rank == 0)
    fprintf(stderr, "seconds %.6f\n", end - begin);
#ifdef BY_MPI
  MPI_Finalize();
#endif
  return 0;
}
