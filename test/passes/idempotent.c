// The pass changes a module once, however often it runs (fat LTO objects run
// the pipeline twice).
//
// RUN: %slice %s > %t.ll
// RUN: %opt -load-pass-plugin=%plugin -passes=prefetch-slice -S %t.ll | FileCheck %s
// CHECK: @foreslice.regions = internal constant [1 x ptr]
// CHECK-COUNT-1: call void @foreslice_launch(
// CHECK-NOT: call void @foreslice_launch(
#include "mpi-decls.h"

void f(MPI_File fh, int n) {
  double b;
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, i, &b, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
}
