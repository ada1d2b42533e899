// What main reads is fetched while MPI starts, on storage of which the kernel keeps nothing: the
// pages wait in memory of the process, and serve the read right behind the open. If another
// client changes the file meanwhile, the program reads what is there when it opens the file. So
// it is with a file that is opened for writing, too: no rank writes before all ranks have looked.
// REQUIRES: fuse
// RUN: head -c 4194304 /dev/urandom > %t.data
// RUN: %foreslice-mpicc -O1 -c %S/Inputs/late_start.c -o %t.start.o
// RUN: %foreslice-mpicc -O1 -fprefetch-slice %s %t.start.o -o %t
// RUN: %foreslice-mpicc -O1 -fprefetch-slice -DMODE=MPI_MODE_RDWR %s %t.start.o -o %t.both
// RUN: %foreslice-mpicc -O1 -fprefetch-slice -DMODE=MPI_MODE_RDWR -DWRITES %s %t.start.o -o %t.writes
// DEFINE: %{run} = %slowfs-run --service-us 500 -- sh %S/Inputs/early_uncached.sh "%mpirun"
// RUN: %{run} 1 %t %t.data "ready 32 missed 0 wasted 0" | FileCheck --check-prefix=ONE %s
// RUN: %{run} 2 %t %t.data "ready 64 missed 0 wasted 0" | FileCheck --check-prefix=TWO %s
// RUN: %{run} 2 %t.both %t.data "ready 64 missed 0 wasted 0" | FileCheck --check-prefix=TWO %s
// RUN: %{run} 2 %t.both %t.data "*changed" "touch data" | FileCheck --check-prefix=CHANGED %s
// RUN: env FORESLICE_DELAYS=3 %{run} 2 %t.writes %t.data "ready [1-9]" | FileCheck --check-prefix=WRITTEN %s
// RUN: %{run} 2 %t %t.data "*changed" "printf changed | dd of=data bs=1 seek=100 conv=notrunc status=none" | FileCheck --check-prefix=CHANGED %s
// RUN: %{run} 1 %t %t.data "*changed" "truncate -s 100000 data" | FileCheck --check-prefix=CHANGED %s
// RUN: %{run} 1 %t %t.data "*changed" "touch data" | FileCheck --check-prefix=CHANGED %s
// RUN: %{run} 2 %t %t.data "*" "mv other data" | FileCheck --check-prefix=OTHER %s
// ONE: ready 32 missed 0 wasted 0
// TWO: ready 64 missed 0 wasted 0
// WRITTEN: ready {{[1-9]}}
// CHANGED: ready 0 {{.*}} changed
// OTHER: ready 0
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef MODE
#define MODE MPI_MODE_RDONLY
#endif

enum { Bytes = 32 * 65536 };

int main(int argc, char **argv) {
  static char b[Bytes];
  int rank, count;
  unsigned long sum = 0;
  MPI_File f;
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File_open(MPI_COMM_WORLD, argv[1], MODE, MPI_INFO_NULL, &f);
#ifdef WRITES // to a page that rank 1 may have already
  if (rank == 0)
    MPI_File_write_at(f, Bytes + 100, "changed", 7, MPI_BYTE, &status);
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  MPI_File_read_at(f, (MPI_Offset)rank * Bytes, b, Bytes, MPI_BYTE, &status);
  MPI_Get_count(&status, MPI_BYTE, &count);
  for (int i = 0; i < count; i++)
    sum = sum * 31 + (unsigned char)b[i];
  MPI_File_close(&f);
  printf("rank %d: %d bytes, %lx\n", rank, count, sum);
  MPI_Finalize();
  return 0;
}
