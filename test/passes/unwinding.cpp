// An exception leaves the region too: the slice is cancelled on that way.
//
// RUN: %slicexx %s | FileCheck %s
#include "mpi-decls.h"

double b[8];
void work(const double *); // May throw.

// CHECK-LABEL: define {{.*}}@_Z{{[0-9]+}}catchesOutside
// CHECK: invoke void @_Z4workPKd(
// CHECK: landingpad
// CHECK-NEXT: catch ptr null
// CHECK-NEXT: load i1,
// CHECK-NEXT: br i1
// CHECK: call void @foreslice_end(
void catchesOutside(MPI_File fh, int n) {
  try {
    for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
      MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
      work(b);
    }
  } catch (...) {
    b[0] = 0;
  }
}
