// The companion expects that a file is read to its end: a stream as soon as the stream is open, and a
// file after some reads in a row. So pages far ahead come, although the program reads no more. A header
// that is read by fread starts no thread of a slice, which would make each getc lock. The process itself
// asks for the begin of a stream, also where no companion starts (ulimit -v). The file has just been
// written: the kernel drops all its pages at the next question for its times, and none may be asked for
// before.
// REQUIRES: fuse
// RUN: %foreslice-clang -O1 -fprefetch-slice -D_GNU_SOURCE -I %S/../../run -Rpass=prefetch-slice -c %s -o %t.sliced.o 2>&1 | FileCheck %s
// RUN: %real-clang -O1 -D_GNU_SOURCE -DREST -I %S/../../run -c %s -o %t.rest.o
// RUN: %foreslice-clang -O1 -fprefetch-slice %t.sliced.o %t.rest.o -o %t
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 -- %t stream
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 -- %t reads
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 -- sh -c "ulimit -v 8000000; %t stream"
// RUN: not %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 -- env FORESLICE_SOURCES=slices %t stream few
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 -- %t characters
// CHECK: prefetch slice of the rest of 'characters' with {{[0-9]+}} read
#include "Inputs/slow_file.h"

#include <string.h>

enum { File = 4 << 20, Far = 512 << 10 };

long characters(const char *name);
int count_threads(void);

#ifndef REST

long characters(const char *name) {
  char header[64];
  long sum = 0;
  FILE *f = fopen(name, "r");
  if (!f || fread(header, 1, sizeof header, f) != sizeof header)
    _exit(4);
  for (int c; (c = getc(f)) != EOF;)
    sum += c;
  if (count_threads() != 1)
    _exit(5);
  fclose(f);
  return sum;
}

#else
#include "../Inputs/threads_now.h"

static char bytes[File];

static int comes(const char *look, int naps) {
  for (; naps > 0 && !isInMemory(look, Far); naps--)
    usleep(1000);
  return naps > 0;
}

int count_threads(void) { return threads(); }

/* Longer than a tick of the file's times. */
static void write_later(const char *name) {
  int fd = open(name, O_WRONLY);
  usleep(20000);
  if (fd < 0 || pwrite(fd, "a", 1, 0) != 1 || close(fd) != 0)
    _exit(3);
}

int main(int argc, char **argv) {
  char name[4096];
  memset(bytes, 'a', sizeof bytes);
  make_slow_file(name, sizeof name, "data", bytes, sizeof bytes);
  const char *look = map_slow_file(name, File);
  write_later(name);
  forget_slow_file(name);
  const int naps = argc > 2 ? 200 : 20000;
  if (strcmp(argv[1], "characters") == 0)
    return characters(name) != (File - 64) * 'a';
  if (strcmp(argv[1], "stream") == 0) {
    FILE *f = fopen(name, "r");
    return !f || !comes(look, naps) || fclose(f) != 0;
  }
  int fd = open(name, O_RDONLY);
  for (int i = 0; i < 8; i++)
    if (read(fd, bytes, 4096) != 4096)
      return 6;
  return !comes(look, naps) || close(fd) != 0;
}
#endif
