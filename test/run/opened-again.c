// A program opens a file for each piece of it, and closes the file again. What was learned by
// one descriptor goes on by the next: the pieces are read ahead.
// REQUIRES: fuse
// RUN: %real-clang -O1 %s -o %t
// RUN: %slowfs-run --service-us 500 --kernel-cache -- %foreslice-run -- %t
// RUN: %slowfs-run --service-us 500 --kernel-cache -- env FORESLICE_DISABLE=1 %foreslice-run -- %t never
#include "Inputs/slow_file.h"

#include <string.h>

enum { Bytes = 16 << 20, Piece = 64 << 10, Pieces = Bytes / Piece, Ahead = 12 };
static char bytes[Bytes], piece[Piece];

static void read_piece(const char *name, int i) {
  int fd = open(name, O_RDONLY);
  if (fd < 0 || pread(fd, piece, Piece, (off_t)i * Piece) != Piece || close(fd) != 0 ||
      memcmp(piece, bytes + (long)i * Piece, Piece) != 0)
    _exit(3);
}

int main(int argc, char **argv) {
  char name[4096];
  int isAhead = 0, never = argc > 1;
  for (long i = 0; i < Bytes; i++)
    bytes[i] = (char)(i * i >> 7);
  make_slow_file(name, sizeof name, "pieces", bytes, Bytes);
  const char *looks = map_slow_file(name, Bytes);
  for (int pass = 0; pass < (never ? 3 : 200) && !isAhead; pass++) {
    forget_slow_file(name);
    for (int i = 0; i + Ahead < Pieces && !isAhead; i++) {
      read_piece(name, i);
      isAhead = isInMemory(looks, (long)(i + Ahead) * Piece);
    }
  }
  return isAhead == never ? 4 : 0;
}
