// How much a read delivers follows from the size of the file, which the run time
// knows: a loop that ends with the file ends in the slice, too.
//
// RUN: %slice -gline-tables-only %s | FileCheck %s
#include "mpi-decls.h"

double b[512];
double work(const double *, int);

// CHECK-LABEL: define internal void @untilShort.{{[0-9]+}}.slice(
// CHECK-NOT: MPI_Get_count
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at, {{.*}}, i64 512,
// CHECK: [[GOT:%.*]] = call i64 @foreslice_slice_query(ptr @foreslice.mpi.count, i64 ptrtoint (ptr @ompi_mpi_double to i64), i64 0, ptr null, ptr null)
// CHECK: [[COUNT:%.*]] = trunc i64 [[GOT]] to i32
// CHECK: mul i32 8, [[COUNT]]
// CHECK: icmp eq i32 [[COUNT]], 512
void untilShort(MPI_File fh) {
  MPI_Offset at = 0;
  int got;
  do { // expected-remark-re {{slice with 1 read: {{.*}}launch; takes for granted that reads give all that the file has ({{.*}}get-count.c:23:5)}}
    MPI_Status status;
    MPI_File_read_at(fh, at, b, 512, MPI_DOUBLE, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &got);
    work(b, got);
    at += 8 * got;
  } while (got == 512);
}

// What the computation does with the data does not matter in such a loop.
// CHECK-LABEL: define internal void @dataDependent.{{[0-9]+}}.slice(
// CHECK-NOT: fcmp
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read, {{.*}}, i64 512,
// CHECK: call i64 @foreslice_slice_query(ptr @foreslice.mpi.count,
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

// A loop over files goes on with the next file.
// CHECK-LABEL: define internal void @nextFile.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read,
// CHECK: call i64 @foreslice_slice_query(ptr @foreslice.mpi.count,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void nextFile(MPI_File *files, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 2 reads}}
    MPI_Status status;
    int got;
    do {
      MPI_File_read(files[i], b, 512, MPI_DOUBLE, &status);
      MPI_Get_count(&status, MPI_DOUBLE, &got);
    } while (got);
    MPI_File_read_at(files[i], 0, b, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// Whole items of another type.
// CHECK-LABEL: define internal void @inBytes.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: call i64 @foreslice_slice_query(ptr @foreslice.mpi.count, i64 ptrtoint (ptr @ompi_mpi_int to i64), i64 0, ptr null, ptr null)
// CHECK-NOT: call void @foreslice_slice_receive
// CHECK: ret void
void inBytes(MPI_File fh, int n) {
  MPI_Offset at = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_Status status;
    int got;
    MPI_File_read_at(fh, at, b, 512, MPI_DOUBLE, &status);
    MPI_Get_count(&status, MPI_INT, &got);
    at += got;
  }
}

// A variable that holds a datatype holds the same one behind the read.
// CHECK-LABEL: define internal void @inRecords.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: call i64 @foreslice_slice_query(ptr @foreslice.mpi.count,
// CHECK-NOT: call void @foreslice_slice_receive
// CHECK: ret void
extern MPI_Datatype record;
void inRecords(MPI_File fh) {
  int got = 0;
  for (MPI_Offset at = 0;; at += got) { // expected-remark {{slice with 1 read}}
    MPI_Status status;
    MPI_File_read_at(fh, at, b, 4, record, &status);
    MPI_Get_count(&status, record, &got);
    if (got <= 0)
      break;
  }
}

// A datatype that the program makes: the run time knows the size.
// CHECK-LABEL: define internal void @inBytesOfRecords.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: call i64 @foreslice_slice_query(ptr @foreslice.mpi.count, i64 ptrtoint (ptr @ompi_mpi_int to i64), i64 0, ptr null, ptr null)
// CHECK-NOT: call void @foreslice_slice_receive
// CHECK: ret void
void inBytesOfRecords(MPI_File fh, int n) {
  MPI_Offset at = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_Status status;
    int got;
    MPI_File_read_at(fh, at, b, 4, record, &status);
    MPI_Get_count(&status, MPI_INT, &got);
    at += 4 * got;
  }
}

// CHECK-LABEL: define internal void @writtenRecords.{{[0-9]+}}.slice(
// CHECK: [[SIZE:%.*]] = call i64 @foreslice_slice_query(ptr @foreslice.mpi.type_size, i64 {{%.*}}, i64 0, ptr null, ptr null)
// CHECK-NOT: call void @foreslice_slice_receive
// CHECK: sdiv i64 {{%.*}}, 4
// CHECK: ret void
void writtenRecords(MPI_File fh, int n) {
  MPI_Status status;
  int got;
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_write_at(fh, i, b, 7, record, &status);
    MPI_Get_count(&status, MPI_INT, &got);
    MPI_File_read_at(fh, i + got, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// Nothing fills the status where the flag is set: any answer is right.
// CHECK-LABEL: define internal void @unfilled.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_query(ptr @foreslice.mpi.count,
// CHECK-NOT: call void @foreslice_slice_receive
// CHECK: ret void
void unfilled(MPI_File fh, int flag, int n) {
  MPI_Offset at = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_Status status;
    int got;
    if (!flag)
      MPI_File_read_at(fh, at, b, 4, MPI_INT, &status);
    MPI_Get_count(&status, MPI_INT, &got);
    at += 4 * got;
  }
}

// The count of a larger type says something else: the main thread tells.
// CHECK-LABEL: define internal void @otherType.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: call void @foreslice_slice_receive(i32 0, ptr {{%.*}}, i64 4)
// CHECK: ret void
void otherType(MPI_File fh, int n) {
  MPI_Offset at = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_Status status;
    int got;
    MPI_File_read_at(fh, at, b, 512, MPI_INT, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &got);
    at += got;
  }
}

// A write writes all.
// CHECK-LABEL: define internal void @written.{{[0-9]+}}.slice(
// CHECK-NOT: call i64 @foreslice_slice_query(ptr @foreslice.mpi.count,
// CHECK: ret void
void written(MPI_File fh, int n) {
  MPI_Status status;
  int got;
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_write_at(fh, i, b, 7, MPI_DOUBLE, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &got);
    MPI_File_read_at(fh, i + got, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// The count of a nonblocking read is that of its start.
// CHECK-LABEL: define internal void @nonblocking.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at.wait,
// CHECK-NEXT: call i64 @foreslice_slice_query(ptr @foreslice.mpi.count,
// CHECK: ret void
void nonblocking(MPI_File fh) {
  MPI_Offset at = 0;
  MPI_Request request;
  MPI_Status status;
  int got;
  do { // expected-remark {{slice with 1 read}}
    MPI_File_iread_at(fh, at, b, 512, MPI_DOUBLE, &request);
    work(b, 1);
    MPI_Wait(&request, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &got);
    at += got * 8;
  } while (got == 512);
}

// Of two reads that fill one status, the last before the question counts.
// CHECK-LABEL: define internal void @lastOne.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at, {{.*}}, i64 16,
// CHECK-NOT: call i64 @foreslice_slice_query(ptr @foreslice.mpi.count,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at, {{.*}}, i64 256,
// CHECK-NEXT: call i64 @foreslice_slice_query(ptr @foreslice.mpi.count,
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
// CHECK-DAG: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at.all, {{.*}}, i64 16,
// CHECK-DAG: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at, {{.*}}, i64 32,
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
