// Calls through pointers: a read behind one is not seen; one that decides what
// is read is refused; one that computes only is dropped. Where the address of a
// read is taken there is a remark.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

double b[8];

static void readOne(MPI_File fh, int i) {
  MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE); // expected-remark {{is in no loop}}
}
void (*volatile reader)(MPI_File, int) = readOne;

// CHECK-LABEL: define {{.*}}void @behindPointer(
// CHECK-NOT: foreslice
// CHECK: ret void
void behindPointer(MPI_File fh, int n) {
  for (int i = 0; i < n; i++)
    reader(fh, i);
}

void decides(MPI_File fh, int n, int (*where)(int)) {
  for (int i = 0; i < n; i++) // expected-remark {{the offset of MPI_File_read_at depends on a call through a function pointer}}
    MPI_File_read_at(fh, where(i), b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

// CHECK-LABEL: define internal void @computes.{{[0-9]+}}.slice(
// CHECK-NOT: call {{.*}} %
// CHECK: call void @foreslice_slice_read_at(
// CHECK-NOT: call
// CHECK: ret void
void computes(MPI_File fh, int n, double (*work)(const double *)) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    work(b);
  }
}

int chosen(MPI_File fh, int n) {
  int (*volatile access)(MPI_File, MPI_Offset, void *, int, MPI_Datatype, MPI_Status *);
  access = MPI_File_read_at; // expected-remark {{MPI_File_read_at is called through a pointer}}
  for (int i = 0; i < n; i++)
    access(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  return n;
}
