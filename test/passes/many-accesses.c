// The time for proofs is bounded: of many reads and writes, some are left.
//
// RUN: %slice %s | FileCheck %s
// RUN: %slice %s -DHARD | FileCheck %s --check-prefix=HARD
#include "mpi-decls.h"

extern char b[];

#define X4(x) x x x x
#define X16(x) X4(X4(x))

#ifndef HARD

// The first 16 writes are compared with 16 reads each.
// CHECK-LABEL: define internal void @many.{{[0-9]+}}.slice(
// CHECK-COUNT-16: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
// CHECK-COUNT-4: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
// CHECK: ret void
void many(MPI_File f, MPI_Offset n, int block) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 16 reads}}
    MPI_Offset at = (MPI_Offset)i * block;
    X16(MPI_File_read_at(f, at, b, block, MPI_BYTE, MPI_STATUS_IGNORE);)
    X16(MPI_File_write_at(f, at, b, block, MPI_BYTE, MPI_STATUS_IGNORE);)
    X4(MPI_File_write_at(f, at, b, block, MPI_BYTE, MPI_STATUS_IGNORE);)
  }
}

#else

// Offsets of many terms, and large numbers.
// HARD-LABEL: define internal void @hard.{{[0-9]+}}.slice(
// HARD: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at, {{.*}})
// HARD: ret void
void hard(MPI_File f, const MPI_Offset *p, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    for (int j = 0; j < p[20] && j < p[21] * i; j++)
      for (int k = 0; k < p[22] && k < p[23] * i + p[24] * j; k++)
        for (int l = j; l < 7919 * k; l++) {
          MPI_Offset at = p[0] * i * p[1] + p[2] * j * p[3] + p[4] * k * p[5] +
                          p[6] * l * p[7] + 1000003 * i + 999983ll * j * i +
                          9007199254740 * k + 104729 * l * p[8];
          MPI_File_read_at(f, at, b, (int)(p[9] * p[10]), MPI_BYTE,
                           MPI_STATUS_IGNORE);
          MPI_File_write_at(f, at * 7 + 104723 * p[11], b, (int)(p[12] * i),
                            MPI_BYTE, MPI_STATUS_IGNORE);
        }
}

#endif
