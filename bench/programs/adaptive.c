/*===- adaptive.c - interleaved reads of a shared file --------------------===//
 *
 * The benchmark of Madhyastha, Elford and Reed (Optimizing Input/Output Using
 * Adaptive File System Policies, 1996, section 5.4): rank r of p reads the
 * blocks r, r + p, r + 2p and so on, and computes after each for a random time,
 * which is uniform with a mean.
 *
 *   adaptive FILE generate MIB
 *   adaptive FILE PHASE...
 *
 * A phase is ORDER:BLOCK_KIB:BLOCKS:COMPUTE_US, with so many blocks for all
 * ranks together, and begins where the one before it has ended. ORDER is
 * interleaved, or shuffled, in which no pattern is. Computation sleeps.
 *
 * Prints a checksum of all that was read, and "seconds ..." on standard error.
 *
 *===----------------------------------------------------------------------===*/

#include <inttypes.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_PHASES = 64 };

struct phase {
  char order[16];
  long block_kib, blocks, compute_us;
};

static int rank, ranks;

static void die(const char *what) {
  fprintf(stderr, "adaptive: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 2);
}

/* A number that looks random but is the same in every run. */
static uint64_t scramble(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static void compute(uint64_t draw, long mean_us) {
  if (mean_us == 0)
    return;
  const long ns = (long)(draw % (uint64_t)(2 * mean_us * 1000));
  nanosleep(&(struct timespec){ns / 1000000000, ns % 1000000000}, NULL);
}

static uint64_t sum(const unsigned char *bytes, int count) {
  uint64_t total = 0;
  for (int i = 0; i + 8 <= count; i += 8) {
    uint64_t word;
    memcpy(&word, bytes + i, 8);
    total = total * 31 + word;
  }
  return total;
}

static uint64_t run_phase(MPI_File file, const struct phase *p,
                          MPI_Offset begin) {
  const int bytes = (int)(p->block_kib * 1024);
  unsigned char *buffer = malloc((size_t)bytes);
  uint64_t total = 0;
  const int shuffled = strcmp(p->order, "shuffled") == 0;
  if (!buffer || (!shuffled && strcmp(p->order, "interleaved") != 0))
    die("a phase is interleaved or shuffled, and its blocks fit in memory");
  for (long b = rank; b < p->blocks; b += ranks) {
    const uint64_t draw = scramble((uint64_t)b * 2654435761u + 1);
    const long at = shuffled ? (long)(draw % (uint64_t)p->blocks) : b;
    MPI_Status status;
    int got = 0;
    if (MPI_File_read_at(file, begin + (MPI_Offset)at * bytes, buffer, bytes,
                         MPI_BYTE, &status) != MPI_SUCCESS)
      die("a read has failed");
    MPI_Get_count(&status, MPI_BYTE, &got);
    total = total * 31 + sum(buffer, got);
    compute(scramble(draw), p->compute_us);
  }
  free(buffer);
  return total;
}

static void generate(const char *path, long mib) {
  FILE *f = rank == 0 ? fopen(path, "wb") : NULL;
  uint64_t words[8192];
  for (long i = 0; f && i < mib * 16; i++) {
    for (int j = 0; j < 8192; j++)
      words[j] = scramble((uint64_t)i * 8192 + (uint64_t)j);
    fwrite(words, sizeof words, 1, f);
  }
  if (rank == 0 && (!f || fclose(f) != 0))
    die("the file cannot be written");
}

static void read_all(int phases, char **specs, const char *path) {
  MPI_File file;
  if (MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDONLY, MPI_INFO_NULL,
                    &file) != MPI_SUCCESS)
    die("the file cannot be opened");
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  uint64_t total = 0, all = 0;
  MPI_Offset begin = 0;
  double ends[MOST_PHASES];
  if (phases > MOST_PHASES)
    die("there are too many phases");
  for (int i = 0; i < phases; i++) {
    struct phase p;
    if (sscanf(specs[i], "%15[a-z]:%ld:%ld:%ld", p.order, &p.block_kib,
               &p.blocks, &p.compute_us) != 4)
      die("a phase is ORDER:BLOCK_KIB:BLOCKS:COMPUTE_US");
    total += run_phase(file, &p, begin);
    begin += (MPI_Offset)p.blocks * p.block_kib * 1024;
    ends[i] = MPI_Wtime() - start;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  const double seconds = MPI_Wtime() - start;
  MPI_File_close(&file);
  MPI_Reduce(&total, &all, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    printf("%016" PRIx64 "\n", all);
    fprintf(stderr, "seconds %f\n", seconds);
    for (int i = 0; i < phases; i++)
      fprintf(stderr, "phase %f\n", ends[i] - (i > 0 ? ends[i - 1] : 0));
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc < 3)
    die("usage: adaptive FILE generate MIB, or adaptive FILE PHASE...");
  if (argc == 4 && strcmp(argv[2], "generate") == 0)
    generate(argv[1], atol(argv[3]));
  else
    read_all(argc - 2, argv + 2, argv[1]);
  MPI_Finalize();
}
