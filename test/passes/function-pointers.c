// Calls through pointers are followed where the module shows where they lead:
// to functions of their type whose address is taken, or to those in a constant
// table. The slice tells several apart as the program does. What computes only
// is dropped, whatever it is.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

double b[8];

static void readOne(MPI_File fh, int i) {
  MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}
void (*volatile reader)(MPI_File, int) = readOne;

// CHECK-LABEL: define internal void @behindPointer.{{[0-9]+}}.slice(
// CHECK-NOT: call {{.*}} %
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void behindPointer(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    reader(fh, i);
}

static long forwards(long i) { return i * 64; }
static long backwards(long i) { return (99 - i) * 64; }
static long twice(long i) { return 2 * i * 64; }
long (*const Orders[])(long) = {forwards, backwards};

// CHECK-LABEL: define internal void @inTable.{{[0-9]+}}.slice(
// CHECK-NOT: call {{.*}} %
// CHECK: icmp eq ptr %{{.*}}, @forwards
// CHECK-NOT: @twice
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void inTable(MPI_File fh, int n, int k) {
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, Orders[k](i), b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

struct input {
  MPI_File File;
  long (*Place)(long);
};

// CHECK-LABEL: define internal void @inStructure.{{[0-9]+}}.slice(
// CHECK-NOT: call {{.*}} %
// CHECK-DAG: icmp eq ptr %{{.*}}, @forwards
// CHECK-DAG: icmp eq ptr %{{.*}}, @backwards
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void inStructure(MPI_File fh, int n, int k) {
  struct input in = {fh, k ? forwards : twice};
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    MPI_File_read_at(in.File, in.Place(i), b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

#define PLACE(N) static char place##N(char c) { return c + N; }
PLACE(0) PLACE(1) PLACE(2) PLACE(3) PLACE(4) PLACE(5) PLACE(6) PLACE(7) PLACE(8)
char (*Many[9])(char) = {place0, place1, place2, place3, place4, place5, place6, place7, place8};

void tooMany(MPI_File fh, int n, char (*where)(char)) {
  for (int i = 0; i < n; i++) // expected-remark {{the offset of MPI_File_read_at depends on a call through a function pointer}}
    MPI_File_read_at(fh, where(i), b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

void decides(MPI_File fh, int n, int (*where)(int)) {
  for (int i = 0; i < n; i++) // expected-remark {{the offset of MPI_File_read_at depends on a call through a function pointer}}
    MPI_File_read_at(fh, where(i), b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

// CHECK-LABEL: define internal void @computes.{{[0-9]+}}.slice(
// CHECK-NOT: call {{.*}} %
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK-NOT: call
// CHECK: ret void
void computes(MPI_File fh, int n, double (*work)(const double *)) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    work(b);
  }
}

// CHECK-LABEL: define internal void @chosen.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
int chosen(MPI_File fh, int n) {
  int (*volatile access)(MPI_File, MPI_Offset, void *, int, MPI_Datatype, MPI_Status *);
  access = MPI_File_read_at;
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    access(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  return n;
}

void handOut(void (*take)(int (*)(MPI_File, void *, int, MPI_Datatype, MPI_Status *))) {
  take(MPI_File_read); // expected-remark {{MPI_File_read is called through a pointer}}
}
