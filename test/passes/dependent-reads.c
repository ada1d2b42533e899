// A read whose data decide a later read is refused; the remark names both.
//
// RUN: %slice %s | FileCheck %s --implicit-check-not=foreslice_
// CHECK: define
#include "mpi-decls.h"

void fromIndex(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{the offset of MPI_File_read_at depends on data that MPI_File_read_at reads in the same loop}}
    MPI_Offset at;
    double b[8];
    MPI_File_read_at(fh, i * 8, &at, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, at, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}
void header(MPI_File fh) {
  int count[1] = {1};
  while (count[0]) { // expected-remark {{the count of MPI_File_read depends on data that MPI_File_read reads in the same loop}}
    double b[8];
    MPI_File_read(fh, count, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read(fh, b, count[0], MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}
