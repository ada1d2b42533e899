// A launch moves the code behind it, and a loop may take longer elsewhere: the
// functions of a source with a launch begin at lines of the processor's memory.
// Loops that read begin there, too. Functions that are to be small do not, and a
// source without a launch stays as it is.
//
// RUN: %real-clang -O1 -S -emit-llvm -o - %s -fpass-plugin=%plugin | FileCheck %s
// RUN: %real-clang -O1 -DALONE -S -emit-llvm -o - %s -fpass-plugin=%plugin | FileCheck %s --check-prefix=NONE
// RUN: %real-clang -O0 -S -emit-llvm -o - %s -fpass-plugin=%plugin | FileCheck %s --check-prefix=NONE
#include <unistd.h>

int step;

// CHECK: define {{.*}}@large({{.*}} align 128
// CHECK: define {{.*}}@next({{.*}} align 64
// CHECK: define {{.*}}@small({{.*}})
// CHECK-NOT: align
// CHECK-SAME: {
// CHECK: define {{.*}}@sum({{.*}} align 64
// NONE: define {{.*}}@sum(
// NONE-NOT: align
// NONE-SAME: {
__attribute__((aligned(128))) int large(int i) { return i + step; }
int next(int i) { return i + 1; }
__attribute__((minsize)) int small(const int *of, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += of[i];
  return s;
}

__attribute__((noinline)) int sum(const int *of, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += of[i] * step;
  return s;
}

#ifndef ALONE
// CHECK: define {{.*}}@reads({{.*}} align 64
// CHECK: call {{.*}}@pread(
// CHECK: br i1 {{.*}}, !llvm.loop [[LOOP:![0-9]+]]
// CHECK: [[LOOP]] = distinct !{[[LOOP]],{{.*}} [[ALIGN:![0-9]+]]
// CHECK: [[ALIGN]] = !{!"llvm.loop.align", i32 64}
void reads(int fd, int n) {
  int buf[128];
  for (int i = 0; i < n; i++) {
    pread(fd, buf, sizeof buf, 4096L * i);
    step += sum(buf, 128);
  }
}
#endif
