// Random sequences of file operations against a model of what a read may return,
// which Inputs/consistency_model.h is: all kinds of calls, by one rank and by all,
// through views, two handles and several names of the file, and through files that
// are replaced, deleted and made anew between one open and the next.
// test/consistency makes many of them.
//
// consistency [FIRST-SEED SEQUENCES], by default 1 4.
// RUN: %check-program --unserved "random writes, syncs and closes drop what was fetched" --expect "cache_reads>=20" --expect "pages_parked>=20" \
// RUN:   --env FORESLICE_PAGE_SIZE=4K
// RUN: %if fuse %{ %check-program --unserved "random writes, syncs and closes drop what was fetched" --slow "--service-us 300" --ranks 2 \
// RUN:   --expect "cache_reads>=5" --env FORESLICE_DELAYS=1 %}
#include "consistency_model.h"

#include <sys/stat.h>

// Calls -------------------------------------------------------------------------

static void writeAlone(MPI_File fh, int how, MPI_Offset at, const void *b, int n) {
  MPI_Request request;
  switch (how) {
  case 0:
  case 1:
    MPI_File_write_at(fh, at, b, n, MPI_BYTE, MPI_STATUS_IGNORE);
    break;
  case 2:
  case 3:
    MPI_File_seek(fh, at, MPI_SEEK_SET);
    MPI_File_write(fh, b, n, MPI_BYTE, MPI_STATUS_IGNORE);
    break;
  case 4:
  case 5:
    MPI_File_iwrite_at(fh, at, b, n, MPI_BYTE, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    break;
  default:
    MPI_File_seek(fh, at, MPI_SEEK_SET);
    MPI_File_iwrite(fh, b, n, MPI_BYTE, &request);
    usleep(100);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

static void writeTogether(MPI_File fh, int how, MPI_Offset at, const void *b, int n) {
  MPI_Request request;
  switch (how) {
  case 0:
  case 1:
    MPI_File_write_at_all(fh, at, b, n, MPI_BYTE, MPI_STATUS_IGNORE);
    break;
  case 2:
  case 3:
    MPI_File_seek(fh, at, MPI_SEEK_SET);
    MPI_File_write_all(fh, b, n, MPI_BYTE, MPI_STATUS_IGNORE);
    break;
  case 4:
    MPI_File_write_at_all_begin(fh, at, b, n, MPI_BYTE);
    MPI_File_write_at_all_end(fh, b, MPI_STATUS_IGNORE);
    break;
  case 5:
    MPI_File_seek(fh, at, MPI_SEEK_SET);
    MPI_File_write_all_begin(fh, b, n, MPI_BYTE);
    MPI_File_write_all_end(fh, b, MPI_STATUS_IGNORE);
    break;
  default:
    MPI_File_iwrite_at_all(fh, at, b, n, MPI_BYTE, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

static void readAlone(MPI_File fh, int how, MPI_Offset at, void *b, int n,
                      MPI_Status *status) {
  MPI_Request request;
  switch (how) {
  case 0:
  case 1:
  case 2:
    MPI_File_read_at(fh, at, b, n, MPI_BYTE, status);
    break;
  case 3:
  case 4:
    MPI_File_seek(fh, at, MPI_SEEK_SET);
    MPI_File_read(fh, b, n, MPI_BYTE, status);
    break;
  case 5:
  case 6:
    MPI_File_iread_at(fh, at, b, n, MPI_BYTE, &request);
    MPI_Wait(&request, status);
    break;
  default:
    MPI_File_seek(fh, at, MPI_SEEK_SET);
    MPI_File_iread(fh, b, n, MPI_BYTE, &request);
    MPI_Wait(&request, status);
  }
}

static void readTogether(MPI_File fh, int how, MPI_Offset at, void *b, int n,
                         MPI_Status *status) {
  MPI_Request request;
  switch (how) {
  case 0:
  case 1:
    MPI_File_read_at_all(fh, at, b, n, MPI_BYTE, status);
    break;
  case 2:
  case 3:
    MPI_File_seek(fh, at, MPI_SEEK_SET);
    MPI_File_read_all(fh, b, n, MPI_BYTE, status);
    break;
  case 4:
    MPI_File_read_at_all_begin(fh, at, b, n, MPI_BYTE);
    MPI_File_read_at_all_end(fh, b, status);
    break;
  case 5:
    MPI_File_seek(fh, at, MPI_SEEK_SET);
    MPI_File_read_all_begin(fh, b, n, MPI_BYTE);
    MPI_File_read_all_end(fh, b, status);
    break;
  default:
    MPI_File_iread_at_all(fh, at, b, n, MPI_BYTE, &request);
    MPI_Wait(&request, status);
  }
}

// Files -------------------------------------------------------------------------

static char absolute[4096];
static const char *const Names[] = {
    "data",         "./data", "symbolic", "hard", "folder/../data", absolute,
#ifdef MPICH_VERSION
    "ufs:data",     "ufs:hard" // Open MPI's own MPI-IO takes no prefix.
#else
    "././symbolic", "data"
#endif
};
static const char *const Seconds[SecondFiles] = {"second0", "second1", "second2",
                                                 "second3"};

static MPI_File openOne(MPI_Comm comm, const char *name, int mode) {
  MPI_File fh;
  if (MPI_File_open(comm, name, mode, MPI_INFO_NULL, &fh) != MPI_SUCCESS)
    MPI_Abort(MPI_COMM_WORLD, 92);
  return fh;
}

static void syncAll(MPI_File fh, MPI_File other) {
  MPI_File_sync(fh);
  MPI_File_sync(other);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(fh);
  MPI_File_sync(other);
}

static void writeByC(const char *name, const char *mode, MPI_Offset at,
                     const unsigned char *b, size_t n) {
  FILE *f = fopen(name, mode);
  if (!f || fseek(f, at, SEEK_SET) || fwrite(b, 1, n, f) != n || fclose(f))
    MPI_Abort(MPI_COMM_WORLD, 93);
}

/// Makes the second file what the operation says, in one of several ways.
static void changeSecond(const char *name, const struct op *o) {
  static unsigned char b[SecondBlocks * Block];
  size_t bytes = (size_t)o->base * Block;
  for (int i = 0; i < o->base; i++)
    fill(b + i * Block, i, o->salt[0]);
  MPI_File f;
  switch (o->how) {
  case 1:
    writeByC(name, "r+b", 0, b, bytes);
    break;
  case 2:
    writeByC(name, "wb", 0, b, bytes);
    break;
  case 3:
    writeByC("new", "wb", 0, b, bytes);
    rename("new", name);
    break;
  case 4:
    unlink(name);
    writeByC(name, "wb", 0, b, bytes);
    break;
  case 5:
    f = openOne(MPI_COMM_SELF, name, MPI_MODE_RDWR);
    MPI_File_write(f, b, (int)bytes, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_close(&f);
    break;
  default:
    MPI_File_delete(name, MPI_INFO_NULL);
    f = openOne(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_WRONLY);
    MPI_File_write_at(f, 0, b, (int)bytes, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_close(&f);
  }
}

// A sequence --------------------------------------------------------------------

static void run(const struct op *ops, int rank, int ranks, MPI_Datatype every2,
                MPI_Comm copy, struct second second) {
  static unsigned char b[SecondBlocks * Block];
  static struct state s;
  int atomic = 0, otherBehind = 0;
  const char *secondName = Seconds[sequence % SecondFiles];
  startState(&s);
  foresee(&s, ops, 0, ranks);
  MPI_File fh = openOne(MPI_COMM_WORLD, "data", MPI_MODE_RDWR), f,
           other = openOne(MPI_COMM_SELF, "symbolic", MPI_MODE_RDWR);
  MPI_File_sync(fh); // no launch before this
  for (int i = 0; i < Ops; i++) {
    const struct op *o = &ops[i];
    int block = o->block[rank], n = block < 0 ? 0 : Block, bytes;
    if (block < 0)
      block = 0;
    MPI_Offset at = (MPI_Offset)block * Block;
    MPI_Status status;
    if (!does(o, rank))
      continue;
    if (isWrite(o, ranks) && n)
      fill(b, block, o->salt[rank]);
    switch (o->kind) {
    case Write:
      writeAlone(fh, o->how, at, b, n);
      break;
    case WriteOther:
      if (o->how < 6) {
        writeAlone(other, o->how % 4, at, b, n);
      } else {
        MPI_File_seek_shared(other, at, MPI_SEEK_SET);
        MPI_File_write_shared(other, b, n, MPI_BYTE, MPI_STATUS_IGNORE);
      }
      break;
    case WriteC:
      if (n)
        writeByC("data", "r+b", at, b, Block);
      break;
    case Read:
      for (int k = 0; k < o->many && block + k < Blocks; k++) {
        readAlone(fh, o->how, at + k * Block, b, Block, &status);
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        check(&s, block + k, 1, 1, b, bytes, rank, o);
      }
      break;
    case ReadOther:
      if (o->how >= 6)
        MPI_File_seek_shared(other, at, MPI_SEEK_SET);
      for (int k = 0; k < o->many && block + k < Blocks; k++) {
        if (o->how < 6)
          readAlone(other, o->how, at + k * Block, b, Block, &status);
        else
          MPI_File_read_shared(other, b, Block, MPI_BYTE, &status);
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        if (!otherBehind)
          check(&s, block + k, 1, 1, b, bytes, rank, o);
      }
      break;
    case WriteAll:
      writeTogether(fh, o->how, at, b, n);
      break;
    case WriteViewed:
      MPI_File_set_view(fh, block % 2 * Block, MPI_BYTE, every2, "native",
                        MPI_INFO_NULL);
      MPI_File_write_at_all(fh, (MPI_Offset)(block / 2) * Block, b, n, MPI_BYTE,
                            MPI_STATUS_IGNORE);
      MPI_File_set_view(fh, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
      break;
    case WriteOrdered:
      MPI_File_seek_shared(fh, (MPI_Offset)o->base * Block, MPI_SEEK_SET);
      MPI_File_write_ordered(fh, b, n, MPI_BYTE, MPI_STATUS_IGNORE);
      break;
    case ReadAll:
      for (int k = 0; k < o->many; k++) {
        readTogether(fh, o->how, (at + k * Block) % (Blocks * Block), b, Block,
                     &status);
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        check(&s, (block + k) % Blocks, 1, 1, b, bytes, rank, o);
      }
      break;
    case ReadViewed:
      block %= Blocks - 4;
      MPI_File_set_view(fh, (MPI_Offset)block * Block, MPI_BYTE, every2, "native",
                        MPI_INFO_NULL);
      MPI_File_read_at_all(fh, 0, b, 3 * Block, MPI_BYTE, &status);
      MPI_Get_count(&status, MPI_BYTE, &bytes);
      check(&s, block, 2, 3, b, bytes, rank, o);
      MPI_File_set_view(fh, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
      break;
    case ReadOrdered:
      MPI_File_seek_shared(fh, (MPI_Offset)o->base * Block, MPI_SEEK_SET);
      MPI_File_read_ordered(fh, b, Block, MPI_BYTE, &status);
      MPI_Get_count(&status, MPI_BYTE, &bytes);
      check(&s, o->base + rank, 1, 1, b, bytes, rank, o);
      break;
    case Barrier:
      MPI_Barrier(MPI_COMM_WORLD);
      met(&s);
      break;
    case Second:
      if (o->how && rank == o->rank)
        changeSecond(secondName, o);
      if (o->how)
        second = (struct second){o->salt[0], o->base};
      MPI_Barrier(MPI_COMM_WORLD);
      met(&s);
      f = openOne(o->many % 2 ? MPI_COMM_SELF : MPI_COMM_WORLD, secondName,
                  MPI_MODE_RDONLY);
      for (int k = 0; k < SecondBlocks; k++) {
        MPI_File_read_at(f, (MPI_Offset)k * Block, b, Block, MPI_BYTE, &status);
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        checkExactly(k, second.salt, b, bytes, k < second.blocks ? Block : 0, rank,
                     o);
      }
      MPI_File_close(&f);
      MPI_Barrier(MPI_COMM_WORLD);
      break;
    case Atomic:
      if (ranks == 1) {
        atomic = o->how < 2;
        MPI_File_set_atomicity(fh, atomic);
        break;
      }
      // In turns: who reads behind the barrier sees what was written before.
      MPI_File_set_atomicity(fh, 1);
      MPI_File_write_at(fh, at, b, n, MPI_BYTE, MPI_STATUS_IGNORE);
      MPI_Barrier(MPI_COMM_WORLD);
      if (n) {
        int next = (rank + 1) % ranks;
        MPI_File_read_at(fh, (MPI_Offset)o->block[next] * Block, b, Block, MPI_BYTE,
                         &status);
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        checkExactly(o->block[next], o->salt[next], b, bytes, Block, rank, o);
      }
      MPI_Barrier(MPI_COMM_WORLD);
      MPI_File_set_atomicity(fh, 0);
      break;
    case Sync:
      syncAll(fh, other);
      otherBehind = 0;
      break;
    case Reopen:
      // The new handle is opened after the old one is closed, or before.
      if (o->how % 2)
        MPI_File_close(&fh);
      else
        MPI_File_sync(fh);
      at = (MPI_Offset)o->block[o->rank] * Block;
      if (at >= 0) // comes into the cache
        MPI_File_read_at(other, at, b, Block, MPI_BYTE, &status);
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == o->rank && n) {
        fill(b, block, o->salt[rank]);
        writeByC("data", "r+b", at, b, Block);
      }
      MPI_Barrier(MPI_COMM_WORLD);
      f = openOne(o->many % 2 ? MPI_COMM_WORLD : copy, Names[o->how],
                  o->many < 3 ? MPI_MODE_RDWR : MPI_MODE_RDWR | MPI_MODE_APPEND);
      beginEpoch(&s, o);
      if (at >= 0) {
        MPI_File_read_at(f, at, b, Block, MPI_BYTE, &status);
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        check(&s, o->block[o->rank], 1, 1, b, bytes, rank, o);
        MPI_Barrier(MPI_COMM_WORLD); // before any rank writes
      }
      if (o->how % 2 == 0)
        MPI_File_close(&fh);
      fh = f;
      atomic = 0;
      otherBehind = 1; // until it is synchronised, too
      break;
    case SetSize:
      // Of a call that counts as every rank's write; the rest is for the others.
      if (ranks > 1) {
        MPI_File_sync(other);
        MPI_File_sync(fh);
        MPI_Barrier(MPI_COMM_WORLD);
      }
      MPI_File_set_size(fh, (MPI_Offset)cutTo(o) * Block);
      restart(&s, cutTo(o), Hole, cutTo(o));
      MPI_File_read_at(fh, at, b, Block, MPI_BYTE, &status);
      MPI_Get_count(&status, MPI_BYTE, &bytes);
      check(&s, block, 1, 1, b, bytes, rank, o);
      MPI_Barrier(MPI_COMM_WORLD);
      if (growth(o) == Allocated)
        MPI_File_preallocate(fh, (MPI_Offset)Blocks * Block);
      else if (growth(o) == Longer)
        MPI_File_set_size(fh, (MPI_Offset)Blocks * Block);
      MPI_Barrier(MPI_COMM_WORLD);
      beginEpoch(&s, o);
      MPI_File_read_at(fh, at, b, Block, MPI_BYTE, &status);
      MPI_Get_count(&status, MPI_BYTE, &bytes);
      check(&s, block, 1, 1, b, bytes, rank, o);
      if (ranks > 1)
        syncAll(fh, other);
      otherBehind &= ranks == 1;
      break;
    default:
      break;
    }
    if (isWrite(o, ranks) && n)
      wrote(&s, o, rank, ranks, atomic);
    if (o->kind == Atomic && ranks > 1)
      met(&s);
    if (endsEpoch(o->kind)) {
      if (o->kind == Sync)
        beginEpoch(&s, o);
      foresee(&s, ops, i + 1, ranks);
    }
    if (o->kind == Reopen && o->many >= 3) { // the last block, at the pointer
      block = s.size - 1;
      MPI_File_seek(fh, -Block, o->many == 3 ? MPI_SEEK_CUR : MPI_SEEK_END);
      MPI_File_read(fh, b, Block, MPI_BYTE, &status);
      MPI_Get_count(&status, MPI_BYTE, &bytes);
      check(&s, block, 1, 1, b, bytes, rank, o);
      MPI_Barrier(MPI_COMM_WORLD); // before any rank moves the end
    }
    usleep((useconds_t)o->pause);
  }
  MPI_File_close(&other);
  MPI_File_close(&fh);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int first = argc > 2 ? atoi(argv[1]) : 1, rank = myRank(), ranks = worldSize(),
      sequences = argc > 2 ? atoi(argv[2]) : 4;
#ifdef MPICH_VERSION
  // What is between the blocks that ranks write together behind the end of the file
  // is what the MPI library's buffer held.
  int atomics = 1;
  mayStayShort = ranks == 1;
#else
  // Open MPI 4.1's own MPI-IO has no atomic mode to speak of; MPI_File_preallocate
  // by several ranks leaves later calls hanging.
  int atomics = ranks == 1;
  mayStayShort = 1;
#endif
  allocates = atomics;
  static unsigned char all[Blocks * Block];
  struct second seconds[SecondFiles];
  for (int i = 0; i < Blocks; i++)
    fill(all + i * Block, i, 1);
  MPI_Datatype block, every2;
  MPI_Comm copy;
  MPI_Type_contiguous(Block, MPI_BYTE, &block);
  MPI_Type_create_resized(block, 0, 2 * Block, &every2);
  MPI_Type_commit(&every2);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  if (!getcwd(absolute, sizeof absolute - sizeof "/data"))
    MPI_Abort(MPI_COMM_WORLD, 94);
  strcat(absolute, "/data");
  for (int i = 0; i < SecondFiles; i++) {
    seconds[i] = (struct second){1, SecondBlocks};
    if (rank == 0)
      writeByC(Seconds[i], "wb", 0, all, SecondBlocks * Block);
  }
  for (int i = 0; i < sequences && ranks <= MostRanks; i++) {
    static struct op ops[Ops];
    sequence = first + i;
    random_state = (uint64_t)sequence;
    struct second *second = &seconds[sequence % SecondFiles], before = *second;
    makeOps(ops, ranks, atomics, second);
    if (rank == 0) {
      writeByC("data", "wb", 0, all, sizeof all);
      if (i == 0 && (symlink("data", "symbolic") || link("data", "hard") ||
                     mkdir("folder", 0700)))
        MPI_Abort(MPI_COMM_WORLD, 95);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    run(ops, rank, ranks, every2, copy, before);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Comm_free(&copy);
  MPI_Type_free(&every2);
  MPI_Type_free(&block);
  printf("rank %d: %d wrong\n", rank, wrong);
  MPI_Finalize();
}
