// IR that is optimised already (rotated loops, everything in registers) is
// sliced as well, and what comes out is sound IR.
//
// RUN: %real-clang -O2 -I %S/Inputs -S -emit-llvm %s -o %t.ll
// RUN: %opt -load-pass-plugin=%plugin -passes=prefetch-slice,verify -S %t.ll | FileCheck %s
// RUN: %opt -load-pass-plugin=%plugin -passes='prefetch-slice,default<O3>,verify' -S %t.ll | FileCheck %s --check-prefix=AFTER
#include "mpi-decls.h"

double work(const double *);

// CHECK-LABEL: define {{.*}}@f(
// CHECK: call void @foreslice_launch(
// CHECK-DAG: call {{.*}}@MPI_File_read_at(
// CHECK-DAG: call void @foreslice_end(
// CHECK-LABEL: define internal void @f.{{[0-9]+}}.slice(
// CHECK-NOT: @work
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
// AFTER: define {{.*}}@f(
// AFTER: call void @foreslice_launch(
// AFTER: define internal void @f.{{[0-9]+}}.slice(
// AFTER: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
double f(MPI_File fh, const MPI_Offset *offsets, int n) {
  double b[64], s = 0;
  for (int i = 0; i < n; i++) {
    MPI_File_read_at(fh, offsets[i], b, 64, MPI_DOUBLE, MPI_STATUS_IGNORE);
    s += work(b);
  }
  return s;
}
