// Whether a read happens belongs to the slice; which way the computation takes
// does not.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

double b[8];
double work(const double *), otherWork(const double *);

// CHECK-LABEL: define internal void @conditions.{{[0-9]+}}.slice(
// CHECK-NOT: srem {{.*}}, 7
// CHECK-DAG: srem {{.*}}, 3
// CHECK-DAG: switch i32 %mode.livein,
// CHECK-DAG: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at, {{.*}}, i64 1,
// CHECK-DAG: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at, {{.*}}, i64 2,
// CHECK-DAG: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at, {{.*}}, i64 4,
// CHECK-NOT: srem
// CHECK: ret void
void conditions(MPI_File fh, int n, int mode) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 3 reads}}
    if (i % 3 == 0)
      MPI_File_read_at(fh, i, b, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
    switch (mode) {
    case 0:
      continue;
    case 1:
    case 2:
      MPI_File_read_at(fh, i, b, 2, MPI_DOUBLE, MPI_STATUS_IGNORE);
      break;
    default:
      MPI_File_read_at(fh, i, b, 4, MPI_DOUBLE, MPI_STATUS_IGNORE);
    }
    if (i % 7 == 0)
      work(b);
    else
      otherWork(b);
  }
}

// A switch with all its cases decides nothing of what comes behind.
// CHECK-LABEL: define internal void @exhaustive.{{[0-9]+}}.slice(
// CHECK-NOT: kinds
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK-NOT: kinds
// CHECK: ret void
void exhaustive(MPI_File fh, int n, const int *kinds) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, i, b, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
    switch (kinds[i] & 3) {
    case 0:
      work(b);
      break;
    case 1:
      otherWork(b);
      break;
    case 2:
      otherWork(b + 1);
      break;
    case 3:
      work(b + 1);
      break;
    default:
      __builtin_unreachable();
    }
  }
}

// A loop's end that the program leaves early decides how much is read.
// CHECK-LABEL: define internal void @early.{{[0-9]+}}.slice(
// CHECK-DAG: icmp eq {{.*}}, 42
// CHECK-DAG: icmp s{{lt|ge}} i32 {{.*}}, %n.livein
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void early(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    if (i == 42)
      break;
    MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}
