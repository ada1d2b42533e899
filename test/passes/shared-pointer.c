// What moves the shared pointer is followed as what moves the individual one,
// by calls of its own, and the region says so.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

double b[64];

// CHECK: @foreslice.region = internal global {{.*}} i32 2, i32 0, [2 x ptr] {{.*}}, ptr null }
// CHECK: @foreslice.region.{{[0-9]+}} = internal global {{.*}} i32 2, i32 0, [2 x ptr] {{.*}}, ptr null }
// CHECK: @foreslice.region.{{[0-9]+}} = internal global {{.*}} i32 0, i32 0, [2 x ptr] {{.*}}, ptr null }

// CHECK-LABEL: define internal void @calls{{.*}}.slice(
// CHECK-NOT: @MPI_
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.shared{{[.a-z]*}}, i64 %{{.*}}, i64 0, i64 1,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.shared{{[.a-z]*}}, i64 %{{.*}}, i64 0, i64 2,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.shared{{[.a-z]*}}, i64 %{{.*}}, i64 0, i64 3,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.shared{{[.a-z]*}}, i64 %{{.*}}, i64 0, i64 4,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.shared{{[.a-z]*}}, i64 %{{.*}}, i64 0, i64 5,
// CHECK: call i64 @foreslice_slice_query(ptr @foreslice.mpi.position.shared,
// CHECK: call i64 @foreslice_slice_move(ptr @foreslice.mpi.seek.shared,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.shared{{[.a-z]*}}, i64 %{{.*}}, i64 0, i64 6,
// CHECK-NOT: @MPI_
// CHECK: ret void
void calls(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with 4 reads}}
    MPI_Request r;
    MPI_Offset at;
    MPI_File_read_shared(fh, b, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_read_ordered(fh, b, 2, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_iread_shared(fh, b, 3, MPI_DOUBLE, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_File_write_shared(fh, b, 4, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_write_ordered(fh, b, 5, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_get_position_shared(fh, &at);
    MPI_File_seek_shared(fh, at * 2, 600);
    MPI_File_read_ordered_begin(fh, b, 6, MPI_DOUBLE);
    MPI_File_read_ordered_end(fh, b, MPI_STATUS_IGNORE);
  }
}

// CHECK-LABEL: define internal void @dependent{{.*}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.shared.data,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
void dependent(MPI_File fh, MPI_File data, int n) {
  MPI_Offset next = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{waits for the data of 1 read}}
    MPI_File_read_shared(fh, &next, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_read_at(data, next, b, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

void individual(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{prefetch slice with 1 read}}
    MPI_File_read(fh, b, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
}
