// A launch moves the code behind it, and a loop may take longer elsewhere: the
// functions of a source with a launch begin at lines of the processor's memory,
// but for those that are to be small. A source without a launch stays as it is.
//
// RUN: %real-clang -O1 -S -emit-llvm -o - %s -fpass-plugin=%plugin | FileCheck %s
// RUN: %real-clang -O0 -S -emit-llvm -o - %s -fpass-plugin=%plugin | FileCheck %s --check-prefix=NONE
// RUN: %real-clang -O1 -DALONE -S -emit-llvm -o - %s -fpass-plugin=%plugin | FileCheck %s --check-prefix=NONE
#include <unistd.h>

int step;

// CHECK: define {{.*}}@large({{.*}} align 128
// CHECK: define {{.*}}@small({{.*}})
// CHECK-NOT: align
// CHECK-SAME: {
// NONE: define {{.*}}@large({{.*}} align 128
// NONE: define {{.*}}@sum(
// NONE-NOT: align 64
// NONE-SAME: {
__attribute__((aligned(128))) int large(int i) { return i + step; }
__attribute__((minsize)) int small(int i) { return i * step; }

// CHECK: define {{.*}}@sum({{.*}} align 64
int sum(const int *of, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += of[i] * step;
  return s;
}

#ifndef ALONE
// CHECK: define {{.*}}@reads({{.*}} align 64
void reads(int fd, int n) {
  int buf[128];
  for (int i = 0; i < n; i++) {
    pread(fd, buf, sizeof buf, 4096L * i);
    step += sum(buf, 128);
  }
}
#endif
