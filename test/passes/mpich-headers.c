// With MPICH's own header: int handles, and the calls with large counts.
//
// REQUIRES: mpich
// RUN: %slice -I /usr/include/x86_64-linux-gnu/mpich %s | FileCheck %s
#include <mpi.h>

// CHECK-LABEL: define internal void @large.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at, i64 {{.*}}, i64 {{.*}}, i64 5000000000, i64 1275068685, ptr null)
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.all, i64 {{.*}}, i64 0, i64 %count.livein, i64 {{.*}}, ptr null)
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at.all, i64 {{.*}}, i64 {{.*}}, i64 7, i64 {{.*}}, ptr null)
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, i64 {{.*}}, i64 {{.*}}, i64 9, i64 {{.*}}, ptr null)
// CHECK: ret void
void large(MPI_File fh, void *b, MPI_Datatype t, MPI_Count count, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 3 reads}}
    MPI_File_read_at_c(fh, i, b, 5000000000, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_read_all_c(fh, b, count, t, MPI_STATUS_IGNORE);
    MPI_File_read_at_all_c(fh, i, b, 7, t, MPI_STATUS_IGNORE);
    MPI_File_write_at_c(fh, i, b, 9, t, MPI_STATUS_IGNORE);
  }
}

// CHECK-LABEL: define internal void @communicator.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_query(ptr @foreslice.mpi.rank, i64 1140850688, i64 0, ptr null, ptr null)
// CHECK: call i64 @foreslice_slice_query(ptr @foreslice.mpi.type_size, i64 {{.*}}, i64 0, ptr null, ptr null)
// CHECK: ret void
void communicator(MPI_File fh, void *b, MPI_Datatype t, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_size(t, &size);
    MPI_File_read_at(fh, (rank + i) * size, b, 1, t, MPI_STATUS_IGNORE);
  }
}

// Its datatypes say their size.
// CHECK-LABEL: define internal void @inPlace.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
void inPlace(MPI_File fh, void *b, int block, int n) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_Offset at = ((MPI_Offset)i * size + rank) * block * 8;
    MPI_File_read_at(fh, at, b, block, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_write_at(fh, at, b, block, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_write_at(fh, at, b, block, MPI_C_DOUBLE_COMPLEX, MPI_STATUS_IGNORE);
  }
}
// CHECK: call void @foreslice_link_with_fprefetch_slice_v6(ptr @foreslice.regions, i64 3, i32 2)
