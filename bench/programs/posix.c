// Reads records or files without MPI, and computes between the reads. Prints a
// digest of what was read, and on standard error how long it took.
//
//   posix generate FOLDER
//   posix PATTERN FOLDER COMPUTE_US [advise|thread]
//
// Patterns: simple, nested and random read records of one file by pread, stream
// reads them by fseek and fread, grep reads files to their ends by fread, and
// search does so with 1000 files.
//
// With -DBY_HAND the program has what a careful programmer adds: advise is
// posix_fadvise(POSIX_FADV_WILLNEED) a window ahead, thread is eight threads
// that read a window ahead.

#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
  Record = 65536,
  Records = 200, // or files
  Texts = 1000,
  Columns = 20,
  Window = 32, // items that are asked for ahead by hand
};

/// What a pattern reads: records, or files.
static long items = Records;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void fail(const char *what) {
  perror(what);
  exit(2);
}

static uint64_t look(uint64_t d, const char *data, size_t bytes) {
  for (size_t i = 0; i < bytes; i += 64)
    d = (d ^ (unsigned char)data[i]) * 0x100000001b3u;
  return d;
}

static void compute(long us) {
  if (us > 0)
    usleep((useconds_t)us);
}

/// Where record i lies, in the order of a pattern.
static off_t place(const char *pattern, long i) {
  long at = i;
  if (!strcmp(pattern, "nested"))
    at = i % (Records / Columns) * Columns + i / (Records / Columns);
  else if (!strcmp(pattern, "random"))
    at = i * 7919 % Records;
  return (off_t)at * Record;
}

static void nameOf(char *name, size_t room, const char *folder, long i) {
  const char *kind = items == Texts ? "text" : "part";
  snprintf(name, room, "%s/%s.%03ld", folder, kind, i);
}

// By hand ---------------------------------------------------------------------

#ifdef BY_HAND

enum { Helpers = 8 };

static struct {
  const char *pattern, *folder;
  int fd, advises;
  volatile long done; // what the program has come to
  volatile int over;
  pthread_t threads[Helpers];
} Ahead;

/// Has the system fetch record or file i, or reads it.
static void fetch(long i, char *buffer) {
  int fd = Ahead.fd;
  off_t at = 0, bytes = Record;
  if (fd < 0) {
    char name[4096];
    struct stat s;
    nameOf(name, sizeof name, Ahead.folder, i);
    fd = open(name, O_RDONLY);
    if (fd < 0 || fstat(fd, &s))
      fail(name);
    bytes = s.st_size;
  } else {
    at = place(Ahead.pattern, i);
  }
  if (!buffer)
    posix_fadvise(fd, at, bytes, POSIX_FADV_WILLNEED);
  else if (pread(fd, buffer, (size_t)bytes, at) != bytes)
    fail("pread");
  if (Ahead.fd < 0)
    close(fd);
}

static void *readAhead(void *first) {
  char *buffer = malloc(Record);
  for (long i = (long)first; i < items && !Ahead.over; i += Helpers) {
    while (i > Ahead.done + Window && !Ahead.over)
      usleep(200);
    fetch(i, buffer);
  }
  free(buffer);
  return NULL;
}

static void begin(const char *pattern, const char *folder, int fd) {
  Ahead.pattern = pattern;
  Ahead.folder = folder;
  Ahead.fd = fd;
  for (long i = 0; Ahead.advises && i < Window; i++)
    fetch(i, NULL);
  for (long t = 0; !Ahead.advises && t < Helpers; t++)
    pthread_create(&Ahead.threads[t], NULL, readAhead, (void *)t);
}

static void next(long i) {
  Ahead.done = i;
  if (Ahead.advises && i + Window < items)
    fetch(i + Window, NULL);
}

static void end(void) {
  Ahead.over = 1;
  for (int t = 0; !Ahead.advises && t < Helpers; t++)
    pthread_join(Ahead.threads[t], NULL);
}

#define BEGIN(Pattern, Folder, Fd) begin(Pattern, Folder, Fd)
#define NEXT(I) next(I)
#define END() end()
#else
#define BEGIN(Pattern, Folder, Fd)
#define NEXT(I)
#define END()
#endif

// The program -----------------------------------------------------------------

static uint64_t records(const char *file, const char *pattern, long us) {
  static char buffer[Record];
  uint64_t d = 1;
  int fd = open(file, O_RDONLY);
  if (fd < 0)
    fail(file);
  BEGIN(pattern, file, fd);
  for (long i = 0; i < items; i++) {
    NEXT(i);
    if (pread(fd, buffer, Record, place(pattern, i)) != Record)
      fail("pread");
    d = look(d, buffer, Record);
    compute(us);
  }
  END();
  close(fd);
  return d;
}

static uint64_t stream(const char *file, long us) {
  static char buffer[Record];
  uint64_t d = 1;
  FILE *f = fopen(file, "rb");
  if (!f)
    fail(file);
  BEGIN("nested", file, fileno(f));
  for (long i = 0; i < items; i++) {
    NEXT(i);
    if (fseek(f, place("nested", i), SEEK_SET) ||
        fread(buffer, 1, Record, f) != Record)
      fail("fread");
    d = look(d, buffer, Record);
    compute(us);
  }
  END();
  fclose(f);
  return d;
}

static uint64_t grep(const char *folder, long us) {
  static char buffer[Record];
  uint64_t found = 0;
  BEGIN("grep", folder, -1);
  for (long i = 0; i < items; i++) {
    NEXT(i);
    char name[4096];
    nameOf(name, sizeof name, folder, i);
    FILE *f = fopen(name, "rb");
    if (!f)
      fail(name);
    size_t n;
    while ((n = fread(buffer, 1, Record, f)) > 0)
      found += memmem(buffer, n, "needle", 6) != NULL;
    fclose(f);
    compute(us);
  }
  END();
  return found;
}

static void generate(const char *folder) {
  char name[4096], *data = malloc(Record);
  snprintf(name, sizeof name, "%s/records", folder);
  FILE *f = fopen(name, "wb");
  for (int i = 0; f && i < Records; i++) {
    memset(data, i, Record);
    if (fwrite(data, 1, Record, f) != Record)
      fail(name);
  }
  if (!f || fclose(f))
    fail(name);
  for (items = Records; items <= Texts; items += Texts - Records)
    for (long i = 0; i < items; i++) {
      nameOf(name, sizeof name, folder, i);
      f = fopen(name, "wb");
      if (i % 10 == 0)
        memcpy(data + 1000, "needle", 6);
      size_t bytes = 10000 + 50000 / (size_t)items * (size_t)i;
      if (!f || fwrite(data, 1, bytes, f) != bytes || fclose(f))
        fail(name);
      memset(data, (int)i, Record);
    }
  free(data);
}

int main(int argc, char **argv) {
  if (argc == 3 && !strcmp(argv[1], "generate")) {
    generate(argv[2]);
    return 0;
  }
  if (argc < 4) {
    fprintf(stderr, "usage: posix PATTERN FOLDER COMPUTE_US [advise|thread]\n");
    return 2;
  }
#ifdef BY_HAND
  Ahead.advises = argc > 4 && !strcmp(argv[4], "advise");
#endif
  const char *pattern = argv[1], *folder = argv[2];
  long us = atol(argv[3]);
  char file[4096];
  snprintf(file, sizeof file, "%s/records", folder);
  double start = now();
  uint64_t d;
  if (!strcmp(pattern, "search"))
    items = Texts;
  if (!strcmp(pattern, "grep") || !strcmp(pattern, "search"))
    d = grep(folder, us);
  else if (!strcmp(pattern, "stream"))
    d = stream(file, us);
  else
    d = records(file, pattern, us);
  double took = now() - start;
  printf("%016llx\n", (unsigned long long)d);
  fprintf(stderr, "seconds %.6f\n", took);
  return 0;
}
