// I/O signatures of the kinds of patterns that Byna et al. tell apart.
//
// RUN: %dump %s --signature -- %decls | FileCheck %s
#include "mpi-decls.h"
enum { B = 65536 };
#define READ(at) MPI_File_read_at(file, at, b, B, MPI_BYTE, MPI_STATUS_IGNORE)
extern char b[];
struct matrix {
  long rows, columns;
};

// CHECK: trace {READ, 0, 1, ([65536, 65536, n]), 1}
// CHECK-NEXT: pattern {READ, <Contiguous>, <single occurrence>, <large, fixed size>, <unknown>}
void contiguous(MPI_File file, int n) {
  for (int i = 0; i < n; i++)
    READ((MPI_Offset)i * B);
}

// CHECK: trace {READ, {{65536\*n|n\*65536}}, 1, ([-65536, 65536, n]), 1}
// CHECK-NEXT: <Non-contiguous, negative strided>
void backwards(MPI_File file, int n) {
  for (int i = 0; i < n; i++)
    READ((MPI_Offset)(n - i) * B);
}

// CHECK: trace {READ, 0, 2, ([{{65536\*m->columns}}, 65536, m->rows], [65536, 65536, m->columns]), times}
// CHECK-NEXT: <Non-contiguous, 2d strided>, <repetitive>
void columns(MPI_File file, const struct matrix *m, int times) {
  for (int t = 0; t < times; t++)
    for (long c = 0; c < m->columns; c++)
      for (long r = 0; r < m->rows; r++)
        READ((r * m->columns + c) * B);
}

// CHECK-NOT: trace
// CHECK: pattern {READ, <Random, as far as can be seen>
// CHECK: at {{.*}}signatures.c:[[#@LINE+2]]:3, n times
void table(MPI_File file, const int *where, int n) {
  for (int i = 0; i < n; i++)
    READ(where[i]);
}

// CHECK: trace {READ, 4194304, 1, ([131072, 65536, n]), 1}
void later(MPI_File file, int n) {
  for (int i = 64; i < n + 64; i++)
    READ((MPI_Offset)(2 * i - 64) * B);
}

// CHECK: trace {WRITE, {{.*}}
// CHECK-NEXT: pattern {WRITE, <Contiguous>
void copied(MPI_File file, int n) {
  for (int i = 0; i < n; i++) {
    READ((MPI_Offset)i * B);
    MPI_File_write_at(file, (MPI_Offset)i * B, b, B, MPI_BYTE, MPI_STATUS_IGNORE);
  }
}

// CHECK: it is not prefetched: the offset of MPI_File_read_at depends on a volatile
volatile int latest;
void refused(MPI_File file, int n) {
  for (int i = 0; i < n; i++)
    READ(latest);
}
