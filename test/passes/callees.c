// Reads in callees belong to the caller's region.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

double b[512];
double work(const double *);

// Two levels down; a static function that only regions call gets no region of
// its own, and no remark.
// CHECK-LABEL: define internal void @readRow(
// CHECK-NOT: foreslice
// CHECK: ret void
static void readBlock(MPI_File fh, MPI_Offset at) {
  MPI_File_read_at(fh, at, b, 512, MPI_DOUBLE, MPI_STATUS_IGNORE);
}
static void readRow(MPI_File fh, int row, int columns) {
  for (int c = 0; c < columns; c++) {
    readBlock(fh, row * 65536 + c * 512);
    work(b);
  }
}
void all(MPI_File fh, int rows) {
  for (int r = 0; r < rows; r++) // expected-remark {{slice with 1 read:}}
    readRow(fh, r, 16);
}

// Others can call this one too: it has a region of its own beside the caller's.
void readColumn(MPI_File fh, int column, int rows) {
  for (int r = 0; r < rows; r++) { // expected-remark {{slice with 1 read:}}
    MPI_File_read_at(fh, r * 65536 + column, b, 1, MPI_DOUBLE,
                     MPI_STATUS_IGNORE);
    work(b);
  }
}
void columns(MPI_File fh, int n) {
  for (int c = 0; c < n; c++) // expected-remark {{slice with 1 read:}}
    readColumn(fh, c, 16);
}

// CHECK-LABEL: define {{.*}}void @readColumn(
// CHECK: call ptr @foreslice_packet(

// CHECK-LABEL: define internal void @all.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at, {{.*}}, i64 512,
// CHECK: ret void
// CHECK-LABEL: define internal void @columns.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at, {{.*}}, i64 1,
// CHECK: ret void
// CHECK-LABEL: define internal void @readColumn.{{[0-9]+}}.slice(
