// Each traced call becomes its call of the run time: reads and seeks by value,
// writes without their data, handles as addresses.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

double b[64];

// The regions with collective reads say so: flag 1.
// CHECK-DAG: @foreslice.region = {{.*}}@explicitOffsets.{{[0-9]+}}.slice, i64 12, ptr null, i32 1,
// CHECK-DAG: @foreslice.region.{{[0-9]+}} = {{.*}}@largeCounts.{{[0-9]+}}.slice, i64 12, ptr null, i32 0,

// CHECK-LABEL: define internal void @explicitOffsets.{{[0-9]+}}.slice(
// CHECK: [[FH:%.*]] = ptrtoint ptr %fh.livein to i64
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at, i64 [[FH]], i64 {{%.*}}, i64 8, i64 ptrtoint (ptr @ompi_mpi_double to i64), ptr null)
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at.all, i64 {{%.*}}, i64 {{%.*}}, i64 16, i64 ptrtoint (ptr @ompi_mpi_int to i64), ptr null)
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, i64 {{%.*}}, i64 {{%.*}}, i64 4, i64 ptrtoint (ptr @ompi_mpi_byte to i64), ptr null)
// CHECK: ret void
void explicitOffsets(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 2 reads}}
    MPI_File_read_at(fh, i * 100, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_read_at_all(fh, i * 50, b, 16, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_at(fh, i * 100 + 100, b, 4, MPI_BYTE, MPI_STATUS_IGNORE);
  }
}

// CHECK-LABEL: define internal void @individualPointer.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_move(ptr @foreslice.mpi.seek, i64 {{%.*}}, i64 {{%.*}}, i64 600, i64 0)
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read, i64 {{%.*}}, i64 0, i64 1, i64 ptrtoint (ptr @ompi_mpi_double to i64), ptr null)
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.all, i64 {{%.*}}, i64 0, i64 2, i64 ptrtoint (ptr @ompi_mpi_double to i64), ptr null)
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write, i64 {{%.*}}, i64 0, i64 3, i64 ptrtoint (ptr @ompi_mpi_double to i64), ptr null)
// CHECK-COUNT-3: call i64 @foreslice_slice_access(ptr @foreslice.mpi.sync, i64 {{%.*}}, i64 0, i64 0, i64 0, ptr null)
// CHECK: ret void
void individualPointer(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 2 reads}}
    MPI_File_seek(fh, i * 100, MPI_SEEK_SET);
    MPI_File_read(fh, b, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_read_all(fh, b, 2, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_write(fh, b, 3, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_sync(fh);
    MPI_File_set_size(fh, n);
    MPI_File_preallocate(fh, n);
  }
}

// CHECK-LABEL: define internal void @largeCounts.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at, i64 {{%.*}}, i64 {{%.*}}, i64 5000000000, i64
// CHECK: ret void
void largeCounts(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    MPI_File_read_at_c(fh, i, b, 5000000000, MPI_BYTE, MPI_STATUS_IGNORE);
}

// Queries that decide what is read are answered by the run time.
// CHECK-LABEL: define internal void @queries.{{[0-9]+}}.slice(
// CHECK-DAG: call i64 @foreslice_slice_query(ptr @foreslice.mpi.rank, i64 ptrtoint (ptr @ompi_mpi_comm_world to i64), i64 0, ptr null, ptr null)
// CHECK-DAG: call i64 @foreslice_slice_query(ptr @foreslice.mpi.ranks,
// CHECK-DAG: call i64 @foreslice_slice_query(ptr @foreslice.mpi.type_size, i64 ptrtoint (ptr @ompi_mpi_double to i64), i64 0, ptr null, ptr null)
// CHECK-DAG: call i64 @foreslice_slice_query(ptr @foreslice.mpi.size,
// CHECK-DAG: call i64 @foreslice_slice_query(ptr @foreslice.mpi.position,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void queries(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    int rank, size, bytes;
    MPI_Offset end, here;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_size(MPI_DOUBLE, &bytes);
    MPI_File_get_size(fh, &end);
    MPI_File_get_position(fh, &here);
    MPI_File_read_at(fh, (end - here) / size * rank + i * bytes, b, 1,
                     MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}
