// foreslice-run watches a program, and changes nothing: no position moves, no buffered data
// are written early, no error is hidden. The program makes empty and failing writes to a
// descriptor that appends. The program closes a stream whose position other processes share,
// passes bad pointers, and moves in a stream whose data cannot be written. The trace has
// what a stream writes where the program moves in the stream or closes the stream.
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir && %real-clang -O1 %s -o program
// RUN: cd %t.dir && ./program alone > expected
// RUN: cd %t.dir && %foreslice-run --trace=traces -- ./program traced > out && cmp expected out && cmp alone traced
// RUN: cd %t.dir && %foreslice-run --policy=auto -- ./program policy > out && cmp expected out && cmp alone policy
// RUN: cd %t.dir && env FORESLICE_SOURCES=classifier FORESLICE_ALWAYS=1 %foreslice-run -- ./program class > out && cmp expected out && cmp alone class
// RUN: cd %t.dir && %bin-dir/foreslice-signature traces | FileCheck %s
// CHECK: /traced.appended
// CHECK-NEXT: {WRITE, 0, 1, ([0, 4, 1]), 1}, {WRITE, 4, 1, ([0, 5, 1]), 1}
// CHECK: /traced.by-stream
// CHECK: {WRITE, 0, 1, ([0, 11, 1]), 1}, {WRITE, 3, 1, ([0, 4, 1]), 1}, {WRITE, 11, 1, ([0, 6, 1]), 1}
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/uio.h>
#include <unistd.h>

static char numbers[20011];

static void say(const char *what, long result, int fd) {
  printf("%s %ld errno %d", what, result, result < 0 ? errno : 0);
  if (fd >= 0)
    printf(" at %ld", (long)lseek(fd, 0, SEEK_CUR));
  puts("");
}

static void append(const char *name) {
  char b[4] = "";
  int fd = open(name, O_RDWR | O_APPEND);
  say("read", read(fd, b, 3), fd);
  say("write of nothing", write(fd, b, 0), fd);
  say("read", read(fd, b, 3), fd);
  say("write that fails", write(fd, (void *)8, 100), fd);
  say("writev that fails", writev(fd, (void *)8, 1), fd);
  say("readv that fails", readv(fd, (void *)8, 1), fd);
  say("sendfile that fails", sendfile(1, fd, (void *)8, 1), fd);
  say("read", read(fd, b, 3), fd);
  puts(b);
  close(fd);
  char other[4096];
  snprintf(other, sizeof other, "%s.appended", name);
  close(open(other, O_WRONLY | O_CREAT | O_TRUNC, 0600));
  fd = open(other, O_RDWR | O_APPEND);
  say("write", write(fd, "text", 4), fd);
  lseek(fd, 1, SEEK_SET);
  say("write", write(fd, "after", 5), fd);
  close(fd);
}

static void share(const char *name) {
  char line[100];
  int fd = open(name, O_RDONLY), other = dup(fd);
  FILE *f = fdopen(fd, "r");
  say("fgets", fgets(line, sizeof line, f) != NULL, other);
  say("fclose", fclose(f), other);
  f = fdopen(dup(other), "r");
  say("getc", getc(f), other);
  say("fclose", fclose(f), other);
  close(other);
}

static void fail(void) {
  fpos_t start;
  FILE *f = fopen("/dev/full", "w");
  fgetpos(f, &start);
  fputs("data", f);
  int moved = fseek(f, 0, SEEK_CUR);
  say("fseek", moved, -1);
  say("ferror", ferror(f) != 0, -1);
  say("fclose", fclose(f), -1);
  f = fopen("/dev/full", "w");
  fputs("data", f);
  say("fsetpos", fsetpos(f, &start), -1);
  say("fclose", fclose(f), -1);
  f = fopen("/dev/full", "w");
  fputs("data", f);
  rewind(f);
  say("rewind", ferror(f) != 0, -1);
  say("fclose", fclose(f), -1);
  f = fopen("/dev/full", "w");
  fputs("data", f);
  say("fclose", fclose(f), -1);
}

static void write_by_stream(const char *name) {
  char other[4096];
  snprintf(other, sizeof other, "%s.by-stream", name);
  FILE *f = fopen(other, "w+");
  fputs("hello world", f);
  say("fseek", fseek(f, 3, SEEK_SET), fileno(f));
  fputs("1234", f);
  say("fclose", fclose(f), -1);
  f = fopen(other, "a");
  fputs("at end", f);
  say("fclose", fclose(f), -1);
}

int main(int argc, char **argv) {
  for (size_t i = 0; i < sizeof numbers - 1; i++)
    numbers[i] = "0123456789\n"[i % 11];
  FILE *f = fopen(argv[1], "w");
  fputs(numbers, f);
  fclose(f);
  append(argv[1]);
  share(argv[1]);
  fail();
  write_by_stream(argv[1]);
  return 0;
}
