// Stores go to memory of the slice's own, within its bounds.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"
#include <stdlib.h>
#include <string.h>

double b[8];

// An index that the slice got wrong must not hit anything else: the store is
// checked against the object's size, and ends the slice outside of it.
// CHECK-LABEL: define internal void @permutation.{{[0-9]+}}.slice(
// CHECK: [[P:%.*]] = alloca [256 x i8]
// CHECK: [[BASE:%.*]] = ptrtoint ptr [[P]] to i64
// CHECK: [[AT:%.*]] = sub i64 {{%.*}}, [[BASE]]
// CHECK: icmp ugt i64 [[AT]], 256
// CHECK: br i1 {{%.*}}, label %exit,
// CHECK: store i32
// CHECK: ret void
void permutation(MPI_File fh, int n) {
  int order[64];
  for (int i = 0; i < 64; i++)
    order[i] = i;
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    int j = (i * 7) % n, t = order[i];
    order[i] = order[j];
    order[j] = t;
    MPI_File_read_at(fh, order[i], b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// Memory from malloc is the slice's from the run time, and goes back there.
// CHECK-LABEL: define internal void @heap.{{[0-9]+}}.slice(
// CHECK-NOT: @malloc
// CHECK: [[TMP:%.*]] = call ptr @foreslice_slice_alloc(i64 [[SIZE:%.*]])
// CHECK: call void @foreslice_slice_free(ptr [[TMP]], i64 [[SIZE]])
// CHECK-NOT: @malloc
// CHECK-NOT: @free
// CHECK: ret void
void heap(MPI_File fh, int n) {
  for (int i = 1; i < n; i++) { // expected-remark {{slice with 1 read}}
    int *tmp = malloc(i * sizeof *tmp);
    for (int j = 0; j < i; j++)
      tmp[j] = j * j;
    MPI_File_read_at(fh, tmp[i / 2], b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    free(tmp);
  }
}

// Aligned memory too, though with no more than 16 bytes of alignment.
// CHECK-LABEL: define internal void @aligned.{{[0-9]+}}.slice(
// CHECK: [[SIZE:%.*]] = mul i64 {{.*}}, 8
// CHECK: call ptr @foreslice_slice_alloc(i64 [[SIZE]])
// CHECK: store <8 x i64> {{.*}}, align 16
// CHECK: ret void
typedef long vector __attribute__((vector_size(64)));
void aligned(MPI_File fh, int n) {
  for (int i = 8; i < n; i++) { // expected-remark {{slice with 1 read}}
    long *tmp = aligned_alloc(64, i * sizeof *tmp);
    *(vector *)tmp = (vector){} + i;
    MPI_File_read_at(fh, tmp[i % 8], b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    free(tmp);
  }
}

// calloc too; its sizes are multiplied.
// CHECK-LABEL: define internal void @zeroed.{{[0-9]+}}.slice(
// CHECK: [[SIZE:%.*]] = mul i64 {{.*}}, 4
// CHECK: call ptr @foreslice_slice_alloc(i64 [[SIZE]])
// CHECK: ret void
void zeroed(MPI_File fh, int n) {
  for (int i = 1; i < n; i++) { // expected-remark {{slice with 1 read}}
    int *tmp = calloc(i, 4);
    tmp[i / 2] = i;
    MPI_File_read_at(fh, tmp[i - 1], b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    free(tmp);
  }
}

// A local variable of the loop's body starts empty and costs no live-in.
// CHECK-LABEL: define internal void @scoped.{{[0-9]+}}.slice(
// CHECK: [[W:%.*]] = alloca [16 x i8]
// CHECK: call void @llvm.mem{{set|cpy}}
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void scoped(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    int window[4] = {i, i + 1, i + 2, i + 3};
    MPI_File_read_at(fh, window[i % 4], b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// Each may be copied, all together are too many.
int a0[16000], a1[16000], a2[16000], a3[16000], a4[16000];
void tooMany(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{its slice would need private copies of 320000 bytes, more than the 262144 allowed}}
    a0[i] += 1, a1[i] += a0[i], a2[i] += a1[i], a3[i] += a2[i], a4[i] += a3[i];
    MPI_File_read_at(fh, a4[i], b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}
