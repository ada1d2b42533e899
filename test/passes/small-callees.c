// Callees that access no files are inlined as long as there is room, the small
// ones first: the one that decides what is read is not left out for the sake of
// those that print.
//
// RUN: %slice %s | FileCheck %s
#include <unistd.h>

void out(int);

static int step;

static int next(int i) {
  if (i > 100)
    step = 3;
  return i + step;
}

#define TEN(x) x; x; x; x; x; x; x; x; x; x
static void print(int i) {
  TEN(TEN(out(i)));
  TEN(TEN(out(i + 1)));
}

// CHECK-LABEL: define {{.*}}@steps(
// CHECK: call ptr @foreslice_packet(
void steps(int fd, int n) {
  char buf[512];
  step = 1;
  for (int i = 0; i < n; i = next(i)) { // expected-remark {{prefetch slice with 1 read}}
    pread(fd, buf, sizeof buf, 4096L * i * step);
    TEN(TEN(print(buf[0])));
  }
}
