/* Programs that compute before they read: what bench/phases runs.
 *
 * -DPATTERN chooses how the data come in, -DBY_HAND starts a thread in main
 * that reads all data before the computation. Each reads BLOCKS blocks of 64
 * KiB and computes for SECONDS in all. With -DBY_MPI the blocks are read by
 * MPI-IO, each by one of the ranks.
 *
 *   phases FOLDER
 */
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef BY_MPI
#include <mpi.h>
#endif

#define SETUP 1  /* set-up, then all data by one function */
#define STDIO 2  /* the same by fread() of the whole file */
#define CONFIG 3 /* a file of settings says what is read, behind the set-up */
#define TWO 4    /* set-up, a mesh, more set-up, a table */
#define STEPS 5  /* phases: a file is read, then computed on */
#define START 6  /* all data at once, behind the start of MPI */

enum { Block = 65536, Blocks = 200, Steps = 5 };
static char data[Blocks][Block];
static double *grid;
static int rank, ranks = 1;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void compute(double seconds) {
  enum { Cells = 100000 };
  double end = now() + seconds;
  grid = grid ? grid : calloc(Cells, sizeof *grid);
  do
    for (int i = 1; i < Cells; i++)
      grid[i] = 0.5 * (grid[i - 1] + sin(i));
  while (now() < end);
}

static void check(int holds, const char *what) {
  if (!holds) {
    perror(what);
    exit(1);
  }
}

static const char *in(const char *folder, const char *name) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

/* The rank's share of the file's blocks. */
#ifdef BY_MPI
static void readBlocks(const char *name, int first, int count) {
  MPI_File f;
  check(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL,
                      &f) == MPI_SUCCESS,
        name);
  int own = count / ranks;
  for (int i = rank * own; i < (rank + 1) * own; i++)
    MPI_File_read_at(f, (MPI_Offset)i * Block, data[first + i], Block, MPI_BYTE,
                     MPI_STATUS_IGNORE);
  MPI_File_close(&f);
}
#else
static void readBlocks(const char *name, int first, int count) {
  int fd = open(name, O_RDONLY);
  check(fd >= 0, name);
  for (int i = 0; i < count; i++)
    check(pread(fd, data[first + i], Block, (off_t)i * Block) == Block, name);
  close(fd);
}
#endif

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

#ifdef BY_HAND
static void *readAll(void *folder) {
  static char buffer[Block];
  int count = PATTERN == STEPS ? Steps : PATTERN == TWO ? 2 : 1;
  const char *place = getenv("OMPI_COMM_WORLD_RANK"),
             *places = getenv("OMPI_COMM_WORLD_SIZE");
  int own = Blocks / count / (places ? atoi(places) : 1),
      begin = place ? atoi(place) * own : 0;
  for (int step = 0; step < count; step++) {
    char name[4096];
    snprintf(name, sizeof name,
             PATTERN == STEPS ? "%s/step.%d"
             : PATTERN != TWO ? "%s/data"
             : step           ? "%s/table"
                              : "%s/mesh",
             (char *)folder, step);
    int fd = open(name, O_RDONLY);
    for (int i = begin; i < begin + own; i++)
      if (pread(fd, buffer, Block, (off_t)i * Block) != Block)
        break;
    close(fd);
  }
  return NULL;
}
#endif

int main(int argc, char **argv) {
  double begin = now();
  check(argc == 2, "one argument, the folder of the data");
#ifdef BY_HAND
  pthread_t thread;
  pthread_create(&thread, NULL, readAll, argv[1]);
#endif
#ifdef BY_MPI
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
#elif PATTERN == STEPS
  for (int step = 0; step < Steps; step++) {
    char name[64];
    snprintf(name, sizeof name, "step.%d", step);
    readBlocks(in(argv[1], name), step * (Blocks / Steps), Blocks / Steps);
    compute(SECONDS / Steps);
  }
#elif PATTERN == START
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
