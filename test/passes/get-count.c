// "Did I get all I asked for?" counts as yes: the slice of a loop that ends with
// the file runs on until the program has left the loop.
//
// RUN: %slice -gline-tables-only %s | FileCheck %s
#include "mpi-decls.h"

double b[512];
double work(const double *, int);

// CHECK-LABEL: define internal void @untilShort.{{[0-9]+}}.slice(
// CHECK-NOT: MPI_Get_count
// CHECK: call void @foreslice_slice_read_at({{.*}}, i64 512,
// CHECK: add i64 {{.*}}, 4096
// CHECK: br label %do.body
void untilShort(MPI_File fh) {
  MPI_Offset at = 0;
  int got;
  do { // expected-remark-re {{slice with 1 read: {{.*}}launch; takes for granted that reads give all that they ask for ({{.*}}get-count.c:21:5)}}
    MPI_Status status;
    MPI_File_read_at(fh, at, b, 512, MPI_DOUBLE, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &got);
    work(b, got);
    at += 8 * got;
  } while (got == 512);
}

// What the computation does with the data does not matter in such a loop
// either.
// CHECK-LABEL: define internal void @dataDependent.{{[0-9]+}}.slice(
// CHECK-NOT: fcmp
// CHECK: call void @foreslice_slice_read({{.*}}, i64 512,
// CHECK-NOT: fcmp
// CHECK: }
int dataDependent(MPI_File fh) {
  int got, positive = 0;
  do { // expected-remark {{slice with 1 read}}
    MPI_Status status;
    MPI_File_read(fh, b, 512, MPI_DOUBLE, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &got);
    if (b[0] < 0)
      work(b, got);
    for (int i = 0; i < got; i++)
      if (b[i] > 0)
        positive++;
  } while (got == 512);
  return positive;
}

// The count of another type says something else: the main thread tells.
// CHECK-LABEL: define internal void @otherType.{{[0-9]+}}.slice(
// CHECK: call void @foreslice_slice_read_at(
// CHECK: call void @foreslice_slice_receive(i32 0, ptr {{%.*}}, i64 4)
// CHECK: ret void
void otherType(MPI_File fh, int n) {
  MPI_Offset at = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_Status status;
    int got;
    MPI_File_read_at(fh, at, b, 512, MPI_DOUBLE, &status);
    MPI_Get_count(&status, MPI_INT, &got);
    at += got;
  }
}

// Of two reads that fill one status, the last before the question counts.
// CHECK-LABEL: define internal void @lastOne.{{[0-9]+}}.slice(
// CHECK-NOT: add i64 {{.*}}, 16
// CHECK: add i64 {{.*}}, 256
// CHECK: ret void
void lastOne(MPI_File fh, int n) {
  MPI_Offset at = 0;
  MPI_Status status;
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 2 reads}}
    int got;
    MPI_File_read_at(fh, at, b, 16, MPI_DOUBLE, &status);
    MPI_File_read_at(fh, at, b, 256, MPI_DOUBLE, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &got);
    at += got;
  }
}

// The choice of the call does not matter: each path has its access.
// CHECK-LABEL: define internal void @either.{{[0-9]+}}.slice(
// CHECK-DAG: call void @foreslice_slice_read_at({{.*}}, i64 16,
// CHECK-DAG: call void @foreslice_slice_read_at({{.*}}, i64 32,
// CHECK: ret void
void either(MPI_File fh, int all, int n) {
  MPI_Offset at = 0;
  MPI_Status status;
  int got;
  while (at < n) { // expected-remark {{slice with 2 reads}}
    int error = all ? MPI_File_read_at_all(fh, at, b, 16, MPI_DOUBLE, &status)
                    : MPI_File_read_at(fh, at, b, 32, MPI_DOUBLE, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &got);
    if (error || got == 0)
      return;
    at += got;
  }
}

// A message may have filled the status.
void message(MPI_File fh, int n) {
  MPI_Offset at = 0;
  MPI_Status status;
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    int got;
    MPI_File_read_at(fh, at, b, 512, MPI_DOUBLE, &status);
    if (i > 2)
      MPI_Recv(b, 512, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &got);
    at += got;
  }
}
