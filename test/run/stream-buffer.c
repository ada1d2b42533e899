// A process of one thread takes small reads of streams from their buffers without libc's locks: a stream whose lock cannot be
// touched is read on up to the end of the buffer. A function of a tool that stands between the run time and libc sees all
// reads. Ungotten characters, elements that are cut off, and sizes of 0 give what they give in libc.
// RUN: head -c 300000 /dev/urandom > %t.data
// RUN: %real-clang -O1 %s -o %t && %t %t.data > %t.alone
// RUN: %foreslice-clang -O1 -fprefetch-slice %s -o %t.sliced && %t.sliced %t.data > %t.got && cmp %t.alone %t.got
// RUN: %t.sliced %t.data unlocked > %t.got && cmp %t.alone %t.got
// RUN: %real-clang -O1 -shared -fPIC -DTOOL %s -o %t.tool.so
// RUN: %foreslice-clang -O1 -fprefetch-slice %s -o %t.between %lib-dir/libforeslice.so -Wl,-rpath,%lib-dir,--no-as-needed %t.tool.so
// RUN: %t.between %t.data > %t.got 2> %t.said && cmp %t.alone %t.got
// RUN: FileCheck %s < %t.said
// CHECK: 100007 reads
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef TOOL

static long reads;
__attribute__((destructor)) static void say(void) { fprintf(stderr, "%ld reads\n", reads); }

size_t fread(void *to, size_t size, size_t count, FILE *from) {
  static size_t (*next)(void *, size_t, size_t, FILE *);
  if (!next)
    next = (size_t(*)(void *, size_t, size_t, FILE *))dlsym(RTLD_NEXT, "fread");
  reads++;
  return next(to, size, count, from);
}

#else

static unsigned sum;

// Apart from the other reads: with a lock in the way, libc gives no answer at all.
__attribute__((noinline)) static void takeBuffer(FILE *f, int unlocked) {
  char b[12];
  void *lock = f->_lock;
  if (unlocked)
    f->_lock = (void *)16;
  for (int i = 0; i < 300; i++) {
    fread(b, 4, 3, f);
    sum = sum * 31 + (unsigned char)b[11];
  }
  f->_lock = lock;
}

int main(int argc, char **argv) {
  char b[12];
  FILE *f = fopen(argv[1], "r");
  // Two regions of 50,000 reads: of bytes and of blocks.
  for (int i = 0; i < 50000; i++) {
    fread(b, 1, 1, f);
    sum = sum * 31 + (unsigned char)b[0];
  }
  rewind(f);
  for (int i = 0; i < 49700; i++) {
    fread(b, 3, 1, f);
    sum = sum * 31 + (unsigned char)b[2];
  }
  rewind(f);
  if (fread(b, 1, 1, f) != 1)
    return 1;
  takeBuffer(f, argc > 2);
  ungetc('!', f);
  printf("%zu %zu %zu\n", fread(b, 0, 5, f), fread(b, 5, 0, f), fread(b, 1, 1, f));
  printf("%c %ld\n", b[0], ftell(f));
  fseek(f, -8, SEEK_END);
  printf("%zu %ld\n", fread(b, 3, 3, f), ftell(f));
  memset(b, 0, sizeof b);
  fseek(f, 0, SEEK_SET);
  printf("%zu %u\n", fread(b, 1, 2, f) + fread(b, 2, 3, f), sum);
  fclose(f);
}

#endif
