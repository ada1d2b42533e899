// What the compiler knows of accesses, as signatures.
//
// RUN: %foreslice-clang -g -fprefetch-slice -I %source-dir/test/passes/Inputs -c %s -o %t.o
// RUN: %signature --program %t.o --set rows=10 --set in=/data/in -o %t.signature 2>&1 | FileCheck --check-prefix=LEFT %s
// RUN: %signature --program %t.o --set rows=10 --set in=/data/in --set block=64 2>/dev/null | FileCheck %s
// RUN: not %signature --program %t.o --set rows=ten 2>&1 | FileCheck --check-prefix=TEN %s
// RUN: not %signature --program %t.o --set rows 2>&1 | FileCheck --check-prefix=FORM %s
// RUN: not %signature --program %s.missing 2>&1 | FileCheck --check-prefix=MISSING %s
#include "mpi-decls.h"

extern char b[];

// CHECK:      /data/in
// CHECK-NEXT: trace    {READ, 4096*rank, 2, ([8192*ranks, 4096, 10], [100000000, 4096, 5]), 1}
// CHECK-NEXT: pattern  {READ, <Non-contiguous, 2d strided>, <single occurrence>, <medium, fixed size>, <unknown>}
// CHECK-NEXT: as signature
void turns(MPI_File in, int rows) {
  int me, all;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &all);
  for (int j = 0; j < 5; j++)
    for (int i = 0; i < rows; i++)
      MPI_File_read_at(in, (2 * i * all + me) * 4096L + j * 100000000L, b, 4096,
                       MPI_BYTE, MPI_STATUS_IGNORE);
}

// Two reads of one loop are one body. A triangle is one, too.
// CHECK:      second
// CHECK-NEXT: trace    {READ, 0, 2, ({0(+512), 1, ([0, 512, 1]), 1}, {64, 1, ([64, 64, 0(+1)]), 1}), 10}
// CHECK:      --set 'second=PATH' says which file that is.
// LEFT: program.c:[[#@LINE+6]]:7: MPI_File_read_at is left out: --set 'block=VALUE' is needed
// TEN: program.c:[[#@LINE+3]]:5: MPI_File_read_at is left out: 'ten' is not a number for rows
void triangle(MPI_File second, int rows, int block) {
  for (int i = 0; i < rows; i++) {
    MPI_File_read_at(second, i * 512, b, 512, MPI_BYTE, MPI_STATUS_IGNORE);
    for (int j = 0; j < i; j++)
      MPI_File_read_at(second, (j + 1) * (MPI_Offset)block, b, 64, MPI_BYTE,
                       MPI_STATUS_IGNORE);
  }
}

// What data decide is left out.
// CHECK-NOT: third
// LEFT: program.c:[[#@LINE+3]]:5: MPI_File_read_at is left out:
void table(MPI_File third, const int *where, int rows) {
  for (int i = 0; i < rows; i++)
    MPI_File_read_at(third, where[i], b, 512, MPI_BYTE, MPI_STATUS_IGNORE);
}

// FORM: foreslice-signature: error: invalid value 'rows' of --set; accepted: NAME=VALUE
// MISSING: foreslice-signature: error: invalid value '{{.*}}.missing' of --program; accepted: a file that is there
