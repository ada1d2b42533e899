// Where the source lines are not known, no part of a remark is empty.
//
// RUN: %real-clang -O0 -S -emit-llvm -I %source-dir/test/passes/Inputs %s -o %t.ll
// RUN: %opt -load-pass-plugin=%plugin -passes=prefetch-slice -disable-output \
// RUN:   -pass-remarks=prefetch-slice -pass-remarks-missed=prefetch-slice \
// RUN:   -pass-remarks-analysis=prefetch-slice %t.ll 2> %t.remarks
// RUN: FileCheck %s --implicit-check-not='()' --implicit-check-not='({{.*}}:0:0)' < %t.remarks
#include "mpi-decls.h"

double b[8];

// One remark of two exits.
// CHECK: handed over at launch; takes for granted that the loop goes on{{$}}
void guess(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) {
    MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    if (b[0] == 0)
      break;
    if (b[1] == 0)
      break;
  }
}

// CHECK: no prefetch slice: the offset of MPI_File_read_at depends on a volatile or atomic variable; copy it
volatile int first;
void refused(MPI_File fh, int n) {
  for (int i = 0; i < n; i++)
    MPI_File_read_at(fh, first + i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

// CHECK: MPI_File_read_at reads what the write wrote just before: it is fetched
void readsBack(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) {
    MPI_File_write_at(fh, i * 64, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, i * 64, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// CHECK: MPI_File_read_at is prefetched by the slice{{$}}
