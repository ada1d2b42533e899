// A load of the slice takes the stores of the region with it that it may see,
// and no others.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

double b[8];
double work(const double *);

// CHECK-LABEL: define internal void @counters.{{[0-9]+}}.slice(
// CHECK: [[SIZES:%.*]] = alloca [12 x i8]
// CHECK: add i32 {{.*}}, 640
// CHECK: add i32 {{.*}}, 1
// CHECK-NOT: 999
// CHECK: call void @foreslice_slice_read_at(
// CHECK: ret void
struct counters {
  int next, step, other;
};
void counters(MPI_File fh, int n, int which) {
  int c[3] = {0, 7, 0};
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    c[which] += 640;
    c[0] += 1;
    work(b);
    MPI_File_read_at(fh, c[0], b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// Distinct objects: the store to `log` is not in the slice.
int cursor, logged;
// CHECK-LABEL: define internal void @distinct.{{[0-9]+}}.slice(
// CHECK: add i32 {{.*}}, 17
// CHECK-NOT: 999
// CHECK: call void @foreslice_slice_read_at(
// CHECK-NOT: 999
// CHECK: ret void
void distinct(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    cursor += 17;
    logged += 999;
    MPI_File_read_at(fh, cursor, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// An external function that is given the address may change it: the main
// thread hands over what it left there.
// CHECK-LABEL: define internal void @escaped.{{[0-9]+}}.slice(
// CHECK: call void @foreslice_slice_receive(i32 0, ptr [[AT:%.*]], i64 4)
// CHECK: load i32, ptr [[AT]]
// CHECK: call void @foreslice_slice_read_at(
// CHECK: ret void
void advance(int *where);
void escaped(MPI_File fh, int n) {
  int at = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    advance(&at);
    MPI_File_read_at(fh, at, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}
