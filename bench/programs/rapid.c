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

#include "rapid.h"

#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { Block = 65536 };

static int rank, ranks;

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
  int64_t every = reads_to_meeting(sync, ranks);
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
    if (us != 0)
      usleep((useconds_t)compute_time(us, rank, i));
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
  struct walk w = start_walk(argv[1], atoll(argv[4]), rank, ranks);
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
