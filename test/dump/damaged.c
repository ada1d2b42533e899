// Damaged, foreign and newer records end in one error line, never in a crash.
//
// RUN: %compile -g -c %s -o %t.o
// RUN: %python -B %S/Inputs/damage.py %dump %t.o %t.dir | FileCheck %s
// CHECK: {{[3-9][0-9]}} errors
#include "mpi-decls.h"

int table[64];
void f(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++) {
    table[i % 64] = i;
    MPI_File_read_at(file, table[i / 2], block, 512, MPI_BYTE,
                     MPI_STATUS_IGNORE);
  }
}
