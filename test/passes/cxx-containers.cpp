// Containers in the loop: what is filled through one pointer and read through
// another, and maps, in which a slice looks up but does not insert.
//
// RUN: %slicexx %s | FileCheck %s
#include "mpi-decls.h"
#include <map>
#include <vector>

double work(const double *);
double b[8];

// The vector's elements are stored through its end and loaded from its begin.
// CHECK-LABEL: define internal void @_Z6filled{{.*}}.slice(
// CHECK: store {{(volatile )?}}i64 {{.*}}, ptr %
// CHECK: ret void
void filled(MPI_File fh, int rows, int n) {
  for (int r = 0; r < rows; r++) { // expected-remark {{slice with 1 read}}
    std::vector<MPI_Offset> places;
    for (int i = 0; i < n; i++)
      places.push_back(r * 64 + i % 7);
    for (MPI_Offset at : places)
      MPI_File_read_at(fh, at, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// CHECK-LABEL: define internal void @_Z8lookedUp{{.*}}.slice(
// CHECK-NOT: call {{.*}}insert_and_rebalance
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void lookedUp(MPI_File fh, std::map<int, MPI_Offset> &places, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, places[i], b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    work(b);
  }
}

// CHECK-LABEL: define internal void @_Z9collected{{.*}}.slice(
// CHECK-NOT: call {{.*}}insert_and_rebalance
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void collected(MPI_File fh, const std::map<int, MPI_Offset> &places, int n) {
  std::map<int, double> sums;
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, places.at(i), b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    sums[i] = work(b);
  }
}
