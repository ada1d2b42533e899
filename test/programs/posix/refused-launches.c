// A small function that may refill a buffer is a region of its own, which the
// program enters for each character within a region that covers the function.
// Such a launch is refused and costs no more: the run time's work in others is
// counted by a function that it calls there, in a library in front of libc.
// RUN: %real-clang -O1 -shared -fPIC %S/../Inputs/counted_calls.c -o %t.so
// RUN: %check-program --slices 2 --flag=-rdynamic --flag=%t.so --unserved "the data are in memory, so that the slices are held back" --env FORESLICE_ALWAYS=0
#include "posix.h"
#include <dlfcn.h>

enum { Bytes = 100000, Room = 4096 };

extern unsigned Works;

typedef struct {
  int fd;
  char *pos, *end, buffer[Room];
} Reader;

static __attribute__((noinline)) int refill(Reader *r) {
  long keep = r->end - r->pos;
  memmove(r->buffer, r->pos, (size_t)keep);
  r->pos = r->buffer;
  ssize_t n = read(r->fd, r->buffer + keep, (size_t)(Room - keep));
  r->end = r->buffer + keep + (n > 0 ? n : 0);
  return n > 0;
}

static __attribute__((noinline)) int token(Reader *r) {
  for (;;) {
    while (r->pos < r->end && *r->pos == ' ')
      r->pos++;
    if (r->pos < r->end)
      break;
    if (!refill(r))
      return -1;
  }
  int c = *r->pos++ & 255;
  if (r->end - r->pos < 8)
    refill(r);
  return c;
}

__attribute__((noinline)) uint64_t all(Reader *r, uint64_t d) {
  for (int c; (c = token(r)) >= 0;)
    d = d * 31 + (uint64_t)c;
  return d;
}

__attribute__((noinline)) int one(Reader *r) { return token(r) + 1; }

int main(void) {
  static Reader r;
  makeData("data", Bytes, 1);
  r.fd = open("data", O_RDONLY);
  r.pos = r.end = r.buffer;
  uint64_t (*rest)(Reader *, uint64_t) = dlsym(RTLD_DEFAULT, "all");
  int (*next)(Reader *) = dlsym(RTLD_DEFAULT, "one");
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 3; i++)
    d = d * 31 + (uint64_t)next(&r);
  unsigned before = Works;
  d = rest(&r, d);
  if (Works - before > Bytes / 20)
    printf("%u calls of the run time's\n", Works - before);
  result(d);
}
