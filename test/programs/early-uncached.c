// What main reads is fetched while MPI starts, on storage of which the kernel keeps nothing: the
// pages wait in memory of the process, and serve the read right behind the open. If another
// client changes the file meanwhile, the program reads what is there when it opens the file.
// REQUIRES: fuse
// RUN: head -c 4194304 /dev/urandom > %t.data
// RUN: %foreslice-mpicc -O1 -c %S/Inputs/late_start.c -o %t.start.o
// RUN: %foreslice-mpicc -O1 -fprefetch-slice %s %t.start.o -o %t
// DEFINE: %{run} = %slowfs-run --service-us 500 -- sh %S/Inputs/early_uncached.sh "%mpirun"
// RUN: %{run} 1 %t %t.data "ready 32 missed 0 wasted 0" | FileCheck --check-prefix=ONE %s
// RUN: %{run} 2 %t %t.data "ready 64 missed 0 wasted 0" | FileCheck --check-prefix=TWO %s
// RUN: %{run} 2 %t %t.data "*changed" "printf changed | dd of=data bs=1 seek=100 conv=notrunc status=none" | FileCheck --check-prefix=CHANGED %s
// RUN: %{run} 1 %t %t.data "*changed" "truncate -s 100000 data" | FileCheck --check-prefix=CHANGED %s
// RUN: %{run} 1 %t %t.data "*changed" "touch data" | FileCheck --check-prefix=CHANGED %s
// RUN: %{run} 2 %t %t.data "*" "mv other data" | FileCheck --check-prefix=OTHER %s
// ONE: ready 32 missed 0 wasted 0
// TWO: ready 64 missed 0 wasted 0
// CHANGED: ready 0 {{.*}} changed
// OTHER: ready 0
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { Bytes = 32 * 65536 };

int main(int argc, char **argv) {
  static char b[Bytes];
  int rank, count;
  unsigned long sum = 0;
  MPI_File f;
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_RDONLY, MPI_INFO_NULL, &f);
  MPI_File_read_at(f, (MPI_Offset)rank * Bytes, b, Bytes, MPI_BYTE, &status);
  MPI_Get_count(&status, MPI_BYTE, &count);
  for (int i = 0; i < count; i++)
    sum = sum * 31 + (unsigned char)b[i];
  MPI_File_close(&f);
  printf("rank %d: %d bytes, %lx\n", rank, count, sum);
  MPI_Finalize();
  return 0;
}
