// The program counts launches that are left out, and makes no call for these: a
// region may be in a function that the program calls for each character.
//
// RUN: %slice %s | FileCheck %s
#include <setjmp.h>
#include <stdio.h>

// CHECK-LABEL: define {{.*}}@next(
// CHECK: store i1 false, ptr [[ENTERED:%[0-9a-z]+]]
// CHECK: [[SKIPS:%[0-9]+]] = load atomic i32, ptr getelementptr inbounds (i8, ptr [[REGION:@foreslice.region[.0-9]*]], i64 36) monotonic
// CHECK: store i1 false, ptr [[ENTERED]]
// CHECK: [[NONE:%[0-9]+]] = icmp eq i32 [[SKIPS]], 0
// CHECK: br i1 [[NONE]], label %[[TRIED:[0-9]+]], label %[[LEFT:[0-9]+]], {{.*}}!prof [[UNLIKELY:![0-9]+]]
// CHECK: [[TRIED]]:
// CHECK: call ptr @foreslice_packet(ptr [[REGION]])
// CHECK: call void @foreslice_launch(ptr [[REGION]],
// CHECK-NEXT: store i1 true, ptr [[ENTERED]]
// CHECK: [[LEFT]]:
// CHECK: [[REST:%[0-9]+]] = sub i32 [[SKIPS]], 1
// CHECK: store atomic i32 [[REST]], ptr getelementptr inbounds (i8, ptr [[REGION]], i64 36) monotonic
// CHECK: fgetc(
// CHECK: [[IN:%[0-9]+]] = load i1, ptr [[ENTERED]]
// CHECK: br i1 [[IN]], label %[[END:[0-9]+]], {{.*}}!prof [[UNLIKELY]]
// CHECK: [[END]]:
// CHECK-NEXT: call void @foreslice_end(ptr [[REGION]])
int next(FILE *f) {
  int c;
  do // expected-remark {{prefetch slice with 1 read}}
    c = fgetc(f);
  while (c == ' ');
  return c;
}

// A variable may lose its value in longjmp(): the region ends in any case.
// CHECK-LABEL: define {{.*}}@jumps(
// CHECK-NOT: alloca i1
// CHECK: load atomic i32, ptr {{.*}} monotonic
// CHECK: call void @foreslice_launch(ptr [[JUMPS:@foreslice.region[.0-9]*]],
// CHECK-NOT: load i1,
// CHECK: call void @foreslice_end(ptr [[JUMPS]])
int jumps(FILE *f, jmp_buf *place) {
  if (setjmp(*place))
    return -1;
  int c;
  do // expected-remark {{prefetch slice with 1 read}}
    c = fgetc(f);
  while (c == ' ');
  return c;
}
