// How a slice gets at what the loop uses: values are handed over, changed
// objects are copied at launch, tables are read where they lie.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"
#include <stdlib.h>

double b[8];
double work(const double *);

// Values only: 8 + 8 + 4 bytes; what the loop does not need is not handed over.
// CHECK-LABEL: define internal void @byValue.{{[0-9]+}}.slice(
// CHECK-DAG: %fh.livein = load ptr,
// CHECK-DAG: %first.livein = load i64,
// CHECK-DAG: %n.livein = load i32,
// CHECK-NOT: livein = load
// CHECK: ret void
void byValue(MPI_File fh, MPI_Offset first, int n, double unused) {
  double scale = unused;
  for (int i = 0; i < n; i++) { // expected-remark {{20 bytes handed over at launch}}
    MPI_File_read_at(fh, first + i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    scale *= work(b);
  }
}

// A local struct whose address is taken, and that the loop changes: a copy.
// CHECK-LABEL: define internal void @localStruct.{{[0-9]+}}.slice(
// CHECK: [[C:%.*]] = alloca [24 x i8]
// CHECK: call void @llvm.memcpy{{.*}}(ptr {{.*}}[[C]], ptr {{.*}}%packet, i64 24,
// CHECK: [[AT:%.*]] = getelementptr {{.*}} ptr [[C]], i64 %{{.*}}
// CHECK: store i64 {{.*}}, ptr [[AT]]
// CHECK: ret void
struct cursor {
  MPI_Offset at, step, end;
};
void setUp(struct cursor *);
void localStruct(MPI_File fh, int which) {
  struct cursor c;
  MPI_Offset *f = &c.at;
  setUp(&c);
  while (c.at < c.end) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, c.at, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    f[which] += c.step;
  }
}

// A global that the loop changes is copied, one that it only reads is not.
int changed = 1, constant = 2;
// CHECK-LABEL: define internal void @globals.{{[0-9]+}}.slice(
// CHECK-NOT: store {{.*}} @changed
// CHECK: load volatile i32, ptr @constant
// CHECK-NOT: store {{.*}} @changed
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void globals(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{20 bytes handed over at launch}}
    changed += constant; // 4 and 4 of padding, 8, 4
    MPI_File_read_at(fh, changed, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// A table behind a pointer: only the pointer is handed over. The load is
// volatile, as the main thread may change what is there.
// CHECK-LABEL: define internal void @table.{{[0-9]+}}.slice(
// CHECK: %offsets.livein = load ptr,
// CHECK: [[AT:%.*]] = getelementptr {{.*}}i64, ptr %offsets.livein
// CHECK: load volatile i64, ptr [[AT]]
// CHECK-NOT: store
// CHECK: ret void
void table(MPI_File fh, const MPI_Offset *offsets, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{20 bytes handed over at launch}}
    MPI_File_read_at(fh, offsets[i], b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

// A small local table is copied into the packet: 64 longs and fh.
// CHECK-LABEL: define internal void @localTable.{{[0-9]+}}.slice(
// CHECK: alloca [512 x i8]
// CHECK: ret void
void localTable(MPI_File fh) {
  MPI_Offset offsets[64];
  for (int i = 0; i < 64; i++)
    offsets[i] = (i * 37) % 64;
  for (int i = 0; i < 64; i++) // expected-remark {{520 bytes handed over at launch}}
    MPI_File_read_at(fh, offsets[i], b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

// A large one is read where it lies.
// CHECK-LABEL: define internal void @largeTable.{{[0-9]+}}.slice(
// CHECK-NOT: alloca
// CHECK: load volatile i64
// CHECK: ret void
void fill(MPI_Offset *);
void largeTable(MPI_File fh) {
  MPI_Offset offsets[10000];
  fill(offsets);
  for (int i = 0; i < 10000; i++) // expected-remark {{16 bytes handed over at launch}}
    MPI_File_read_at(fh, offsets[i], b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}
