// An error path out of the scope of a variable: from -O1 on, clang leaves the
// scope through a common block that switches on where to go next.
//
// RUN: %slice -O1 %s | FileCheck %s
#include "mpi-decls.h"
#include <stdio.h>

double b[8];

// CHECK-LABEL: define internal void @scopes.{{[0-9]+}}.slice(
// CHECK-NOT: {{MPI_Abort|printf}}
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
int scopes(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    if (b[0] != i || b[1] != n) {
      printf("bad header\n");
      goto error;
    }
  }
  return 0;
error:
  MPI_Abort(MPI_COMM_WORLD, 1);
  return -1;
}
