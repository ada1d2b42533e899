// A file that is opened in the loop: the slice waits for its handle, and has a
// view of its own. A file that is only written there does not concern it.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"
#include <stdio.h>

double b[8];

// CHECK-LABEL: define internal void @opened{{.*}}.slice(
// CHECK-NOT: sprintf
// CHECK: call void @foreslice_slice_receive(
// CHECK: call void @foreslice_slice_set_view(
// CHECK: call void @foreslice_slice_read(
// CHECK: ret void
void opened(int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    MPI_File fh;
    char name[32];
    sprintf(name, "part%d", i);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, i * 64, MPI_DOUBLE, MPI_DOUBLE, "native",
                      MPI_INFO_NULL);
    MPI_File_read(fh, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
  }
}
// CHECK-LABEL: define internal void @written{{.*}}.slice(
// CHECK-NOT: foreslice_slice_receive
// CHECK: call void @foreslice_slice_read_at(
// CHECK-NOT: foreslice_slice_
// CHECK: ret void
void written(MPI_File in, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    MPI_File out;
    char name[32];
    MPI_File_read_at(in, i * 64, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    sprintf(name, "part%d", i);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &out);
    MPI_File_write(out, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&out);
  }
}
