// A loop with other exits is taken to go on where only data or the main thread
// can tell that it ends: the slice then runs ahead instead of waiting.
//
// RUN: %slice -gline-tables-only %s | FileCheck %s
#include "mpi-decls.h"
#include <stdlib.h>

double b[8];
double work(const double *);

// CHECK-LABEL: define internal void @untilMarker.{{[0-9]+}}.slice(
// CHECK-NOT: _data(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK-NOT: fcmp
// CHECK: ret void
void untilMarker(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark-re {{slice with 1 read: {{.*}}launch; takes for granted that the loop goes on ({{.*}}guessed-exits.c:20:14)}}
    MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    work(b);
    if (b[0] == 0)
      break;
  }
}

// CHECK-LABEL: define internal void @deadline.{{[0-9]+}}.slice(
// CHECK-NOT: @foreslice_slice_receive
// CHECK: ret void
void deadline(MPI_File fh, int n, double end) {
  for (int i = 0; i < n && MPI_Wtime() < end; i++) // expected-remark {{takes for granted that the loop goes on}}
    MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

// The only exit: without it the slice would never end.
// CHECK-LABEL: define internal void @onlyExit.{{[0-9]+}}.slice(
// CHECK: .data,
// CHECK: ret void
void onlyExit(MPI_File fh) {
  long at = 0;
  do { // expected-remark {{at launch; waits for the data of 1 read}}
    MPI_File_read_at(fh, at++, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  } while (b[0] != 0);
}

// Nothing is gained where the slice needs the data anyway.
// CHECK-LABEL: define internal void @neededAnyway.{{[0-9]+}}.slice(
// CHECK: .data,
// CHECK: icmp eq i64 {{.*}}, 0
// CHECK: ret void
void neededAnyway(MPI_File fh, int n) {
  long at = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{waits for the data of 1 read}}
    long next;
    MPI_File_read_at(fh, at, &next, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    if (next == 0)
      break;
    at = next;
  }
}

// Both at once.
// CHECK-LABEL: define internal void @both.{{[0-9]+}}.slice(
// CHECK: ret void
void mayDraw(void);
void both(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{waits for the data of 1 read; waits for the main thread's rand}}
    long next;
    MPI_File_read_at(fh, rand(), &next, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, next, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    mayDraw();
  }
}

// Not by repeating the program's computation.
void convergence(MPI_File fh) {
  double sum, at = 0;
  do { // expected-remark-re {{what follows MPI_File_read_at is decided by a floating-point computation on its data, which slices do not repeat ({{.*}}guessed-exits.c:80:11)}}
    MPI_File_read_at(fh, at, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    sum = 0;
    for (int i = 0; i < 8; i++)
      sum += b[i] * b[i];
    at += 64;
  } while (sum > 1);
}

// The rest of a function that ends where the data, which the slice could wait
// for, are not as expected: the slice waits for no data.
// CHECK-LABEL: define internal void @header.{{[0-9]+}}.slice(
// CHECK-NOT: .data,
// CHECK: ret void
int header(MPI_File fh, int n) {
  MPI_File_read_at(fh, 0, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE); // expected-remark-re {{slice of the rest of 'header' with 2 reads: {{.*}}launch; takes for granted that the function goes on ({{.*}}guessed-exits.c:92:12)}}
  if (b[0] != 7)
    return 1;
  for (int i = 1; i < n; i++)
    MPI_File_read_at(fh, i * 64, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  return 0;
}
