/*===- collective.c - several ranks read one file -------------------------===//
 *
 * The six patterns of Kotz and Ellis (Prefetching in File Systems for MIMD
 * Multiprocessors, 5.2), in which processes read portions of a file, blocks in
 * a row, each its own or all together, and a seventh without any order. The
 * computation of an access takes an exponentially distributed time.
 *
 *   --pattern P   lfp, lrp, lw, gfp, grp, gw or nonseq
 *   --reads R     each: MPI_File_read_at; all: MPI_File_read_at_all, where all
 *                 ranks read as often; none: the time of the computation alone
 *   --sync S      none, or portion: a barrier after each
 *
 * in this order, then the examples' options, of which --records counts the
 * blocks of a rank (on average) and --record-size is that of a block.
 *
 *===----------------------------------------------------------------------===*/

#include "../../examples/common.h"

#include <math.h>

/* In blocks. Twice as many are the longest random portion and gap. Portions lie
 * an odd number of pages apart, or they would all be on the same disks. */
enum { PORTION = 8, GAP = 12, GLOBAL_PORTION = 32, GLOBAL_GAP = 16 };

enum reads { EACH, ALL, NONE };

struct reader {
  const struct options *o;
  MPI_File file;
  enum reads reads;
  int sync; /* after each portion */
  int rank, size;
  long portions; /* of each rank, or of all together */
  char *block;
  long accesses; /* so far */
  struct work work;
};

/* From 1 to twice the mean, the same in every run. */
static long draw(long mean, long which, long i) {
  return 1 + (long)(scramble(((uint64_t)which << 32) + (uint64_t)i) %
                    (uint64_t)(2 * mean));
}

/* The exponential distribution, cut off at five times its mean. */
static long jitter(const struct reader *r) {
  const uint64_t bits =
      scramble(((uint64_t)(r->rank + 1) << 40) + (uint64_t)r->accesses);
  const double times = -log(((double)(bits >> 11) + 1) / 9007199254740993.0);
  return (long)((double)r->o->compute_us * (times < 5 ? times : 5));
}

static void access_block(struct reader *r, long block) {
  const MPI_Offset at = (MPI_Offset)block * r->o->record_size;
  const int bytes = (int)r->o->record_size;
  if (r->reads == EACH)
    check(MPI_File_read_at(r->file, at, r->block, bytes, MPI_BYTE,
                           MPI_STATUS_IGNORE),
          "MPI_File_read_at");
  else if (r->reads == ALL)
    check(MPI_File_read_at_all(r->file, at, r->block, bytes, MPI_BYTE,
                               MPI_STATUS_IGNORE),
          "MPI_File_read_at_all");
  struct options drawn = *r->o;
  drawn.compute_us = jitter(r);
  compute(&r->work, &drawn, r->block, bytes);
  r->accesses++;
}

static void end_portion(const struct reader *r) {
  if (r->sync)
    MPI_Barrier(MPI_COMM_WORLD);
}

/* lfp: portions of one length at regular distances, each rank its own. */
static void local_fixed_portions(struct reader *r) {
  for (long p = 0; p < r->portions; p++) {
    const long start = (p * r->size + r->rank) * (PORTION + GAP);
    for (long b = 0; b < PORTION; b++)
      access_block(r, start + b);
    end_portion(r);
  }
}

/* lrp: portions of random length and place, which may overlap by coincidence,
 * in a file of as many blocks as there are accesses. */
static void local_random_portions(struct reader *r) {
  const long blocks = r->o->records * r->size;
  for (long p = 0; p < r->portions; p++) {
    const long length = draw(PORTION, 2 * r->rank, p);
    const long start = draw((blocks - length) / 2, 2 * r->rank + 1, p) - 1;
    for (long b = 0; b < length; b++)
      access_block(r, start + b);
    end_portion(r);
  }
}

/* lw: every rank reads the whole file. */
static void local_whole_file(struct reader *r) {
  for (long b = 0; b < r->o->records; b++)
    access_block(r, b);
  end_portion(r);
}

/* The ranks deal the blocks of all portions out among themselves: accesses
 * rank, rank + size, ... of all. */

/* gfp: portions of one length at regular distances. */
static void global_fixed_portions(struct reader *r) {
  long next = r->rank;
  for (long p = 0; p < r->portions; p++) {
    const long start = p * (GLOBAL_PORTION + GLOBAL_GAP);
    for (; next < GLOBAL_PORTION; next += r->size)
      access_block(r, start + next);
    next -= GLOBAL_PORTION;
    end_portion(r);
  }
}

/* grp: portions of random length at random distances. */
static void global_random_portions(struct reader *r) {
  long next = r->rank, start = 0;
  for (long p = 0; p < r->portions; p++) {
    const long length = draw(GLOBAL_PORTION, 0, p);
    for (; next < length; next += r->size)
      access_block(r, start + next);
    next -= length;
    start += length + draw(GLOBAL_GAP, 1, p);
    end_portion(r);
  }
}

/* gw: all ranks together read the whole file. */
static void global_whole_file(struct reader *r) {
  const long blocks = r->o->records * r->size;
  for (long b = r->rank; b < blocks; b += r->size)
    access_block(r, b);
  end_portion(r);
}

/* nonseq (Suneja, Pre-execution Prefetching Efficiency, 5.2.1): every rank
 * reads blocks anywhere. */
static void non_sequential(struct reader *r) {
  const long blocks = r->o->records * r->size;
  for (long i = 0; i < r->o->records; i++)
    access_block(r, draw(blocks / 2, r->rank, i) - 1);
  end_portion(r);
}

static const struct {
  const char *name;
  void (*run)(struct reader *r);
  int portion; /* its blocks, on average */
  int global;
} patterns[] = {
    {"lfp", local_fixed_portions, PORTION, 0},
    {"lrp", local_random_portions, PORTION, 0},
    {"lw", local_whole_file, 1, 0},
    {"gfp", global_fixed_portions, GLOBAL_PORTION, 1},
    {"grp", global_random_portions, GLOBAL_PORTION, 1},
    {"gw", global_whole_file, 1, 1},
    {"nonseq", non_sequential, 1, 0},
};

static int choose(const char *text, const char *const names[], int count) {
  for (int i = 0; i < count; i++)
    if (strcmp(text, names[i]) == 0)
      return i;
  die("no such choice: ", text);
  return 0;
}

static int choose_pattern(const char *text) {
  for (int i = 0; i < (int)(sizeof patterns / sizeof *patterns); i++)
    if (strcmp(text, patterns[i].name) == 0)
      return i;
  die("no such pattern: ", text);
  return 0;
}

/* Behind the last block of any pattern. */
static long long file_bytes(const struct options *o, int size) {
  return 4LL * o->records * size * o->record_size;
}

int main(int argc, char **argv) {
  static const char *const reads[] = {"each", "all", "none"};
  static const char *const syncs[] = {"none", "portion"};
  struct reader r = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &r.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &r.size);
  if (argc < 7 || strcmp(argv[1], "--pattern") != 0 ||
      strcmp(argv[3], "--reads") != 0 || strcmp(argv[5], "--sync") != 0)
    die("usage: --pattern P --reads R --sync S ", "and an example's options");
  const int pattern = choose_pattern(argv[2]);
  r.reads = (enum reads)choose(argv[4], reads, 3);
  r.sync = choose(argv[6], syncs, 2);
  argv[6] = argv[0];
  const struct options o = parse_options(argc - 6, argv + 6);
  if (o.generate) {
    generate_file(&o, file_bytes(&o, r.size), r.rank, r.size);
    MPI_Finalize();
    return 0;
  }

  r.o = &o;
  r.portions = o.records * (patterns[pattern].global ? r.size : 1) /
               patterns[pattern].portion;
  r.block = allocate((size_t)o.record_size);
  memset(r.block, 0, (size_t)o.record_size);
  start_work(&r.work);
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  check(MPI_File_open(MPI_COMM_WORLD, o.file, MPI_MODE_RDONLY, MPI_INFO_NULL,
                      &r.file),
        o.file);
  patterns[pattern].run(&r);
  check(MPI_File_close(&r.file), "MPI_File_close");
  print_result(&o, &r.work, MPI_Wtime() - start, r.rank, r.size);
  free(r.block);
  MPI_Finalize();
  return 0;
}
