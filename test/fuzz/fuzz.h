//===- fuzz.h - what generated programs share -----------------------------===//
//
// Input files of every shape, a digest of what was read, time to compute.
// C and C++. With FUZZ_ALONE the program has no MPI.
//
//===----------------------------------------------------------------------===//

#ifndef FUZZ_H
#define FUZZ_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "helpers.h"

#ifdef FUZZ_ALONE
#include "alone.h"
#else
#include <mpi.h>
#endif

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <ftw.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ROMIO, as in MPICH, says that a read through a view with holes got all of its
 * bytes where the file ends before them, and leaves garbage in the buffer. */
#ifdef OPEN_MPI
#define STRIDED_READS_END 1
#else
#define STRIDED_READS_END 0
#endif

#ifdef __cplusplus
#include <algorithm>
#include <atomic>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <queue>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>
#endif

typedef uint64_t u64;
typedef unsigned char byte;

static int rank, ranks;

static inline u64 scramble(u64 x) {
  x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15u;
  return x ^ (x >> 29);
}

/// Little-endian numbers at any place of a buffer.
static inline u64 load(const void *p, int bytes) {
  u64 x = 0;
  memcpy(&x, p, (size_t)bytes);
  return x;
}

// The digest ------------------------------------------------------------------

static inline void mix(u64 *sum, const void *data, size_t bytes) {
  const byte *p = (const byte *)data;
  for (size_t i = 0; i < bytes; i++)
    *sum = (*sum ^ p[i]) * 0x100000001b3u;
}

static inline void mixNumber(u64 *sum, u64 x) { mix(sum, &x, sizeof x); }

static inline int received(const MPI_Status *status) {
  int bytes;
  MPI_Get_count(status, MPI_BYTE, &bytes);
  return bytes;
}

/// The computation between reads. The first of each section takes long, so that
/// a slice gets ahead.
static int computed;
static inline void compute(void) {
  if (computed % 64 == 0)
    usleep(computed ? 300 : 8000);
  computed++;
}

static inline void section(const char *name, u64 sum) {
  printf("rank %d, %s: %016llx\n", rank, name, (unsigned long long)sum);
  fflush(stdout);
  computed = 0;
}

// Files -----------------------------------------------------------------------

static inline void putFile(const char *name, u64 at, const void *data,
                           size_t bytes) {
  FILE *file = fopen(name, at ? "r+b" : "wb");
  if (!file || fseeko(file, (off_t)at, SEEK_SET) ||
      fwrite(data, 1, bytes, file) != bytes || fclose(file))
    MPI_Abort(MPI_COMM_WORLD, 90);
}

static inline byte *randomBytes(size_t bytes, u64 seed) {
  byte *data = (byte *)malloc(bytes + 8);
  for (size_t i = 0; i < bytes; i += 8) {
    u64 x = scramble(scramble(i + 1) + seed);
    memcpy(data + i, &x, 8);
  }
  return data;
}

static inline void makeData(const char *name, size_t bytes, u64 seed) {
  byte *data = randomBytes(bytes, seed);
  putFile(name, 0, data, bytes);
  free(data);
}

/// A hole of `hole` bytes between two pieces of data.
static inline void makeSparse(const char *name, u64 hole, size_t bytes,
                              u64 seed) {
  makeData(name, bytes, seed);
  byte *data = randomBytes(bytes, seed + 1);
  putFile(name, bytes + hole, data, bytes);
  free(data);
}

/// What an index file holds: a piece of a data file, and the entry to go on
/// with; a chain through all entries ends with 0.
typedef struct entry {
  u64 at;
  uint32_t bytes, next;
} entry;

static inline void makeIndex(const char *name, uint32_t entries, u64 reach,
                             uint32_t most, u64 seed) {
  entry *table = (entry *)malloc(entries * sizeof(entry));
  for (uint32_t i = 0; i < entries; i++) {
    table[i].bytes = (uint32_t)(1 + scramble(seed + i) % most);
    table[i].at = scramble(seed + i + entries) % (reach - most);
    table[i].next = (i + 7) % entries;
  }
  putFile(name, 0, table, entries * sizeof(entry));
  free(table);
}

/// Nodes of 64 bytes in shuffled order, the first at 0. A node starts with the
/// place of the next one, 0 in the last.
static inline void makeChain(const char *name, uint32_t nodes, u64 seed) {
  byte *data = randomBytes(nodes * 64, seed);
  for (uint32_t i = 0; i < nodes; i++) {
    u64 next = i + 1 < nodes ? (u64)(i + 1) * 5 % nodes * 64 : 0;
    memcpy(data + (u64)i * 5 % nodes * 64, &next, 8);
  }
  putFile(name, 0, data, nodes * 64);
  free(data);
}

/// Records of a 4-byte length and that many bytes.
static inline void makeRecords(const char *name, int records, uint32_t most,
                               u64 seed) {
  byte *data = randomBytes((size_t)records * (4 + most), seed);
  size_t at = 0;
  for (int i = 0; i < records; i++) {
    uint32_t length = (uint32_t)(scramble(seed + 99 + i) % (most + 1));
    memcpy(data + at, &length, 4);
    at += 4 + length;
  }
  putFile(name, 0, data, at);
  free(data);
}

static inline void makeText(const char *name, int numbers, u64 seed) {
  FILE *file = fopen(name, "w");
  for (int i = 0; i < numbers; i++)
    fprintf(file, "%u\n", (unsigned)(scramble(seed + i) >> 40));
  fclose(file);
}

/// What a program sets before it opens a file.
struct parameters {
  u64 first, step;
  int count, bytes;
  MPI_Offset at[6];
};

static inline void choose(struct parameters *p, u64 a, u64 room) {
  p->first = a % 50;
  p->step = 64 + a % 900;
  p->count = (int)(a % 7);
  p->bytes = 100 + (int)(a % 300);
  for (int i = 0; i < 6; i++)
    p->at[i] = (MPI_Offset)(scramble(a + (u64)i) % room);
}

static inline MPI_File openFile(MPI_Comm comm, const char *name, int mode) {
  MPI_File file;
  if (MPI_File_open(comm, name, mode, MPI_INFO_NULL, &file) != MPI_SUCCESS)
    MPI_Abort(MPI_COMM_WORLD, 91);
  return file;
}

/// Opens a file for one number.
static inline u64 wordOf(const char *name, MPI_Offset at) {
  u64 word = 0;
  MPI_File file = openFile(MPI_COMM_SELF, name, MPI_MODE_RDONLY);
  MPI_File_read_at(file, at, &word, 8, MPI_BYTE, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  return word;
}

// Functions that programs call or point to ------------------------------------

static inline u64 nearby(u64 k, u64 from) { return from + k * 3000; }
static inline u64 far_away(u64 k, u64 from) { return scramble(from) + k; }

static inline int ascending(const void *a, const void *b) {
  MPI_Offset x = *(const MPI_Offset *)a, y = *(const MPI_Offset *)b;
  return x < y ? -1 : x > y;
}

#ifdef FUZZ_ALONE
/// What nftw() and ftw() visit is added up, whatever the order is.
static u64 visitedSum;
static inline int visitPlainly(const char *path, const struct stat *status,
                               int type) {
  byte b[3000];
  u64 part = 0;
  ssize_t got;
  if (type != FTW_F || status->st_size == 0)
    return 0;
  int fd = open(path, O_RDONLY);
  while (fd >= 0 && (got = read(fd, b, sizeof b)) > 0) {
    mix(&part, b, (size_t)got);
    compute();
  }
  if (fd >= 0)
    close(fd);
  visitedSum += part;
  return 0;
}
static inline int visit(const char *path, const struct stat *status, int type,
                        struct FTW *at) {
  return at->level > 3 ? 0 : visitPlainly(path, status, type);
}

/// A call that nobody sees through.
static int (*volatile seekUnseen)(FILE *, long, int) = fseek;
#endif

static u64 drawn = 1;
static inline int draw(void) {
  drawn = drawn * 6364136223846793005u + 1442695040888963407u;
  return (int)(drawn >> 40);
}

static inline void take(MPI_File file, u64 *at, byte *into, int bytes) {
  MPI_Status status;
  MPI_File_read_at(file, (MPI_Offset)*at, into, bytes, MPI_BYTE, &status);
  *at += (u64)received(&status);
}

struct cursor {
  MPI_File file;
  u64 at, step;
  byte data[200];
};

static inline void forward(struct cursor *c, u64 size) {
  if (c->at + sizeof c->data > size)
    c->at = c->step % 64;
  MPI_File_read_at(c->file, (MPI_Offset)c->at, c->data, sizeof c->data,
                   MPI_BYTE, MPI_STATUS_IGNORE);
  c->at += c->step;
}

/// Reads in the middle, then in one half or in both.
static void bisect(MPI_File file, u64 low, u64 high, int depth, u64 *sum) {
  byte data[64];
  u64 middle = low + (high - low) / 2;
  if (high - low < 64)
    return;
  MPI_File_read_at(file, (MPI_Offset)middle, data, 64, MPI_BYTE,
                   MPI_STATUS_IGNORE);
  mix(sum, data, sizeof data);
  if (depth == 0)
    return;
  if (data[3] % 4)
    bisect(file, low, middle, depth - 1, sum);
  if (data[3] % 4 != 1)
    bisect(file, middle, high, depth - 1, sum);
}

#ifdef __cplusplus
/// Closes its file however it is left.
struct OpenFile {
  MPI_File file;
  OpenFile(MPI_Comm comm, const char *name, int mode)
      : file(openFile(comm, name, mode)) {}
  ~OpenFile() { MPI_File_close(&file); }
};

class Reader {
public:
  Reader(MPI_File file, size_t bytes, u64 size)
      : file(file), size(size), buffer(bytes) {}
  void skip(u64 bytes) { at = (at + bytes) % (size - buffer.size()); }
  const std::vector<byte> &next() {
    MPI_File_read_at(file, (MPI_Offset)at, buffer.data(), (int)buffer.size(),
                     MPI_BYTE, MPI_STATUS_IGNORE);
    skip(buffer.size());
    return buffer;
  }

private:
  MPI_File file;
  u64 size, at = 0;
  std::vector<byte> buffer;
};
#endif

#endif
