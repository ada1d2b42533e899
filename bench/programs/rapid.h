/*===- rapid.h - which blocks the ranks of RAPID Transit read -------------===//
 *
 * The six parallel access patterns of Kotz and Ellis (Prefetching in File
 * Systems for MIMD Multiprocessors, 5.2), as bench/rapid has them: lfp, lrp
 * (local portions, fixed and random), lw (each rank the same blocks from the
 * first one on), gfp, grp (global portions), gw (the ranks together the whole
 * file). All ranks together make as many reads as the file has blocks.
 *
 * For C and C++.
 *
 *===----------------------------------------------------------------------===*/

#ifndef BENCH_RAPID_H
#define BENCH_RAPID_H

#include <math.h>
#include <stdint.h>

enum {
  LocalPortion = 10, /* blocks */
  GlobalPortion = 40,
  EachBlocks = 10,  /* Ranks meet after so many blocks of a rank, */
  TotalBlocks = 200 /* or of all. */
};

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
                            int64_t blocks, int ranks) {
  int64_t place = who < 0 ? number : number * ranks + who;
  /* As many blocks are skipped as are read. */
  struct portion p = {place * 2 * length % blocks, length};
  return p;
}

static struct portion drawn(int64_t number, int who, int64_t length,
                            int64_t blocks) {
  uint64_t draw = mixed((uint64_t)number * 1000003 + (uint64_t)(who + 2));
  int64_t size = 1 + (int64_t)(draw % (uint64_t)(2 * length - 1));
  struct portion p = {(int64_t)(mixed(draw) % (uint64_t)blocks), size};
  return p;
}

/* Where a rank is in its pattern. */
struct walk {
  int rank, ranks;
  int local, whole, random;
  int64_t blocks, reads; /* of the file; of this rank */
  struct portion now;
  int64_t begun;    /* where the portion begins, in the order of the pattern */
  int64_t portions; /* that were begun */
};

static struct walk start_walk(const char *pattern, int64_t blocks, int rank,
                              int ranks) {
  struct walk w;
  w.rank = rank;
  w.ranks = ranks;
  w.local = pattern[0] == 'l';
  w.whole = pattern[1] == 'w';
  w.random = pattern[1] == 'r';
  w.blocks = blocks;
  w.reads = blocks / ranks;
  w.now.begin = w.now.length = 0;
  w.begun = w.portions = 0;
  return w;
}

/* The block of the rank's read i. */
static int64_t block_of(struct walk *w, int64_t i) {
  int64_t place = w->local ? i : i * w->ranks + w->rank;
  if (w->whole)
    return place;
  int64_t length = w->local ? LocalPortion : GlobalPortion;
  int who = w->local ? w->rank : -1;
  while (place >= w->begun + w->now.length) {
    w->begun += w->now.length;
    w->now = w->random ? drawn(w->portions, who, length, w->blocks)
                       : fixed(w->portions, who, length, w->blocks, w->ranks);
    w->portions++;
  }
  return (w->now.begin + place - w->begun) % w->blocks;
}

/* A rank's time of computation after its read i: exponentially distributed,
 * and cut off at twenty times the mean. */
static double compute_time(double mean, int rank, int64_t i) {
  double uniform = (double)(mixed((uint64_t)i * 64 + (uint64_t)rank) >> 11) /
                   9007199254740992.0;
  double time = -log(1 - uniform) * mean;
  return time < 20 * mean ? time : 20 * mean;
}

/* How often ranks meet, in reads of each; 0 if not so. */
static int64_t reads_to_meeting(const char *sync, int ranks) {
  return sync[0] == 'e' ? EachBlocks : sync[0] == 't' ? TotalBlocks / ranks : 0;
}

#endif
