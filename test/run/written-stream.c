// A program writes a file and opens a stream on the file. FUSE drops the pages of a file just written at
// the next question for the file's attributes: the guest asks no server.
// REQUIRES: fuse
// RUN: %real-clang -O1 %s -o %t.plain && %foreslice-clang -O1 -fprefetch-slice %s -o %t.sliced
// RUN: %slowfs-run --kernel-cache -- %t.plain
// RUN: %slowfs-run --kernel-cache -- %foreslice-run %t.plain
// RUN: %slowfs-run --kernel-cache -- %t.sliced
#include "Inputs/slow_file.h"

#include <string.h>

enum { File = 1 << 20, Far = 512 << 10 };

static char bytes[File];

int main(void) {
  char name[4096];
  memset(bytes, 'a', sizeof bytes);
  make_slow_file(name, sizeof name, "data", bytes, sizeof bytes);
  const char *look = map_slow_file(name, File);
  if (!isInMemory(look, Far))
    return 4;
  FILE *f = fopen(name, "r");
  if (!f || !isInMemory(look, Far))
    return 5;
  return fclose(f) != 0;
}
