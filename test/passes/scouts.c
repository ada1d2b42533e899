// What does not depend on what the slice waits for is kept a second time, in a
// scout, which waits for nothing.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

long ask(void);

// The header's place is known, what it points to is not.
// CHECK-LABEL: define internal void @headers.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at.data,
// CHECK-LABEL: define internal void @headers.{{[0-9]+}}.scout(
// CHECK: [[AT:%.*]] = sext i32 {{.*}} to i64
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at, i64 %{{.*}}, i64 [[AT]], i64 8,
// CHECK-NOT: load i64, ptr
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.{{.*}}.at{{.*}}.skipped, i64 %{{.*}}
// CHECK-NOT: @foreslice_slice
// CHECK: ret void
void headers(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{waits for the data of 1 read; fetches ahead of that what does not depend on it}}
    long at;
    double b[8];
    MPI_File_read_at(fh, i * i, &at, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, at, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// At the individual pointer: a seek to nobody knows where takes no call id.
// CHECK-LABEL: define internal void @seeks.{{[0-9]+}}.scout(
// CHECK: call i64 @foreslice_slice_move(ptr @foreslice.mpi.seek, i64 %{{.*}}, i64 %{{.*}}, i64 600, i64 0)
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read, i64 %{{.*}}, i64 0, i64 16,
// CHECK: call i64 @foreslice_slice_move(ptr @foreslice.mpi.seek.skipped, i64 %{{.*}}
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.skipped, i64 %{{.*}}
// CHECK: ret void
void seeks(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{fetches ahead}}
    long head[2];
    double b[8];
    MPI_File_seek(fh, i * i, 600);
    MPI_File_read(fh, head, 16, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_seek(fh, head[0], 600);
    MPI_File_read(fh, b, (int)head[1], MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// The data may end the loop; the scout goes on. What they decide besides is not
// in it, and what it cannot count it leaves out.
// CHECK-LABEL: define internal void @decided.{{[0-9]+}}.scout(
// CHECK: icmp slt i32
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK-NEXT: add i32 {{.*}}, 1
// CHECK-NEXT: br label
// CHECK-NOT: @foreslice_slice
// CHECK: ret void
void decided(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{fetches ahead}}
    long at;
    double b[8];
    MPI_File_read_at(fh, i * i, &at, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    if (at < 0)
      break;
    if (at > 0)
      MPI_File_read_at(fh, at, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// What the data choose between is not known either.
// CHECK-LABEL: define internal void @chosen.{{[0-9]+}}.scout(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: call i64 @foreslice_slice_{{access|move}}(ptr @foreslice.mpi.{{.*}}.skipped, 
// CHECK-NOT: @foreslice_slice
// CHECK: ret void
void chosen(MPI_File fh, MPI_File other, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{fetches ahead}}
    long at, next;
    double b[8];
    MPI_File_read_at(fh, i * i, &at, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    if (at > 0) {
      MPI_File_read_at(other, at, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
      next = 500;
    } else {
      MPI_File_read_at(other, -at, b, 4, MPI_DOUBLE, MPI_STATUS_IGNORE);
      next = 300;
    }
    MPI_File_read_at(fh, next, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// A call on a file that only the data know is left out.
// CHECK-LABEL: define internal void @files.{{[0-9]+}}.scout(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK-NOT: @foreslice_slice
// CHECK: ret void
void files(MPI_File fh, const MPI_File *others, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{fetches ahead}}
    long which;
    double b[8];
    MPI_File_read_at(fh, i * i, &which, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_read_at(others[which], i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// Values of the main thread are waited for, too.
// CHECK-LABEL: define internal void @beside.{{[0-9]+}}.scout(
// CHECK-NOT: @foreslice_slice_receive
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.{{.*}}.at{{.*}}.skipped, i64 %{{.*}}
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at, i64 %{{.*}}, i64 %{{.*}}, i64 8,
// CHECK-NOT: @foreslice_slice_receive
// CHECK: ret void
void beside(MPI_File fh, MPI_File other, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{waits for the main thread's ask; fetches ahead}}
    double b[8];
    MPI_File_read_at(fh, ask(), b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_read_at(other, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// Each record says where the next one is: nothing to fetch ahead.
// CHECK-LABEL: define internal void @chain.{{[0-9]+}}.slice(
// CHECK-NOT: .scout(
void chain(MPI_File fh, int n) {
  long at = 0;
  for (int i = 0; i < n; i++) // expected-remark-re {{waits for the data of 1 read{{$}}}}
    MPI_File_read_at(fh, at, &at, 8, MPI_BYTE, MPI_STATUS_IGNORE);
}

// What is read behind the wait depends on it.
void first(MPI_File fh, int n) {
  long at;
  double b[8];
  // expected-remark-re@+1 {{of the rest of 'first' with{{.*}}waits for the data of 1 read{{$}}}}
  MPI_File_read_at(fh, 0, &at, 8, MPI_BYTE, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; i++)
    MPI_File_read_at(fh, at + i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

// The pointer is lost on a way that only the data know, and used afterwards.
// CHECK-NOT: .scout(
void lost(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark-re {{waits for the data of 1 read{{$}}}}
    long at;
    double b[8];
    MPI_File_read(fh, &at, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    if (at > 0)
      MPI_File_read(fh, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// A header, a table that it points to, then what that points to: the second
// scout waits for the header, which the first one fetches.
// CHECK-LABEL: define internal void @tables.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at.data,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at.data,
// CHECK-LABEL: define internal void @tables.{{[0-9]+}}.scout(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.{{.*}}.at{{.*}}.skipped, i64 %{{.*}}
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.{{.*}}.at{{.*}}.skipped, i64 %{{.*}}
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at,
// CHECK-NOT: @foreslice_slice
// CHECK-LABEL: define internal void @tables.{{[0-9]+}}.scout.{{[0-9]+}}(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at.data,
// CHECK: [[AT:%.*]] = load i64, ptr
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at, i64 %{{.*}}, i64 [[AT]], i64 8,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.{{.*}}.at{{.*}}.skipped, i64 %{{.*}}
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at,
// CHECK-NOT: @foreslice_slice
// CHECK: ret void
void tables(MPI_File fh, MPI_File other, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{waits for the data of 2 reads; fetches ahead}}
    long at, next;
    double b[8];
    MPI_File_read_at(fh, i * i, &at, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, at, &next, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, next, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_write_at(other, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// A read of the first scout that is not needed for the second is counted there.
// CHECK-LABEL: define internal void @counted.{{[0-9]+}}.scout.{{[0-9]+}}(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at.data,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at.counted, i64 %{{.*}}, i64 77, i64 8,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void counted(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{waits for the data of 2 reads; fetches ahead}}
    long at, next;
    double b[8];
    MPI_File_read_at(fh, i * i, &at, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, 77, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, at, &next, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, next, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// Where the second scout had to have the data is not known to it.
// CHECK-LABEL: define internal void @placed.{{[0-9]+}}.scout(
// CHECK-NOT: define internal void @placed.
void placed(MPI_File fh, int n) {
  long at[4] = {0};
  for (int i = 0; i < n; i++) { // expected-remark {{waits for the data of 1 read; waits for the main thread's ask; fetches ahead}}
    double b[8];
    MPI_File_read_at(fh, i * i, &at[ask() & 3], 8, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, at[2], b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, at[3], b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, 2 * i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// Nothing but the data ends the loop.
// CHECK-NOT: .scout(
void ended(MPI_File fh) {
  for (int i = 0;; i++) { // expected-remark-re {{waits for the data of 1 read{{$}}}}
    long at[2];
    double b[8];
    MPI_File_read_at(fh, i * i, at, 16, MPI_BYTE, MPI_STATUS_IGNORE);
    if (at[0] < 0)
      break;
    MPI_File_read_at(fh, at[0], b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    if (at[1] < 0)
      break;
  }
}

// Where the data decide a view or the shared pointer, nobody can go on.
// CHECK-NOT: .scout(
void viewed(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark-re {{waits for the data of 1 read{{$}}}}
    long at;
    double b[8];
    MPI_File_read_at(fh, i * i, &at, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_set_view(fh, at, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
    MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}
void sharing(MPI_File fh, MPI_File other, int n) {
  for (int i = 0; i < n; i++) { // expected-remark-re {{waits for the data of 1 read{{$}}}}
    int count;
    double b[8];
    MPI_File_read_at(fh, i * i, &count, 4, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_read_shared(other, b, count, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// What the main thread will write is known to scouts, too.
// CHECK-LABEL: define internal void @written.{{[0-9]+}}.scout(
// CHECK-DAG: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
// CHECK-DAG: call i64 @foreslice_slice_{{access|move}}(ptr @foreslice.mpi.{{.*}}.skipped, 
// CHECK-DAG: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
void written(MPI_File fh, int n) {
  double b[8];
  // expected-remark-re@+1 {{of the rest of 'written' {{.*}}waits for the main thread's ask; fetches ahead}}
  for (int i = 0; i < n; i++)
    MPI_File_write_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; i++) {
    MPI_File_read_at(fh, i + ask(), b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
  MPI_File_read_at(fh, 9, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}
