// A function that also returns before its loop: the slice ends where the loop
// does. C++ says of what a function returns that it is defined (noundef) or not
// null.
//
// RUN: %slicexx %s | FileCheck %s
#include "mpi-decls.h"

double b[8];
double work(const double *);

// CHECK-LABEL: define internal void @_Z6number{{.*}}.slice(
// CHECK: icmp slt i32 {{.*}}, %n.livein
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
int number(MPI_File fh, int n) {
  if (n > 100)
    return 1;
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    work(b);
  }
  return 0;
}

// CHECK-LABEL: define internal void @_Z9reference{{.*}}.slice(
// CHECK: icmp slt i32 {{.*}}, %n.livein
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
double &reference(MPI_File fh, int n) {
  if (n > 100)
    return b[1];
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    work(b);
  }
  return b[0];
}
