/*===- patterns.h - which blocks of a file each rank reads ----------------===//
 *
 * The six patterns of Kotz and Ellis (Prefetching in File Systems for MIMD
 * Multiprocessors, 5.2), in which processes read portions of a file, blocks in
 * a row, each its own or all together, and a seventh without any order. The
 * computation of an access takes an exponentially distributed time.
 *
 * For C and C++. Before this, who includes it says what access_block() and
 * end_portion() do, and has scramble() of examples/common.h.
 *
 *===----------------------------------------------------------------------===*/

#ifndef BENCH_PATTERNS_H
#define BENCH_PATTERNS_H

#include <math.h>
#include <stdint.h>

/* In blocks. Twice as many are the longest random portion and gap. Portions lie
 * an odd number of pages apart, or they would all be on the same disks. */
enum { PORTION = 8, GAP = 12, GLOBAL_PORTION = 32, GLOBAL_GAP = 16 };

enum reads { EACH, ALL, NONE };

/* Where a rank is in its pattern. */
struct place {
  int rank, size;
  long records;  /* blocks of a rank, on average */
  long portions; /* of each rank, or of all together */
  long accesses; /* so far */
};

struct reader;
static struct place *place_of(struct reader *r);
static void access_block(struct reader *r, long block);
static void end_portion(struct reader *r);

/* From 1 to twice the mean, the same in every run. */
static long draw(long mean, long which, long i) {
  return 1 + (long)(scramble(((uint64_t)which << 32) + (uint64_t)i) %
                    (uint64_t)(2 * mean));
}

/* The exponential distribution, cut off at five times its mean. */
static long jitter(const struct place *at, long mean) {
  const uint64_t bits =
      scramble(((uint64_t)(at->rank + 1) << 40) + (uint64_t)at->accesses);
  const double times = -log(((double)(bits >> 11) + 1) / 9007199254740993.0);
  return (long)((double)mean * (times < 5 ? times : 5));
}

/* lfp: portions of one length at regular distances, each rank its own. */
static void local_fixed_portions(struct reader *r) {
  const struct place *at = place_of(r);
  for (long p = 0; p < at->portions; p++) {
    const long start = (p * at->size + at->rank) * (PORTION + GAP);
    for (long b = 0; b < PORTION; b++)
      access_block(r, start + b);
    end_portion(r);
  }
}

/* lrp: portions of random length and place, which may overlap by coincidence,
 * in a file of as many blocks as there are accesses. */
static void local_random_portions(struct reader *r) {
  const struct place *at = place_of(r);
  const long blocks = at->records * at->size;
  for (long p = 0; p < at->portions; p++) {
    const long length = draw(PORTION, 2 * at->rank, p);
    const long start = draw((blocks - length) / 2, 2 * at->rank + 1, p) - 1;
    for (long b = 0; b < length; b++)
      access_block(r, start + b);
    end_portion(r);
  }
}

/* lw: every rank reads the whole file. */
static void local_whole_file(struct reader *r) {
  const struct place *at = place_of(r);
  for (long b = 0; b < at->records; b++)
    access_block(r, b);
  end_portion(r);
}

/* The ranks deal the blocks of all portions out among themselves: accesses
 * rank, rank + size, ... of all. */

/* gfp: portions of one length at regular distances. */
static void global_fixed_portions(struct reader *r) {
  const struct place *at = place_of(r);
  long next = at->rank;
  for (long p = 0; p < at->portions; p++) {
    const long start = p * (GLOBAL_PORTION + GLOBAL_GAP);
    for (; next < GLOBAL_PORTION; next += at->size)
      access_block(r, start + next);
    next -= GLOBAL_PORTION;
    end_portion(r);
  }
}

/* grp: portions of random length at random distances. */
static void global_random_portions(struct reader *r) {
  const struct place *at = place_of(r);
  long next = at->rank, start = 0;
  for (long p = 0; p < at->portions; p++) {
    const long length = draw(GLOBAL_PORTION, 0, p);
    for (; next < length; next += at->size)
      access_block(r, start + next);
    next -= length;
    start += length + draw(GLOBAL_GAP, 1, p);
    end_portion(r);
  }
}

/* gw: all ranks together read the whole file. */
static void global_whole_file(struct reader *r) {
  const struct place *at = place_of(r);
  const long blocks = at->records * at->size;
  for (long b = at->rank; b < blocks; b += at->size)
    access_block(r, b);
  end_portion(r);
}

/* nonseq (Suneja, Pre-execution Prefetching Efficiency, 5.2.1): every rank
 * reads blocks anywhere. */
static void non_sequential(struct reader *r) {
  const struct place *at = place_of(r);
  const long blocks = at->records * at->size;
  for (long i = 0; i < at->records; i++)
    access_block(r, draw(blocks / 2, at->rank, i) - 1);
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

#endif
