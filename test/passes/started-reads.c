// Nonblocking and split collective reads are posted where they start. The
// MPI_Wait and the end are no part of the slice, and a count that they give is
// the full count.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

double b[2][64];

// CHECK-LABEL: define internal void @doubleBuffer{{.*}}.slice(
// CHECK-NOT: @MPI_
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at.wait,
// CHECK-NOT: @MPI_
// CHECK: ret void
void doubleBuffer(MPI_File fh, int n) {
  MPI_Request r[2];
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    MPI_File_iread_at(fh, i * 512, b[i % 2], 64, MPI_DOUBLE, &r[i % 2]);
    if (i > 0)
      MPI_Wait(&r[(i - 1) % 2], MPI_STATUS_IGNORE);
  }
}
// CHECK-LABEL: define internal void @counted{{.*}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.wait,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at.wait,
void counted(MPI_File fh, int n) {
  MPI_Offset at = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 2 reads}}
    MPI_Request r;
    MPI_Status s;
    int got;
    MPI_File_iread(fh, b, 8, MPI_DOUBLE, &r);
    MPI_Wait(&r, &s);
    MPI_Get_count(&s, MPI_DOUBLE, &got);
    at += got;
    MPI_File_iread_at(fh, at, b, 8, MPI_DOUBLE, &r);
    MPI_Wait(&r, &s);
  }
}
// CHECK-LABEL: define internal void @split{{.*}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at.all.end,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.all.end,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.all.wait,
void split(MPI_File fh, int n) {
  MPI_Offset at = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 2 reads}}
    MPI_Status s;
    MPI_Request r;
    int got;
    MPI_File_read_at_all_begin(fh, at, b, 8, MPI_DOUBLE);
    MPI_File_read_at_all_end(fh, b, &s);
    MPI_Get_count(&s, MPI_DOUBLE, &got);
    at += got * 8;
    MPI_File_write_at_all_begin(fh, at, b, 8, MPI_DOUBLE);
    MPI_File_write_at_all_end(fh, b, &s);
    MPI_File_iread_all(fh, b, 8, MPI_DOUBLE, &r);
    MPI_Wait(&r, &s);
  }
}

// A request that lies beside what the slice needs does not change that.
// CHECK-LABEL: define internal void @beside{{.*}}.slice(
// CHECK: call i64 @foreslice_slice_move(ptr @foreslice.mpi.view,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.all.wait,
struct started {
  MPI_Datatype type;
  MPI_Request request;
};
void beside(MPI_File fh, struct started *s, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 1 read}}
    MPI_File_set_view(fh, i * 512, MPI_DOUBLE, s->type, "native", MPI_INFO_NULL);
    MPI_File_iread_all(fh, b, 8, MPI_DOUBLE, &s->request);
    MPI_Wait(&s->request, MPI_STATUS_IGNORE);
  }
}
