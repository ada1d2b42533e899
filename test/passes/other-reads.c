// Reads that slices do not cover are named, wherever they stand.
//
// RUN: %slice %s | FileCheck %s --implicit-check-not=foreslice_slice
#include "mpi-decls.h"

void f(MPI_File fh, int n) {
  double b;
  for (int i = 0; i < n; i++)
    MPI_File_read_shared(fh, &b, 1, MPI_DOUBLE, MPI_STATUS_IGNORE); // expected-remark {{no prefetch slice: MPI_File_read_shared is not among the calls that slices cover}}
}
// CHECK: define {{.*}}void @f(
