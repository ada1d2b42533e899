// What is sliced does not depend on the -O level: the same remarks, byte for
// byte.
//
// DEFINE: %{remarks} = %real-clang -fpass-plugin=%plugin -I %S/Inputs -Rpass=prefetch-slice -Rpass-missed=prefetch-slice -c %s -o %t.o
// RUN: %{remarks} -O0 2> %t.O0 && FileCheck %s < %t.O0
// RUN: %{remarks} -O1 2> %t.O1 && diff %t.O0 %t.O1
// RUN: %{remarks} -O2 2> %t.O2 && diff %t.O0 %t.O2
// RUN: %{remarks} -O3 2> %t.O3 && diff %t.O0 %t.O3
// RUN: %{remarks} -Os 2> %t.Os && diff %t.O0 %t.Os
#include "mpi-decls.h"
#include <stdlib.h>

struct partition {
  MPI_Offset first;
  int stride, blocks;
};
double work(const double *);
struct partition partitionOf(int rank, int size);

// CHECK-DAG: levels.c:[[#@LINE+4]]:3: remark: prefetch slice with 1 read:
static double readBlocks(MPI_File fh, struct partition p) {
  double b[64], sum = 0;
  int order[256];
  for (int i = 0; i < p.blocks; i++) {
    order[i & 255] = (i * 7) % p.blocks;
    MPI_File_read_at(fh, p.first + (MPI_Offset)order[i & 255] * p.stride, b, 64,
                     MPI_DOUBLE, MPI_STATUS_IGNORE);
    for (int j = 0; j < 64; j++)
      sum += b[j];
    sum += work(b);
  }
  return sum;
}
// CHECK-DAG: levels.c:[[#@LINE+6]]:3: remark: no prefetch slice: {{.*}}a volatile or atomic variable
volatile int latest;
double sample(MPI_File fh, int rank, int size) {
  struct partition p = partitionOf(rank, size);
  double s = readBlocks(fh, p);
  double b[64];
  for (int i = 0; i < 10; i++) {
    MPI_File_read_at(fh, latest, b, 64, MPI_DOUBLE, MPI_STATUS_IGNORE);
    s += work(b);
  }
  return s;
}
// CHECK-NOT: remark
