// What follows a region concerns its slice only where it leads there again.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

double b[8];
double work(const double *);
void keep(long *);
volatile int next;

// Nobody has the address of a variable yet: a store through a number, with the
// computation, is left out.
// CHECK-LABEL: define internal void @keptLater{{.*}}.slice(
// CHECK-NOT: {{foreslice_slice_receive|@work}}
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK-NOT: {{foreslice_slice_receive|@work}}
// CHECK: ret void
void keptLater(MPI_File fh, long results, int n) {
  long at[2] = {0, 64};
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    MPI_File_read_at(fh, at[i % 2], b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    ((double *)results)[i] = work(b);
  }
  keep(at);
}

// An inner loop comes again, with another first row.
// CHECK-LABEL: define internal void @again{{.*}}.slice(
// CHECK: [[FIRST:%first.*]] = load i32, ptr
// CHECK: add i32 [[FIRST]]
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void again(MPI_File fh, int n) {
  int first = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{depends on a volatile}}
    for (int j = 0; j < 16; j++) { // expected-remark {{prefetch slice with 1 read}}
      MPI_File_read_at(fh, first + j * 64, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
      work(b);
    }
    first = next;
  }
}
