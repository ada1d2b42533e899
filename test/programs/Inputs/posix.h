// What the programs without MPI share: data, a digest of what was read, a
// result line.
#ifndef POSIX_H
#define POSIX_H

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// The byte that data files have at a position.
static inline unsigned char dataByte(uint64_t at, unsigned seed) {
  uint64_t x = (at / 8 + seed) * 0x9e3779b97f4a7c15u;
  return (unsigned char)((x ^ (x >> 29)) >> (8 * (at % 8)));
}

/// Writes a file with that content.
static inline void makeData(const char *name, size_t bytes, unsigned seed) {
  unsigned char *data = (unsigned char *)malloc(bytes + 1);
  for (size_t i = 0; i < bytes; i++)
    data[i] = dataByte(i, seed);
  int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (fd < 0 || write(fd, data, bytes) != (ssize_t)bytes || close(fd))
    exit(90);
  free(data);
}

#define DIGEST_START 0xcbf29ce484222325u

/// The computation between reads: mixes bytes into a digest (FNV-1a). The first
/// takes long, so that a slice gets ahead.
static inline uint64_t digest(uint64_t d, const void *data, size_t bytes) {
  if (d == DIGEST_START)
    usleep(20000);
  const unsigned char *p = (const unsigned char *)data;
  for (size_t i = 0; i < bytes; i++)
    d = (d ^ p[i]) * 0x100000001b3u;
  return d;
}

static inline void result(uint64_t d) {
  printf("%016llx\n", (unsigned long long)d);
  fflush(stdout);
}

#endif
