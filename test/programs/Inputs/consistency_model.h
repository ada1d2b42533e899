// Random sequences of file operations, and what their reads may return.
//
// The file has blocks, each of which one rank may write in an epoch. An epoch ends
// with MPI_File_sync, a barrier and MPI_File_sync, when the file is closed and
// opened, or when its size is set. The rank that writes a block sees what it wrote
// last; what the C library wrote it sees or not, unless in atomic mode. What several
// ranks wrote together is certain once all have come out of the call (in Open MPI
// 4.1 one may come out before another has written its data). The others see, byte by
// byte, what the block was when the epoch began or any write of the epoch. So with
// the end of the file, which is moved by writes behind it.
#ifndef CONSISTENCY_MODEL_H
#define CONSISTENCY_MODEL_H

#include "program.h"

enum { Blocks = 24, Block = 9000, Ops = 50, MostSalts = 16, MostRanks = 8 };
enum { SecondFiles = 4, SecondBlocks = 4 };

enum kind {
  // By one rank:
  Write,
  WriteOther, // handle
  WriteC,     // library
  Read,
  ReadOther,
  // By all ranks together:
  WriteAll,
  WriteViewed,
  WriteOrdered,
  ReadAll,
  ReadViewed,
  ReadOrdered,
  Barrier,
  Second, // file
  Atomic,
  // The same, and an epoch ends:
  Sync,
  Reopen,
  SetSize,
  Kinds
};

/// How often each is drawn.
static const int Weight[Kinds] = {
    [Write] = 6,      [WriteOther] = 3,   [WriteC] = 2,  [Read] = 12,
    [ReadOther] = 4,  [WriteAll] = 2,     [ReadAll] = 6, [WriteViewed] = 1,
    [ReadViewed] = 2, [WriteOrdered] = 1, [Barrier] = 2, [ReadOrdered] = 1,
    [Second] = 2,     [Atomic] = 1,       [Sync] = 4,    [Reopen] = 2,
    [SetSize] = 2};

struct op {
  enum kind kind;
  int rank;             // who does it, if not all
  int how;              // which of the calls that do it, which name, ...
  int many;             // blocks that are read one after the other
  int base;             // of ordered accesses: the block of rank 0
  int block[MostRanks]; // by rank; -1: none
  int salt[MostRanks];  // what is written there
  int pause;            // afterwards, in us
};

/// What a block may be in an epoch: the first when it began, then its writes.
struct block {
  int writer; // -1: nobody, -2: nobody any more
  int count, may[MostSalts];
  // Of the writer: its last certain write, the one that is certain when all ranks
  // have met, and how many it made.
  int sure, later, seen;
};

struct state {
  struct block block[Blocks];
  int size; // of the file when the epoch began, in blocks
};

struct second {
  int salt, blocks;
};

/// A block that nothing was written to, and one that may be anything.
enum { Hole = 0, Anything = -1 };

// Random numbers and data -------------------------------------------------------

static int sequence; // its number is the seed
static uint64_t random_state;

static int draw(int n) {
  random_state += 0x9e3779b97f4a7c15u;
  uint64_t x = random_state;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return (int)((x ^ (x >> 31)) % (uint64_t)n);
}

static unsigned char byteOf(int salt, int block, int at) {
  return salt == Hole ? 0
                      : dataByte((uint64_t)block * Block + (uint64_t)at,
                                 (unsigned)salt * 7919u);
}

static void fill(unsigned char *b, int block, int salt) {
  for (int i = 0; i < Block; i++)
    b[i] = byteOf(salt, block, i);
}

// Epochs ------------------------------------------------------------------------

static int isTogether(enum kind k) { return k >= WriteAll; }
static int endsEpoch(enum kind k) { return k >= Sync; }
static int isWrite(const struct op *o, int ranks) {
  return o->kind <= WriteC || (o->kind >= WriteAll && o->kind <= WriteOrdered) ||
         (o->kind == Atomic && ranks > 1);
}
/// Whether the run time serves nothing from then on until the epoch ends.
static int suspends(const struct op *o, int ranks) {
  return (isWrite(o, ranks) && isTogether(o->kind) && ranks > 1) ||
         (o->kind == Write && o->how >= 4) || (o->kind == WriteAll && o->how >= 4);
}
/// Whether a read does not block: in Open MPI 4.1 it never ends at the end of file.
static int isStarted(const struct op *o) {
  return (o->kind == Read && o->how >= 5) || (o->kind == ReadOther && o->how == 5) ||
         (o->kind == ReadAll && o->how >= 4);
}
static int does(const struct op *o, int rank) {
  return isTogether(o->kind) || o->rank == rank;
}

/// What the file is cut to by SetSize, and what it is then.
static int cutTo(const struct op *o) { return Blocks / 2 + o->how % 8; }
enum grown { Short, Allocated, Longer };
static int allocates, mayStayShort; // whether the MPI library can do with it
static enum grown growth(const struct op *o) {
  return o->how < 3 && mayStayShort            ? Short
         : o->how >= 3 && o->how < 5 && allocates ? Allocated
                                               : Longer;
}

/// The size that the file has for certain, and at most.
static int leastSize(const struct state *s, int rank) {
  int n = s->size;
  for (int i = n; i < Blocks; i++)
    if (s->block[i].writer == rank && s->block[i].sure > 0)
      n = i + 1;
  return n;
}
static int mostSize(const struct state *s, int rank) {
  int n = s->size;
  for (int i = n; i < Blocks; i++) {
    const struct block *b = &s->block[i];
    if ((b->writer == rank ? b->seen : b->count) > 1)
      n = i + 1;
  }
  return n;
}

static void restart(struct state *s, int cut, int gap, int size) {
  for (int i = 0; i < Blocks; i++) {
    struct block *b = &s->block[i];
    int now = i < cut ? b->may[b->count - 1] : i < size ? gap : Hole;
    *b = (struct block){.writer = -1, .count = 1, .may = {now}, .seen = 1};
  }
  s->size = size;
}

static void startState(struct state *s) {
  for (int i = 0; i < Blocks; i++)
    s->block[i].count = s->block[i].may[0] = 1;
  restart(s, Blocks, Hole, Blocks);
}

/// The epoch that o ends is over.
static void beginEpoch(struct state *s, const struct op *o) {
  int size = mostSize(s, -1); // all that was written is there
  if (o->kind == SetSize)
    restart(s, cutTo(o), growth(o) == Allocated ? Anything : Hole,
            growth(o) == Short ? cutTo(o) : Blocks);
  else
    restart(s, size, Hole, size);
  // What the C library wrote while the file was closed.
  if (o->kind == Reopen && o->block[o->rank] >= 0) {
    s->block[o->block[o->rank]].may[0] = o->salt[o->rank];
    if (s->size <= o->block[o->rank])
      s->size = o->block[o->rank] + 1;
  }
}

/// A write of o becomes possible.
static void note(struct state *s, const struct op *o, int ranks) {
  for (int r = 0; r < ranks; r++)
    if (isWrite(o, ranks) && does(o, r) && o->block[r] >= 0) {
      struct block *b = &s->block[o->block[r]];
      b->writer = r;
      b->may[b->count++] = o->salt[r];
    }
}

/// The same of all writes of the epoch that begins with operation `from`.
static void foresee(struct state *s, const struct op *ops, int from, int ranks) {
  for (int i = from; i < Ops && !endsEpoch(ops[i].kind); i++)
    note(s, &ops[i], ranks);
}

/// This rank has made a write.
static void wrote(struct state *s, const struct op *o, int rank, int ranks,
                  int atomic) {
  struct block *b = &s->block[o->block[rank]];
  b->later = b->seen++;
  if (o->kind == WriteC && !atomic)
    b->later = b->sure;
  else if (!isTogether(o->kind) || ranks == 1)
    b->sure = b->later;
}

/// All ranks have come out of what they wrote together.
static void met(struct state *s) {
  for (int i = 0; i < Blocks; i++)
    if (s->block[i].sure < s->block[i].later)
      s->block[i].sure = s->block[i].later;
}

// Sequences ---------------------------------------------------------------------

static int writable(const struct state *s, int i, int rank) {
  const struct block *b = &s->block[i];
  return (b->writer == -1 || b->writer == rank) && b->count < MostSalts;
}

/// Near others, so that what is read is also written.
static int someBlock(int near) {
  return draw(4) ? (near + draw(5)) % Blocks : draw(Blocks);
}

static enum kind someKind(void) {
  int sum = 0, k = 0;
  for (int i = 0; i < Kinds; i++)
    sum += Weight[i];
  for (sum = draw(sum); sum >= Weight[k]; k++)
    sum -= Weight[k];
  return (enum kind)k;
}

static void drawBlocks(struct op *o, struct state *s, int ranks, int near,
                       int *salt) {
  int writes = isWrite(o, ranks), fits = 1,
      ordered = o->kind == WriteOrdered || o->kind == ReadOrdered;
  o->base = draw(Blocks - ranks + 1);
  // Ranks in turn, each after what the one before has taken.
  for (int r = 0; r < ranks; r++) {
    o->block[r] = -1;
    o->salt[r] = ++*salt;
    if (!does(o, r))
      continue;
    for (int tries = 0; tries < 10 && o->block[r] < 0; tries++) {
      int i = ordered ? o->base + r : someBlock(near);
      if (isStarted(o))
        i %= s->size - o->many + 1;
      if (o->kind == SetSize) // what it takes away
        i = cutTo(o) + i % (Blocks - cutTo(o));
      if (!writes || writable(s, i, r))
        o->block[r] = i;
    }
    fits &= o->block[r] >= 0;
    if (writes && o->block[r] >= 0)
      s->block[o->block[r]].writer = r;
  }
  // An ordered write takes place as a whole or not at all, and so do turns.
  for (int r = 0; r < ranks && (ordered || o->kind == Atomic) && !fits; r++)
    o->block[r] = -1;
  if (o->kind == Reopen && draw(2))
    o->block[o->rank] = -1;
}

/// Seconds is what the second file is, before and afterwards.
static void makeOps(struct op *ops, int ranks, int atomic, struct second *file) {
  struct state s;
  int salt = 1 + sequence % 4096 * 512, near = draw(Blocks), quiet = draw(3);
  startState(&s);
  for (int i = 0; i < Ops; i++) {
    struct op *o = &ops[i];
    do {
      o->kind = someKind();
      o->rank = draw(ranks);
      o->how = draw(8);
    } while ((o->kind == Atomic && !atomic) || (quiet && suspends(o, ranks)));
    o->many = 1 + draw(4);
    o->pause = draw(6) ? draw(8) * 20 : 500 + draw(1000);
    drawBlocks(o, &s, ranks, near, &salt);
    note(&s, o, ranks);
    for (int r = 0; r < ranks; r++)
      if (isWrite(o, ranks) && isTogether(o->kind) && ranks > 1 && o->block[r] >= 0)
        s.block[o->block[r]].writer = -2;
    if (o->kind == Second && o->how != 0) {
      file->salt = o->salt[0];
      if (o->how != 1 && o->how != 5)
        file->blocks = 2 + draw(SecondBlocks - 1);
      o->base = file->blocks;
    }
    if (endsEpoch(o->kind)) {
      beginEpoch(&s, o);
      near = draw(Blocks);
      quiet = draw(3);
    }
  }
}

// Checks ------------------------------------------------------------------------

static int wrong;

static void complain(int rank, const struct op *o, const char *what, int a, int b) {
  if (wrong++ < 3)
    printf("sequence %d, rank %d: %s %d, block %d; operation of kind %d.%d\n",
           sequence, rank, what, a, b, (int)o->kind, o->how);
}

static int fits(const struct block *m, int rank, int block, int at,
                unsigned char byte) {
  int first = m->writer == rank ? m->sure : 0,
      last = m->writer == rank ? m->seen : m->count;
  for (int j = first; j < last; j++)
    if (m->may[j] == Anything || byte == byteOf(m->may[j], block, at))
      return 1;
  return 0;
}

/// What a read of every `stride`th block gave. At the end of the file, Open MPI's
/// own collective reads count what was asked for.
static void check(const struct state *s, int block, int stride, int many,
                  const unsigned char *b, int bytes, int rank,
                  const struct op *o) {
  int least = leastSize(s, rank), most = mostSize(s, rank), sure = 0, may = 0;
  for (int k = 0; k < many; k++) {
    sure += block + k * stride < least;
    may += block + k * stride < most;
  }
  if (isTogether(o->kind) && o->kind != SetSize)
    may = many;
  if (bytes < sure * Block || bytes > may * Block)
    complain(rank, o, "bytes read:", bytes, block);
  for (int k = 0; k < many; k++)
    for (int i = 0; i < Block && k * Block + i < bytes; i++) {
      int at = block + k * stride;
      if (at >= least && isTogether(o->kind))
        return;
      if (!fits(&s->block[at], rank, at, i, b[k * Block + i])) {
        complain(rank, o, "wrong byte", i, at);
        return;
      }
    }
}

/// A whole block that can be only one thing.
static void checkExactly(int block, int salt, const unsigned char *b, int bytes,
                         int size, int rank, const struct op *o) {
  if (bytes != size)
    complain(rank, o, "bytes read:", bytes, block);
  for (int i = 0; i < bytes; i++)
    if (b[i] != byteOf(salt, block, i)) {
      complain(rank, o, "wrong byte", i, block);
      return;
    }
}

#endif
