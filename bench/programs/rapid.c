/*===- rapid.c - the workload of the RAPID Transit testbed ----------------===//
 *
 * The six parallel access patterns of Kotz and Ellis (1990), section 5.2: local
 * ones, where each rank reads portions of its own, and global ones, where the
 * ranks read portions together, in turns.
 *
 *   rapid PATTERN SYNC FILE BLOCKS COMPUTE_US
 *   rapid generate FILE BLOCKS
 *
 * PATTERN: lfp, lrp (local portions, fixed and random), lw (each rank the same
 * blocks from the first one on), gfp, grp (global portions), gw (the ranks
 * together the whole file). SYNC: each (every 10 blocks of a rank), total
 * (every 200 of all ranks), portion, none. All ranks together make BLOCKS
 * reads of a block each. After each block a rank computes, that is sleeps, for
 * a time that is exponentially distributed with a mean of COMPUTE_US.
 *
 * Rank r prints a checksum of what it has read. Rank 0 prints on standard error
 * how many blocks of the file were read by anyone, the seconds until the last
 * rank has ended, and the seconds that a rank spent, by the mean of all, in
 * reads, at synchronisation points, and at the end until all had come there.
 *
 *===----------------------------------------------------------------------===*/

#include <inttypes.h>
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  Block = 65536,
  LocalPortion = 10, /* blocks */
  GlobalPortion = 40,
  EachBlocks = 10,
  TotalBlocks = 200
};

static int rank, ranks;

/* Numbers of which each rank can work out those of all. */
static uint64_t mixed(uint64_t x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdULL;
  x ^= x >> 33;
  x *= 0xc4ceb9fe1a85ec53ULL;
  return x ^ (x >> 33);
}

/* A portion of a rank, or of all ranks together if who is -1. */
struct portion {
  int64_t begin, length;
};

static struct portion fixed(int64_t number, int who, int64_t length,
                            int64_t blocks) {
  int64_t place = who < 0 ? number : number * ranks + who;
  /* As many blocks are skipped as are read. */
  return (struct portion){place * 2 * length % blocks, length};
}

static struct portion drawn(int64_t number, int who, int64_t length,
                            int64_t blocks) {
  uint64_t draw = mixed((uint64_t)number * 1000003 + (uint64_t)(who + 2));
  int64_t size = 1 + (int64_t)(draw % (uint64_t)(2 * length - 1));
  return (struct portion){(int64_t)(mixed(draw) % (uint64_t)blocks), size};
}

static void compute(int us, uint64_t number) {
  if (us == 0)
    return;
  double uniform =
      (double)(mixed(number * 64 + (uint64_t)rank) >> 11) / 9007199254740992.0;
  double exponential = -log(1 - uniform) * us;
  usleep((useconds_t)(exponential < 20.0 * us ? exponential : 20.0 * us));
}

static uint64_t digest(uint64_t all, const unsigned char *bytes) {
  for (int i = 0; i < Block; i += 512)
    all = all * 31 + bytes[i];
  return all;
}

static void generate(const char *file, int64_t blocks) {
  static unsigned char bytes[Block];
  FILE *out = fopen(file, "wb");
  for (int64_t b = 0; out && b < blocks; b++) {
    for (int i = 0; i < Block; i += 8)
      memcpy(bytes + i, &(uint64_t){mixed((uint64_t)(b * Block + i))}, 8);
    if (fwrite(bytes, Block, 1, out) != 1)
      break;
  }
  if (!out || fclose(out)) {
    perror(file);
    exit(1);
  }
}

/* Where a rank is in its pattern. */
struct walk {
  int local, whole, random;
  int64_t blocks, reads; /* of the file; of this rank */
  struct portion now;
  int64_t begun;    /* where the portion begins, in the order of the pattern */
  int64_t portions; /* that were begun */
};

static struct walk start(const char *pattern, int64_t blocks) {
  return (struct walk){.local = pattern[0] == 'l',
                       .whole = pattern[1] == 'w',
                       .random = pattern[1] == 'r',
                       .blocks = blocks,
                       .reads = blocks / ranks};
}

/* The block of the rank's read i. */
static int64_t block_of(struct walk *w, int64_t i) {
  int64_t place = w->local ? i : i * ranks + rank;
  if (w->whole)
    return place;
  int64_t length = w->local ? LocalPortion : GlobalPortion;
  int who = w->local ? rank : -1;
  while (place >= w->begun + w->now.length) {
    w->begun += w->now.length;
    w->now = w->random ? drawn(w->portions, who, length, w->blocks)
                       : fixed(w->portions, who, length, w->blocks);
    w->portions++;
  }
  return (w->now.begin + place - w->begun) % w->blocks;
}

/* The most portions that a rank has: all ranks meet so often. */
static int64_t most_portions(struct walk w) {
  for (int64_t i = 0; i < w.reads; i++)
    block_of(&w, i);
  int64_t most;
  MPI_Allreduce(&w.portions, &most, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
  return most;
}

/* How many blocks of the file are read by anyone. */
static int64_t distinct(struct walk w) {
  unsigned char *mine = calloc((size_t)w.blocks, 1);
  unsigned char *anyone = calloc((size_t)w.blocks, 1);
  if (!mine || !anyone)
    MPI_Abort(MPI_COMM_WORLD, 1);
  for (int64_t i = 0; i < w.reads; i++)
    mine[block_of(&w, i)] = 1;
  MPI_Allreduce(mine, anyone, (int)w.blocks, MPI_UNSIGNED_CHAR, MPI_MAX,
                MPI_COMM_WORLD);
  int64_t count = 0;
  for (int64_t b = 0; b < w.blocks; b++)
    count += anyone[b];
  free(mine);
  free(anyone);
  return count;
}

/* Seconds in reads, at synchronisation points, and at the end. */
static double idle[3];
enum { InReads, AtSyncs, AtEnd };

static void meet(int why) {
  double begin = MPI_Wtime();
  MPI_Barrier(MPI_COMM_WORLD);
  idle[why] += MPI_Wtime() - begin;
}

static uint64_t run(MPI_File file, struct walk w, const char *sync, int us) {
  static unsigned char bytes[Block];
  int64_t every = !strcmp(sync, "each")    ? EachBlocks
                  : !strcmp(sync, "total") ? TotalBlocks / ranks
                                           : 0;
  int64_t meetings = strcmp(sync, "portion") ? 0 : most_portions(w);
  int64_t met = 0;
  uint64_t all = 0;
  for (int64_t i = 0; i < w.reads; i++) {
    int64_t block = block_of(&w, i);
    for (; meetings != 0 && met < w.portions - 1; met++)
      meet(AtSyncs);
    double begin = MPI_Wtime();
    MPI_File_read_at(file, block * Block, bytes, Block, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    idle[InReads] += MPI_Wtime() - begin;
    all = digest(all, bytes);
    compute(us, (uint64_t)i);
    if (every != 0 && (i + 1) % every == 0)
      meet(AtSyncs);
  }
  for (; met < meetings - 1; met++)
    meet(AtSyncs);
  return all;
}

int main(int argc, char **argv) {
  if (argc == 4 && !strcmp(argv[1], "generate")) {
    generate(argv[2], atoll(argv[3]));
    return 0;
  }
  if (argc != 6) {
    fprintf(stderr, "usage: rapid PATTERN SYNC FILE BLOCKS COMPUTE_US\n");
    return 2;
  }
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_File file;
  if (MPI_File_open(MPI_COMM_WORLD, argv[3], MPI_MODE_RDONLY, MPI_INFO_NULL,
                    &file) != MPI_SUCCESS) {
    fprintf(stderr, "cannot open %s\n", argv[3]);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  struct walk w = start(argv[1], atoll(argv[4]));
  int64_t blocks = distinct(w);
  MPI_Barrier(MPI_COMM_WORLD);
  double begin = MPI_Wtime();
  uint64_t all = run(file, w, argv[2], atoi(argv[5]));
  meet(AtEnd);
  double seconds = MPI_Wtime() - begin, all_idle[3];
  MPI_Reduce(idle, all_idle, 3, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_File_close(&file);
  printf("%d: %016" PRIx64 "\n", rank, all);
  if (rank == 0)
    fprintf(stderr, "blocks %" PRId64 "\nseconds %.6f\nidle %.6f %.6f %.6f\n",
            blocks, seconds, all_idle[InReads] / ranks,
            all_idle[AtSyncs] / ranks, all_idle[AtEnd] / ranks);
  MPI_Finalize();
}
