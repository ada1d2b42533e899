// The region is the outermost loop nest that can be sliced.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"
#include <stdlib.h>

double b[8];
double work(const double *);

// CHECK: @foreslice.string{{.*}} c"{{.*}}regions.c:[[#@LINE+4]]:3 in nest\00"
// CHECK: @foreslice.regions = internal constant [3 x ptr]

void nest(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read:}}
    for (int j = 0; j < n; j++) {
      MPI_File_read_at(fh, i * 4096 + j, b, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
      work(b);
    }
}

// Where the outer loop is refused, the inner one is tried.
// CHECK-LABEL: define {{.*}}void @innerOnly(
// CHECK: load volatile i32, ptr @latest
// CHECK: call ptr @foreslice_packet(
// CHECK: call void @foreslice_launch(
// CHECK: call i32 @MPI_File_read_at(
// CHECK: call void @foreslice_end(
// CHECK: call double @work(
// CHECK: ret void
volatile int latest;
void innerOnly(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{depends on a volatile or atomic variable}}
    int first = latest;
    for (int j = 0; j < n; j++) // expected-remark {{slice with 1 read:}}
      MPI_File_read_at(fh, first + j, b, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
    work(b);
  }
}

// Two nests, one region.
// CHECK-LABEL: define {{.*}}void @two(
// CHECK: call void @foreslice_launch(
// CHECK: call i32 @MPI_File_read_at(
// CHECK: call i32 @MPI_File_read_at(
// CHECK: call void @foreslice_end(
// CHECK-NEXT: br
// CHECK: ret void
void two(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{slice of the rest of 'two' with 2 reads:}}
    MPI_File_read_at(fh, i, b, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; i++)
    MPI_File_read_at(fh, -i, b, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

// A loop without reads is none.
// CHECK-LABEL: define {{.*}}double @noRead(
// CHECK-NOT: foreslice
// CHECK: ret double
double noRead(int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += work(b);
  return s;
}
