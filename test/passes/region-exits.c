// The slice is cancelled on every way out of the region.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

double b[8];
double work(const double *);
void afterLoop(void), afterGoto(void);

// The normal end, break, return and goto: an end on each, before anything else,
// and none in the loop.
// CHECK-LABEL: define {{.*}}i32 @exits(
// CHECK: call void @foreslice_launch(
// CHECK-NOT: foreslice_end
// CHECK: call i32 @MPI_File_read_at(
// CHECK-COUNT-4: call void @foreslice_end(
// CHECK-NOT: foreslice_end
// CHECK: ret i32
int exits(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    if (i == 100)
      break;
    if (i == 200)
      return 1;
    if (i == 300)
      goto out;
  }
  afterLoop();
  return 0;
out:
  afterGoto();
  return 2;
}

// A nest that is left from its inner loop.
// CHECK-LABEL: define {{.*}}i32 @inner(
// CHECK: call void @foreslice_launch(
// CHECK-COUNT-2: call void @foreslice_end(
// CHECK: ret i32
int inner(MPI_File fh, int n, int m) {
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    for (int j = 0; j < m; j++) {
      MPI_File_read_at(fh, i * m + j, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
      if (i * j == 77)
        return j;
    }
  return -1;
}
