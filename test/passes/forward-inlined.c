// A function that hands over a value is inlined where it is without the
// hand-over: the inliner's cost stays as far below the threshold, and by one
// instruction farther, as a value may be loaded anew behind the hand-over.
//
// RUN: %real-clang -O2 -c %s -o /dev/null -I %source-dir/test/passes/Inputs -Rpass=inline 2> %t
// RUN: %real-clang -fpass-plugin=%plugin -O2 -c %s -o /dev/null -I %source-dir/test/passes/Inputs -Rpass=inline 2>> %t
// RUN: FileCheck %s --input-file %t
#include "mpi-decls.h"
#include <stdlib.h>

double b[8];
void out(int);

int draw(void) { return rand(); }

// CHECK: 'draw' inlined into 'offset' with (cost=[[#COST:]], threshold=[[#THRESHOLD:]])
// CHECK: 'offset' inlined into 'reads' with (cost=[[#OUTER_COST:]], threshold=[[#OUTER_THRESHOLD:]])
// CHECK: 'draw' inlined into 'offset' with (cost=[[#SLICED:]],
// CHECK-SAME: threshold=[[#SLICED+THRESHOLD-COST+5]])
// CHECK: 'offset' inlined into 'reads' with (cost=[[#SLICED:]],
// CHECK-SAME: threshold=[[#SLICED+OUTER_THRESHOLD-OUTER_COST+5]])
int offset(int i) {
  out(i);
  return draw() + i;
}

void reads(MPI_File fh, int n) {
  for (int i = 0; i < n; i++)
    MPI_File_read_at(fh, offset(i), b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}
