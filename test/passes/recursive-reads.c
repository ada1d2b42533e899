// A function that reads and calls itself: what comes last is a loop, and the
// slice goes a few calls deep into the rest.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

double b[8];

// CHECK-LABEL: define internal void @chain{{.*}}.slice(
// CHECK-COUNT-1: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK-NOT: @foreslice.mpi.read
// CHECK: ret void
static void chain(MPI_File fh, int at, int left) {
  if (!left)
    return;
  MPI_File_read_at(fh, at, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  chain(fh, at * 3 % 1000, left - 1);
}
void chains(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{prefetch slice with 1 read}}
    chain(fh, i, 100);
}

// CHECK-LABEL: define internal void @forest{{.*}}.slice(
// CHECK-COUNT-8: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK-NOT: @foreslice.mpi.read
// CHECK: ret void
void tree(MPI_File fh, int node, int depth) {
  if (!depth)
    return;
  MPI_File_read_at(fh, node, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE); // expected-remark {{prefetch slice of the rest of 'tree' with 17 reads}}
  tree(fh, 2 * node, depth - 1);
  tree(fh, 2 * node + 1, depth - 1);
}
void forest(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{prefetch slice with 8 reads}}
    tree(fh, i, 4);
}
