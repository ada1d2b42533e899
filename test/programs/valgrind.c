// Under Valgrind, which lets one thread run at a time, pages are prefetched and
// the program ends.
// REQUIRES: valgrind
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %foreslice-mpicc -fprefetch-slice-mpi=openmpi -O1 -I %S/Inputs %s -o plain
// RUN: %foreslice-mpicc -fprefetch-slice-mpi=openmpi -O1 -I %S/Inputs -fprefetch-slice %s -o sliced
// RUN: valgrind -q ./plain > plain.txt
// RUN: env FORESLICE_ALWAYS=1 FORESLICE_STATS=- valgrind -q ./sliced > sliced.txt 2> stats.txt
// RUN: diff plain.txt sliced.txt
// RUN: FileCheck %s < stats.txt
// CHECK: launches 1 slices
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 74);
  char name[4096];
  snprintf(name, sizeof name, "%s/data", getcwd((char[4000]){0}, 4000));
  MPI_File fh = openFile(name, MPI_MODE_RDONLY);
  char b[8192];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 100; i++) {
    MPI_File_read_at(fh, i * 10000, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
