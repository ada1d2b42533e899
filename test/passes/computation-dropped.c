// What no read depends on is not in the slice: calls, output, arithmetic,
// stores, and loops that only compute.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"
#include <math.h>
#include <stdio.h>

double result[64];

// CHECK-LABEL: define internal void @f.{{[0-9]+}}.slice(
// CHECK-NOT: printf
// CHECK-NOT: sqrt
// CHECK-NOT: fadd
// CHECK-NOT: fmul
// CHECK-NOT: store
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK-NOT: call
// CHECK-NOT: store
// CHECK-NOT: icmp
// CHECK: ret void
double f(MPI_File fh, int n) {
  double b[64], sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, i * 512, b, 64, MPI_DOUBLE, MPI_STATUS_IGNORE);
    for (int j = 0; j < 64; j++) {
      sum += b[j] * sqrt(b[j]);
      result[j] = sum;
    }
    if (sum > 1e6)
      printf("large: %g\n", sum);
  }
  return sum;
}
