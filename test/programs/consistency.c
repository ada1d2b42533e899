// Random sequences of file operations against a model of what a read may return.
//
// The file has blocks, each of which one rank may write in an epoch. An epoch ends
// with MPI_File_sync, a barrier and MPI_File_sync, or when the file is closed and
// opened. The rank that writes a block sees what it wrote last; what the C library
// wrote it sees or not, and so with what several ranks wrote together (in Open MPI
// 4.1 one may come out of such a write before another has written its data). The
// others see, byte by byte, what the block was when the epoch began or any write of
// the epoch. Blocks are written and read by all kinds of calls, through views,
// another handle and several names of the file.
//
// consistency [FIRST-SEED SEQUENCES], by default 1 12.
// RUN: %check-program --expect "cache_reads>=5" --expect "pages_parked>=20"
// RUN: %check-program --ranks 4 --env FORESLICE_CACHE_SIZE=1M --env FORESLICE_PAGE_SIZE=4K
// RUN: %if mpich %{ %check-program --mpi mpich --ranks 2 --expect "cache_reads>=5" %}
// RUN: %if fuse %{ %check-program --slow "--service-us 300" --ranks 1,2 \
// RUN:   --expect "cache_reads>=5" %}
#include "program.h"

enum { Blocks = 24, Block = 9000, Ops = 60, MostSalts = 16, MostRanks = 8 };

enum kind {
  WriteAt,
  WriteAtPointer,
  IWriteAt,
  WriteByOther, // handle
  WriteByC,     // library
  ReadAt,
  ReadAtPointer,
  IReadAt,
  ReadByOther,
  // By all ranks together:
  WriteAtAll,
  WriteAll,
  WriteBegin,
  WriteViewed,
  ReadAtAll,
  ReadAll,
  ReadBegin,
  ReadViewed,
  Sync,
  Reopen,
  Truncate,
  Atomic,
  Kinds
};

struct op {
  enum kind kind;
  int rank;             // who does it, if not all
  int number;           // of a name, of blocks that are left, ...
  int block[MostRanks]; // by rank; -1: none
  int salt[MostRanks];  // what is written there
};

/// What a block may be in an epoch: the first when it began, then its writes.
struct state {
  int writer; // -1: nobody, -2: nobody any more
  int count, may[MostSalts];
  int sure, seen; // of the writer: its last certain write, and how many it made
};

// Random numbers and data -------------------------------------------------------

static uint64_t random_state;

static int draw(int n) {
  random_state += 0x9e3779b97f4a7c15u;
  uint64_t x = random_state;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return (int)((x ^ (x >> 31)) % (uint64_t)n);
}

/// A salt of 0 is a hole.
static unsigned char byteOf(int salt, int block, int at) {
  return salt == 0 ? 0
                   : dataByte((uint64_t)block * Block + (uint64_t)at,
                              (unsigned)salt * 7919u);
}

static void fill(unsigned char *b, int block, int salt) {
  for (int i = 0; i < Block; i++)
    b[i] = byteOf(salt, block, i);
}

// The model ---------------------------------------------------------------------

static int isTogether(enum kind k) { return k >= WriteAtAll; }
static int isWrite(enum kind k) {
  return k <= WriteByC || (k >= WriteAtAll && k <= WriteViewed);
}
static int endsEpoch(enum kind k) { return k >= Sync && k <= Truncate; }
static int does(const struct op *o, int rank) {
  return isTogether(o->kind) || o->rank == rank;
}

static void beginEpoch(struct state *s, int from) {
  for (int i = 0; i < Blocks; i++) {
    int now = i >= from ? 0 : s[i].may[s[i].count - 1];
    s[i] = (struct state){.writer = -1, .count = 1, .may = {now}, .seen = 1};
  }
}

/// The first block that a truncation takes away.
static int cutAt(const struct op *o) {
  return o->kind == Truncate ? Blocks / 2 + o->number : Blocks;
}

static void note(struct state *s, const struct op *o, int ranks) {
  for (int r = 0; r < ranks; r++)
    if (isWrite(o->kind) && does(o, r) && o->block[r] >= 0) {
      struct state *b = &s[o->block[r]];
      b->writer = r;
      b->may[b->count++] = o->salt[r];
    }
}

static int writable(const struct state *s, int rank) {
  for (int tries = 0; tries < 20; tries++) {
    int i = draw(Blocks);
    if ((s[i].writer == -1 || s[i].writer == rank) && s[i].count < MostSalts)
      return i;
  }
  return -1;
}

static void makeOps(struct op *ops, int ranks) {
  struct state s[Blocks];
  int salt = 1;
  for (int i = 0; i < Blocks; i++)
    s[i].count = s[i].may[0] = 1;
  beginEpoch(s, Blocks);
  for (int i = 0; i < Ops; i++) {
    struct op *o = &ops[i];
    do
      o->kind = (enum kind)draw(Kinds);
    while ((o->kind == Atomic && ranks > 1) ||
           (endsEpoch(o->kind) && draw(3) != 0));
    o->rank = draw(ranks);
    o->number = draw(8);
    // Ranks in turn, each after what the one before has taken.
    for (int r = 0; r < ranks; r++) {
      o->block[r] = -1;
      if (!does(o, r))
        continue;
      o->block[r] = isWrite(o->kind) ? writable(s, r) : draw(Blocks - 4);
      o->salt[r] = ++salt;
      if (isWrite(o->kind) && o->block[r] >= 0)
        s[o->block[r]].writer = r;
    }
    note(s, o, ranks);
    for (int r = 0; r < ranks; r++)
      if (isWrite(o->kind) && isTogether(o->kind) && ranks > 1 && o->block[r] >= 0)
        s[o->block[r]].writer = -2;
    if (endsEpoch(o->kind))
      beginEpoch(s, cutAt(o));
  }
}

/// Adds the writes of the epoch that begins with operation `from`.
static void foresee(struct state *s, const struct op *ops, int from, int ranks) {
  for (int i = from; i < Ops && !endsEpoch(ops[i].kind); i++)
    note(s, &ops[i], ranks);
}

static int wrong;

static void check(const struct state *s, int block, const unsigned char *b,
                  int rank, const struct op *o) {
  const struct state *m = &s[block];
  int first = m->writer == rank ? m->sure : 0,
      last = m->writer == rank ? m->seen : m->count;
  for (int i = 0; i < Block; i++) {
    int fits = 0;
    for (int j = first; j < last && !fits; j++)
      fits = b[i] == byteOf(m->may[j], block, i);
    if (!fits && wrong++ < 3)
      printf("rank %d: wrong byte %d of block %d, operation of kind %d\n", rank,
             i, block, (int)o->kind);
    if (!fits)
      return;
  }
}

// The operations ----------------------------------------------------------------

static const char *const Names[] = {"data", "./data", "symbolic", "hard"};

static MPI_File openOne(MPI_Comm comm, int name) {
  MPI_File fh;
  if (MPI_File_open(comm, Names[name % 4], MPI_MODE_RDWR, MPI_INFO_NULL, &fh) !=
      MPI_SUCCESS)
    MPI_Abort(MPI_COMM_WORLD, 92);
  return fh;
}

static void syncAll(MPI_File fh) {
  MPI_File_sync(fh);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(fh);
}

static void writeByC(MPI_Offset at, const unsigned char *b) {
  FILE *f = fopen("data", "r+b");
  fseek(f, at, SEEK_SET);
  fwrite(b, 1, Block, f);
  fclose(f);
}

static void run(const struct op *ops, int rank, int ranks, MPI_Datatype every2) {
  static unsigned char b[3 * Block];
  struct state s[Blocks];
  for (int i = 0; i < Blocks; i++)
    s[i].count = s[i].may[0] = 1;
  beginEpoch(s, Blocks);
  foresee(s, ops, 0, ranks);
  MPI_File fh = openOne(MPI_COMM_WORLD, 0), other = openOne(MPI_COMM_SELF, 2);
  MPI_File_sync(fh); // no launch before this
  for (int i = 0; i < Ops; i++) {
    const struct op *o = &ops[i];
    int block = o->block[rank], n = block < 0 ? 0 : Block;
    MPI_Offset at = (MPI_Offset)(block < 0 ? 0 : block) * Block;
    MPI_Request request;
    MPI_Status status;
    if (!does(o, rank))
      continue;
    if (isWrite(o->kind) && n)
      fill(b, block, o->salt[rank]);
    switch (o->kind) {
    case WriteAt:
      MPI_File_write_at(fh, at, b, n, MPI_BYTE, MPI_STATUS_IGNORE);
      break;
    case WriteAtPointer:
      MPI_File_seek(fh, at, MPI_SEEK_SET);
      MPI_File_write(fh, b, n, MPI_BYTE, MPI_STATUS_IGNORE);
      break;
    case IWriteAt:
      MPI_File_iwrite_at(fh, at, b, n, MPI_BYTE, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      break;
    case WriteByOther:
      if (o->number % 2) {
        MPI_File_write_at(other, at, b, n, MPI_BYTE, MPI_STATUS_IGNORE);
      } else {
        MPI_File_seek_shared(other, at, MPI_SEEK_SET);
        MPI_File_write_shared(other, b, n, MPI_BYTE, MPI_STATUS_IGNORE);
      }
      break;
    case WriteByC:
      if (n)
        writeByC(at, b);
      break;
    case ReadAt:
      MPI_File_read_at(fh, at, b, n, MPI_BYTE, &status);
      break;
    case ReadAtPointer:
      MPI_File_seek(fh, at, MPI_SEEK_SET);
      MPI_File_read(fh, b, n, MPI_BYTE, &status);
      break;
    case IReadAt:
      MPI_File_iread_at(fh, at, b, n, MPI_BYTE, &request);
      MPI_Wait(&request, &status);
      break;
    case ReadByOther:
      MPI_File_read_at(other, at, b, n, MPI_BYTE, &status);
      break;
    case WriteAtAll:
      MPI_File_write_at_all(fh, at, b, n, MPI_BYTE, MPI_STATUS_IGNORE);
      break;
    case WriteAll:
      MPI_File_seek(fh, at, MPI_SEEK_SET);
      MPI_File_write_all(fh, b, n, MPI_BYTE, MPI_STATUS_IGNORE);
      break;
    case WriteBegin:
      MPI_File_write_at_all_begin(fh, at, b, n, MPI_BYTE);
      MPI_File_write_at_all_end(fh, b, MPI_STATUS_IGNORE);
      break;
    case WriteViewed:
      MPI_File_set_view(fh, block > 0 ? block % 2 * Block : 0, MPI_BYTE, every2,
                        "native", MPI_INFO_NULL);
      MPI_File_write_at_all(fh, (MPI_Offset)(block > 0 ? block / 2 : 0) * Block,
                            b, n, MPI_BYTE, MPI_STATUS_IGNORE);
      MPI_File_set_view(fh, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
      break;
    case ReadAtAll:
      MPI_File_read_at_all(fh, at, b, n, MPI_BYTE, &status);
      break;
    case ReadAll:
      MPI_File_seek(fh, at, MPI_SEEK_SET);
      MPI_File_read_all(fh, b, n, MPI_BYTE, &status);
      break;
    case ReadBegin:
      MPI_File_read_at_all_begin(fh, at, b, n, MPI_BYTE);
      MPI_File_read_at_all_end(fh, b, &status);
      break;
    case ReadViewed:
      MPI_File_set_view(fh, at, MPI_BYTE, every2, "native", MPI_INFO_NULL);
      MPI_File_read_at_all(fh, 0, b, 3 * n, MPI_BYTE, &status);
      MPI_File_set_view(fh, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
      break;
    case Sync:
      syncAll(fh);
      break;
    case Reopen:
      MPI_File_close(&fh);
      MPI_Barrier(MPI_COMM_WORLD);
      fh = openOne(MPI_COMM_WORLD, o->number);
      MPI_File_sync(other);
      break;
    case Truncate:
      syncAll(fh);
      MPI_File_set_size(fh, (MPI_Offset)cutAt(o) * Block);
      MPI_Barrier(MPI_COMM_WORLD);
      MPI_File_set_size(fh, (MPI_Offset)Blocks * Block);
      syncAll(fh);
      break;
    default:
      MPI_File_set_atomicity(fh, o->number % 2);
    }
    if (endsEpoch(o->kind)) {
      MPI_File_sync(other);
      beginEpoch(s, cutAt(o));
      foresee(s, ops, i + 1, ranks);
    } else if (isWrite(o->kind) && n) {
      s[block].seen++;
      if (o->kind != WriteByC && !(isTogether(o->kind) && ranks > 1))
        s[block].sure = s[block].seen - 1;
    } else if (o->kind != Atomic && n) {
      int many = o->kind == ReadViewed ? 3 : 1, bytes;
      MPI_Get_count(&status, MPI_BYTE, &bytes);
      if (bytes != many * Block && wrong++ < 3)
        printf("rank %d: %d bytes read, kind %d\n", rank, bytes, (int)o->kind);
      for (int k = 0; k < many; k++)
        check(s, block + 2 * k, b + k * Block, rank, o);
    }
    usleep((useconds_t)(o->number * 20));
  }
  MPI_File_close(&other);
  MPI_File_close(&fh);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int first = argc > 2 ? atoi(argv[1]) : 1, rank = myRank(),
      sequences = argc > 2 ? atoi(argv[2]) : 12, ranks = worldSize();
  static unsigned char all[Blocks * Block];
  for (int i = 0; i < Blocks; i++)
    fill(all + i * Block, i, 1);
  MPI_Datatype block, every2;
  MPI_Type_contiguous(Block, MPI_BYTE, &block);
  MPI_Type_create_resized(block, 0, 2 * Block, &every2);
  MPI_Type_commit(&every2);
  for (int i = first; i < first + sequences && ranks <= MostRanks; i++) {
    static struct op ops[Ops];
    random_state = (uint64_t)i;
    makeOps(ops, ranks);
    if (rank == 0) {
      FILE *f = fopen("data", i == first ? "wb" : "r+b");
      fwrite(all, 1, sizeof all, f);
      fclose(f);
      if (i == first && (symlink("data", "symbolic") || link("data", "hard")))
        MPI_Abort(MPI_COMM_WORLD, 93);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    run(ops, rank, ranks, every2);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Type_free(&every2);
  MPI_Type_free(&block);
  printf("rank %d: %d wrong\n", rank, wrong);
  MPI_Finalize();
}
