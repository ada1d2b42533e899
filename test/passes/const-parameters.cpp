// A function out of sight that gets its argument by reference to const does not
// change it; by plain reference it may.
//
// RUN: %slicexx %s | FileCheck %s
#include "mpi-decls.h"

struct Plan {
  MPI_Offset Start, Step;
};
double b[8];
double looksAt(const Plan &p);
double changes(Plan &p);
Plan makePlan();

// CHECK-LABEL: define internal void @_Z5looks{{.*}}.slice(
// CHECK-NOT: looksAt
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
double looks(MPI_File fh, int n) {
  double s = 0;
  Plan p = makePlan();
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, p.Start + i * p.Step, b, 8, MPI_DOUBLE,
                     MPI_STATUS_IGNORE);
    s += looksAt(p);
  }
  return s;
}

double mayChange(MPI_File fh, int n) {
  double s = 0;
  Plan p = makePlan();
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, p.Start + i * p.Step, b, 8, MPI_DOUBLE,
                     MPI_STATUS_IGNORE);
    s += changes(p);
  }
  return s;
}
