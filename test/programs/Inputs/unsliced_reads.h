// Reads of a file that no slice can know: what is read next is decided by a computation on what
// was read, which no slice repeats.
#ifndef UNSLICED_READS_H
#define UNSLICED_READS_H

#include "posix.h"

enum { Most = 4096, Pieces = 6 };

static uint64_t scan(int fd) {
  static unsigned char b[Most];
  uint64_t d = DIGEST_START;
  size_t next = 64;
  for (ssize_t n; (n = read(fd, b, next)) > 0;) {
    d = digest(d, b, (size_t)n);
    double w = 1;
    for (ssize_t i = 0; i < n; i++)
      w = w * 0.5 + b[i];
    next = 1 + (size_t)(w * 8) % Most;
  }
  return d;
}

/// A loop that has a slice of its own, over the pieces of an index.
static uint64_t takePieces(int fd, uint64_t d) {
  static unsigned char b[512];
  for (int i = 0; i < Pieces; i++) {
    if (pread(fd, b, sizeof b, i * 3000) != sizeof b)
      break;
    d = digest(d, b, sizeof b);
  }
  return d;
}

#endif
