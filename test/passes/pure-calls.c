// Library functions and own functions without side effects are called by the
// slice where what is read depends on them.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

double b[8];

// CHECK-LABEL: define internal void @library.{{[0-9]+}}.slice(
// CHECK-DAG: call double @llvm.floor.f64(
// CHECK-DAG: call i64 @strlen(
// CHECK-DAG: call i32 @llvm.abs.i32(
// CHECK: call void @foreslice_slice_read_at(
// CHECK: ret void
void library(MPI_File fh, int n, const char *name) {
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, (MPI_Offset)floor(i * 0.5) + strlen(name) + abs(i - 3),
                     b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

// A recursive function cannot be inlined: the slice calls it.
static int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
// CHECK-LABEL: define internal void @recursion.{{[0-9]+}}.slice(
// CHECK: call i32 @fibonacci(
// CHECK: call void @foreslice_slice_read_at(
// CHECK: ret void
void recursion(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, fibonacci(i), b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

// One that is recursive and not pure is the main thread's to call.
// CHECK-LABEL: define internal void @impure.{{[0-9]+}}.slice(
// CHECK-NOT: @ackermann
// CHECK: call void @foreslice_slice_receive(
// CHECK-NOT: @ackermann
// CHECK: ret void
static int calls;
static int ackermann(int m, int n) {
  ++calls;
  return !m   ? n + 1
         : !n ? ackermann(m - 1, 1)
              : ackermann(m - 1, ackermann(m, n - 1));
}
void impure(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, ackermann(2, i), b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}
