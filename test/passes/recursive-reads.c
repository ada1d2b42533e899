// A function that reads and calls itself is not inlined: the loop that calls it
// has no read that can be reached, and its own loop is tried.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

double b[8];

void tree(MPI_File fh, int node, int depth) {
  if (!depth)
    return;
  MPI_File_read_at(fh, node, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE); // expected-remark {{no prefetch slice of the rest of 'tree': it calls tree, which accesses files and calls itself}}
  tree(fh, 2 * node, depth - 1);
  tree(fh, 2 * node + 1, depth - 1);
}

void forest(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{no prefetch slice: it calls tree, which accesses files and calls itself}}
    tree(fh, i, 4);
}
// CHECK-NOT: foreslice
// CHECK: define {{.*}}void @forest(
// CHECK-NOT: foreslice
