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

// Nor can a slice have what they read.
void g(MPI_File fh, MPI_File data, int n) {
  MPI_Offset next = 0;
  double b;
  for (int i = 0; i < n; i++) { // expected-remark {{no prefetch slice: the offset of MPI_File_read_at depends on data that MPI_File_read_shared reads, which slices do not follow}}
    MPI_File_read_shared(fh, &next, 1, MPI_DOUBLE, MPI_STATUS_IGNORE); // expected-remark {{MPI_File_read_shared is not among the calls that slices cover}}
    MPI_File_read_at(data, next, &b, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}
// CHECK: define {{.*}}void @g(
