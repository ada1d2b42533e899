// Reads that slices do not cover are named, wherever they stand.
//
// RUN: %slice %s | FileCheck %s --implicit-check-not=foreslice_slice
#include "mpi-decls.h"

void f(MPI_File fh, int n) {
  double b;
  MPI_Request r;
  for (int i = 0; i < n; i++) {
    MPI_File_iread_at(fh, i * 8, &b, 1, MPI_DOUBLE, &r); // expected-remark {{no prefetch slice: MPI_File_iread_at is not among the calls that slices cover}}
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  }
}
// CHECK: define {{.*}}void @f(
