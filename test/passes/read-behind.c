// Where a loop reads exactly what it wrote a number of iterations before,
// -Rpass-analysis says so: it cannot be fetched earlier.
//
// RUN: %slice -g -Rpass-analysis=prefetch-slice %s | FileCheck %s
#include "mpi-decls.h"

extern char b[];
enum { B = 4096 };
void work(char *);

#define READ(at, n) MPI_File_read_at(f, at, b, n, MPI_BYTE, MPI_STATUS_IGNORE)
#define WRITE(at, n) MPI_File_write_at(f, at, b, n, MPI_BYTE, MPI_STATUS_IGNORE)

// CHECK-LABEL: define {{.*}}void @one.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
void one(MPI_File f, int n) {
  for (int i = 1; i < n; i++) { // expected-remark {{slice with 1 read}}
    // expected-remark@+2 {{is prefetched by the slice}}
    // expected-remark@+1 {{MPI_File_read_at reads what the write at }}
    READ((i - 1) * B, B);
    work(b);
    WRITE(i * B, B);
  }
}

// CHECK-LABEL: define {{.*}}void @sixteen.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
void sixteen(MPI_File f, int n, int block) {
  for (int i = 16; i < n; i++) { // expected-remark {{slice with 1 read}}
    WRITE((MPI_Offset)i * block, block);
    // expected-remark@+2 {{is prefetched by the slice}}
    // expected-remark@+1 {{wrote 16 iterations earlier: it is fetched only after that}}
    READ((MPI_Offset)(i - 16) * block, block);
    work(b);
  }
}

// CHECK-LABEL: define {{.*}}void @same.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
void same(MPI_File f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    WRITE(i * B, B);
    // expected-remark@+2 {{is prefetched by the slice}}
    // expected-remark@+1 {{wrote just before: it is fetched only after that}}
    READ(i * B, B);
    work(b);
  }
}

// Of the inner loop.
// CHECK-LABEL: define {{.*}}void @inRows.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
void inRows(MPI_File f, int m, int n) {
  for (int j = 0; j < m; j++) // expected-remark {{slice with 1 read}}
    for (int i = 2; i < n; i++) {
      WRITE(((MPI_Offset)j * n + i) * B, B);
    // expected-remark@+2 {{is prefetched by the slice}}
    // expected-remark@+1 {{wrote 2 iterations earlier}}
      READ(((MPI_Offset)j * n + i - 2) * B, B);
      work(b);
    }
}

// Reads more than that.
// CHECK-LABEL: define {{.*}}void @stencil.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
void stencil(MPI_File f, int n) {
  for (int i = 1; i < n; i++) { // expected-remark {{slice with 1 read}}
    // expected-remark@+1 {{is prefetched by the slice}}
    READ((i - 1) * B, 3 * B);
    work(b);
    WRITE(i * B, B);
  }
}

// Writes what an earlier iteration wrote, as well.
// CHECK-LABEL: define {{.*}}void @overlapping.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
void overlapping(MPI_File f, int n) {
  for (int i = 1; i < n; i++) { // expected-remark {{slice with 1 read}}
    // expected-remark@+1 {{is prefetched by the slice}}
    READ((i - 1) * B, 2 * B);
    work(b);
    WRITE(i * B, 2 * B);
  }
}

// A part of that.
// CHECK-LABEL: define {{.*}}void @parts.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
void parts(MPI_File f, int n) {
  for (int i = 1; i < n; i++) { // expected-remark {{slice with 1 read}}
    // expected-remark@+1 {{is prefetched by the slice}}
    READ((i - 1) * B, 8);
    work(b);
    WRITE(i * B, B);
  }
}

// Of two blocks a part each.
// CHECK-LABEL: define {{.*}}void @between.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
void between(MPI_File f, int n) {
  for (int i = 2; i < n; i++) { // expected-remark {{slice with 1 read}}
    // expected-remark@+1 {{is prefetched by the slice}}
    READ((i - 2) * B + 8, B);
    work(b);
    WRITE(i * B, B);
  }
}

// In the other order.
// CHECK-LABEL: define {{.*}}void @later.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void later(MPI_File f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    // expected-remark@+1 {{is prefetched by the slice}}
    READ((i + 1) * B, B);
    work(b);
    WRITE(i * B, B);
  }
}

// At another distance each time.
// CHECK-LABEL: define {{.*}}void @faster.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
void faster(MPI_File f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    // expected-remark@+1 {{is prefetched by the slice}}
    READ(i * B, B);
    work(b);
    WRITE(2 * i * B, B);
  }
}

// expected-remark@* 10 {{is launched here}}
