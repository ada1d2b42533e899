// A slice tells nothing of a write (last argument 0) that no later read of the
// region can meet, and else what it writes (1).
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

extern char b[];
enum { B = 4096 };
void work(char *);
int MPI_Comm_size(MPI_Comm, int *);

#define READ(at, n) MPI_File_read_at(f, at, b, n, MPI_BYTE, MPI_STATUS_IGNORE)
#define WRITE(at, n) MPI_File_write_at(f, at, b, n, MPI_BYTE, MPI_STATUS_IGNORE)

// Reads and writes of one loop --------------------------------------------------

// CHECK-LABEL: define internal void @inPlace.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void inPlace(MPI_File f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    READ(i * B, B);
    work(b);
    WRITE(i * B, B);
  }
}

// Before it reads the same, as well.
// CHECK-LABEL: define internal void @writtenFirst.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
void writtenFirst(MPI_File f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    WRITE(i * B, B);
    work(b);
    READ(i * B, B);
  }
}

// CHECK-LABEL: define internal void @downwards.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void downwards(MPI_File f, int n) {
  for (int i = n - 1; i >= 0; i--) { // expected-remark {{slice with 1 read}}
    READ((MPI_Offset)i * B, B);
    work(b);
    WRITE((MPI_Offset)i * B, B);
  }
}

// CHECK-LABEL: define internal void @ahead.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void ahead(MPI_File f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    READ((i + 1) * B, B);
    work(b);
    WRITE(i * B, B);
  }
}

// Downwards, that is behind.
// CHECK-LABEL: define internal void @aheadDownwards.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
void aheadDownwards(MPI_File f, int n) {
  for (int i = n - 1; i >= 0; i--) { // expected-remark {{slice with 1 read}}
    READ((i + 1) * B, B);
    work(b);
    WRITE(i * B, B);
  }
}

// CHECK-LABEL: define internal void @behind.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
void behind(MPI_File f, int n) {
  for (int i = 16; i < n; i++) { // expected-remark {{slice with 1 read}}
    WRITE(i * B, B);
    work(b);
    READ((i - 16) * B, B);
  }
}

// One byte is enough.
// CHECK-LABEL: define internal void @aByteTooLong.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
void aByteTooLong(MPI_File f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    READ(i * B, B);
    work(b);
    WRITE(i * B, B + 1);
  }
}

// CHECK-LABEL: define internal void @everyOther.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void everyOther(MPI_File f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    READ((MPI_Offset)2 * i * B, B);
    work(b);
    WRITE((MPI_Offset)(2 * i + 1) * B, B);
  }
}

// No two numbers of blocks are the same, for their remainders differ.
// CHECK-LABEL: define internal void @remainders.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void remainders(MPI_File f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    WRITE((MPI_Offset)6 * i * B, B);
    work(b);
    READ((MPI_Offset)(4 * i + 1) * B, B);
  }
}

// CHECK-LABEL: define internal void @large.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void large(MPI_File f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    WRITE(i * 6000000000, 1000000000);
    work(b);
    READ(i * 6000000000 + 5000000000, 1000000000);
  }
}

// CHECK-LABEL: define internal void @inBranches.{{[0-9]+}}.slice(
// CHECK-DAG: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}}, i64 4096, {{.*}})
// CHECK-DAG: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}}, i64 4095, {{.*}})
void inBranches(MPI_File f, int n, int log) {
  for (int i = 1; i < n; i++) { // expected-remark {{slice with 1 read}}
    READ((MPI_Offset)i * B, B);
    work(b);
    if (i % 3 == log)
      WRITE((MPI_Offset)i * B, B);
    else
      WRITE((MPI_Offset)(i + 1) * B, B - 1);
  }
}

// What branches compare counts: from 8 on, nothing is written.
// CHECK-LABEL: define internal void @split.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void split(MPI_File f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    if (i < 8)
      WRITE((MPI_Offset)i * B, B);
    else
      READ((MPI_Offset)i * B, B);
    work(b);
  }
}

// CHECK-LABEL: define internal void @untilEqual.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void untilEqual(MPI_File f) {
  int i = 0;
  do { // expected-remark {{slice with 1 read}}
    READ(i * B, B);
    work(b);
    WRITE((i + 8) * B, B);
  } while (++i != 8);
}

// CHECK-LABEL: define internal void @neverReached.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void neverReached(MPI_File f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    if (i - n >= 4)
      WRITE(i * B, 2 * B);
    READ(i * B, B);
  }
}

// 0 and 5 against 1 and 3.
// CHECK-LABEL: define internal void @fewBlocks.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void fewBlocks(MPI_File f, int n) {
  for (int k = 0; k < n; k++) { // expected-remark {{slice with 1 read}}
    for (int j = 0; j < 2; j++)
      WRITE((2 * j + 1) * B, B);
    for (int i = 1; i >= 0; i--)
      READ(5 * i * B, B);
  }
}

// CHECK-LABEL: define internal void @byData.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
void byData(MPI_File f, const int *order, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    READ(i * B, B);
    work(b);
    WRITE(order[i] * B, B);
  }
}

// CHECK-LABEL: define internal void @nothingWritten.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void nothingWritten(MPI_File f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    WRITE(0, 0);
    READ(i * B, B);
  }
}

// CHECK-LABEL: define internal void @halves.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void halves(MPI_File f, MPI_Offset n, int parts, int part) {
  for (int i = 0; i < parts; i++) { // expected-remark {{slice with 1 read}}
    MPI_Offset at = (MPI_Offset)i * part;
    if (at + part > n)
      break;
    READ(at, part);
    work(b);
    WRITE(n + at, part);
  }
}

// The last part is shorter.
// CHECK-LABEL: define internal void @lastShorter.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void lastShorter(MPI_File f, long n, int part) {
  for (long at = 0; at < n; at += B) { // expected-remark {{slice with 1 read}}
    int length = n - at < B ? n - at : B;
    READ(at, length);
    work(b);
    WRITE(at, length);
  }
}

static void writeBlock(MPI_File f, int i) { WRITE(i * B, B); }

// CHECK-LABEL: define internal void @inCallee.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void inCallee(MPI_File f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    READ(i * B, B);
    writeBlock(f, i);
  }
}

// CHECK-LABEL: define internal void @aRecordAgain.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
void aRecordAgain(MPI_File f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    READ(64, 8);
    work(b);
    WRITE(64, 8);
  }
}

// Sizes that are parameters -----------------------------------------------------

// CHECK-LABEL: define internal void @symbolic.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void symbolic(MPI_File f, int n, int block) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(f, (MPI_Offset)i * block * 8, b, block, MPI_DOUBLE,
                     MPI_STATUS_IGNORE);
    work(b);
    MPI_File_write_at(f, (MPI_Offset)i * block * 8, b, block, MPI_DOUBLE,
                      MPI_STATUS_IGNORE);
  }
}

// A stride that may be less than what is read.
// CHECK-LABEL: define internal void @unrelated.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
void unrelated(MPI_File f, int n, int stride, int block) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    READ((MPI_Offset)i * stride, block);
    work(b);
    WRITE((MPI_Offset)i * stride, block);
  }
}

// CHECK-LABEL: define internal void @related.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void related(MPI_File f, int n, int stride, int block) {
  if (stride < block)
    return;
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    READ((MPI_Offset)i * stride, block);
    work(b);
    WRITE((MPI_Offset)i * stride, block);
  }
}

int numRanks, block;

// CHECK-LABEL: define internal void @interleaved.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void interleaved(MPI_File f, int n) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &numRanks);
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_Offset at = ((MPI_Offset)i * numRanks + rank) * block;
    READ(at, block);
    work(b);
    WRITE(at, block);
  }
}

// The blocks of other ranks are as far away.
// CHECK-LABEL: define internal void @neighbour.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void neighbour(MPI_File f, int n) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    WRITE(((MPI_Offset)i * (size + 1) + rank) * block, block);
    work(b);
    READ(((MPI_Offset)i * (size + 1) + size) * block, block);
  }
}

// CHECK-LABEL: define internal void @plane.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void plane(MPI_File f, int ny, int nx) {
  for (int j = 0; j < ny; j++) // expected-remark {{slice with 1 read}}
    for (int i = 0; i < nx; i++) {
      MPI_Offset at = ((MPI_Offset)j * nx + i) * block;
      READ(at, block);
      work(b);
      WRITE(at, block);
    }
}

// CHECK-LABEL: define internal void @volume.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void volume(MPI_File f, int nz, int ny, int nx) {
  for (int k = 0; k < nz; k++) // expected-remark {{slice with 1 read}}
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        MPI_Offset at = (((MPI_Offset)k * ny + j) * nx + i) * block;
        READ(at, block);
        work(b);
        WRITE(at, block);
      }
}

// The rows overlap.
// CHECK-LABEL: define internal void @rows.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
void rows(MPI_File f, int ny, int nx) {
  for (int j = 0; j < ny; j++) // expected-remark {{slice with 1 read}}
    for (int i = 0; i <= nx; i++) {
      MPI_Offset at = ((MPI_Offset)j * nx + i) * block;
      READ(at, block);
      work(b);
      WRITE(at, block);
    }
}

// Loops one after the other -----------------------------------------------------

// CHECK-LABEL: define {{.*}}void @inLine.{{[0-9]+}}.slice(
// CHECK-DAG: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}}@ompi_mpi_byte {{.*}})
// CHECK-DAG: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}}@ompi_mpi_int {{.*}})
// CHECK: ret void
void inLine(const char *name, int n, int part) {
  MPI_File f;
  MPI_File_open(MPI_COMM_WORLD, name, 0, MPI_INFO_NULL, &f);
  for (int i = 0; i < n; i++) // expected-remark {{slice of the rest of 'inLine' with 2 reads}}
    WRITE((MPI_Offset)i * part, part);
  for (int i = n; i < 2 * n; i++)
    READ((MPI_Offset)i * part, part);
  for (int i = n; i < 2 * n; i++)
    MPI_File_write_at(f, (MPI_Offset)i * part * 4, b, part, MPI_INT,
                      MPI_STATUS_IGNORE);
  for (int i = 2 * n - 1; i < 3 * n; i++)
    MPI_File_read_at(f, (MPI_Offset)i * part * 4, b, part, MPI_INT,
                     MPI_STATUS_IGNORE);
  MPI_File_close(&f);
}
