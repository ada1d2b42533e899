// A read whose data decide a later read: the slice gets the data, by way of the
// cache, and goes on with them.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

// Into memory of its own, which the run time knows.
// CHECK-LABEL: define internal void @fromIndex.{{[0-9]+}}.slice(
// CHECK: [[AT:%.*]] = call ptr @foreslice_slice_alloc(i64 8)
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at.data, i64 {{%.*}}, i64 {{%.*}}, i64 8, i64 {{.*}}, ptr [[AT]])
// CHECK: [[OFFSET:%.*]] = load i64, ptr [[AT]]
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at, i64 {{%.*}}, i64 [[OFFSET]], i64 8,
// CHECK: ret void
void fromIndex(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 2 reads}}
    MPI_Offset at;
    double b[8];
    MPI_File_read_at(fh, i * 8, &at, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, at, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// CHECK-LABEL: define internal void @header.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.data,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read,
// CHECK: ret void
void header(MPI_File fh) {
  int count[1] = {1};
  while (count[0]) { // expected-remark {{slice with 2 reads}}
    double b[8];
    MPI_File_read(fh, count, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read(fh, b, count[0], MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// One buffer for both: the payload is overwritten before anybody looks at it,
// and not waited for. The buffer is the program's; the data go to the slice's
// version of it.
// CHECK-LABEL: define internal void @sharedBuffer.{{[0-9]+}}.slice(
// CHECK-NOT: @foreslice_slice_store
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at.data, {{.*}}, ptr [[BUF:%.*]])
// CHECK: call void @foreslice_slice_load(ptr {{%.*}}, ptr [[BUF]], i64 8)
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK-NOT: @foreslice.mpi.read
// CHECK: ret void
void sharedBuffer(MPI_File fh, int n, char *buf) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 2 reads}}
    MPI_File_read_at(fh, i * 8, buf, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, *(long *)buf, buf, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// A structure around the buffer: the position in it is not data.
struct reader {
  MPI_File fh;
  MPI_Offset at;
  char buffer[4096];
};
// CHECK-LABEL: define internal void @besideTheBuffer.{{[0-9]+}}.slice(
// CHECK-NOT: _data(
// CHECK: ret void
void besideTheBuffer(struct reader *r, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(r->fh, r->at, r->buffer, 4096, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    r->at += 4096;
  }
}

void status(MPI_File fh, int n) {
  MPI_Status s = {0};
  for (int i = 0; i < n; i++) { // expected-remark {{the offset of MPI_File_read_at depends on the status that MPI_File_read_at fills in}}
    double b[8];
    MPI_File_read_at(fh, i + s.MPI_ERROR, b, 8, MPI_DOUBLE, &s);
  }
}
