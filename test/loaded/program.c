// Where liburing and libsodium have no archives, they are loaded by name, and programs
// run without them: threads read, and nodes do not share. No library is needed to start.
//
// REQUIRES: nodes, openmpi
// RUN: rm -rf %t && mkdir -p %t/hidden && cd %t && seq 100000 > data
// RUN: touch hidden/liburing.so.2 hidden/libsodium.so.23
// RUN: env FORESLICE_MPI=openmpi %foreslice-mpicc -O2 -fprefetch-slice %s -o sliced
// RUN: ldd %loaded/libforeslice*.so.* %loaded/foreslice/bin/foreslice-companion > needed
// RUN: not grep -E "liburing|libsodium" needed
//
// RUN: env FORESLICE_STATS=all LD_PRELOAD=%loaded/libforeslice_openmpi.so.6 FORESLICE_ALWAYS=1 %nodes 2x1 %t/sliced > there
// RUN: FileCheck --check-prefixes=THERE,SAME --input-file=there %s
// RUN: not grep "do not share" all
// RUN: env FORESLICE_STATS=few LD_LIBRARY_PATH=%t/hidden LD_PRELOAD=%loaded/libforeslice_openmpi.so.6 FORESLICE_ALWAYS=1 %nodes 2x1 %t/sliced > hidden/out
// RUN: FileCheck --check-prefixes=HIDDEN,SAME --input-file=hidden/out %s
// RUN: grep "do not share their caches: libsodium is missing" few
// RUN: grep '"pages_prefetched": *[1-9]' few
// RUN: env FORESLICE_DISABLE=1 LD_LIBRARY_PATH=%t/hidden LD_PRELOAD=%loaded/libforeslice_openmpi.so.6 %nodes 2x1 %t/sliced > off
// RUN: FileCheck --check-prefixes=HIDDEN,SAME --input-file=off %s
// RUN: %foreslice-clang -O2 -fprefetch-slice %source-dir/test/driver/Inputs/pread.c -o alone
// RUN: env FORESLICE_STATS=one FORESLICE_ALWAYS=1 LD_LIBRARY_PATH=%t/hidden LD_PRELOAD=%loaded/libforeslice.so.6 %t/alone data
// RUN: grep '"launches": *1' one
//
// The companion beside a program.
// RUN: head -c 20000000 /dev/urandom > big
// RUN: %real-clang -O1 -I%source-dir/test/run/Inputs -c %source-dir/test/programs/Inputs/await_memory.c -o await.o
// RUN: %foreslice-clang -O1 -fprefetch-slice -DREFUSED %source-dir/test/run/learn.c await.o -o learn
// RUN: env AWAIT_SECONDS=1 FORESLICE_ALWAYS=1 LD_LIBRARY_PATH=%t/hidden LD_PRELOAD=%loaded/libforeslice.so.6 %t/learn big | grep "read ahead: yes"
// THERE: libraries: io_uring sodium
// HIDDEN: libraries: none
// SAME: sum 13464026
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

enum { Size = 1000, Reads = 300 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_File fh;
  MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
  static unsigned char b[Size];
  unsigned long sum = 0;
  for (int i = 0; i < Reads; i++) {
    MPI_File_read_at(fh, (MPI_Offset)(i * 7 % Reads) * Size, b, Size, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    for (int j = 0; j < Size; j++)
      sum += b[j];
  }
  MPI_File_close(&fh);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    int ring = dlopen("liburing.so.2", RTLD_NOLOAD | RTLD_LAZY) != NULL;
    int sodium = dlopen("libsodium.so.23", RTLD_NOLOAD | RTLD_LAZY) != NULL;
    printf("libraries:%s%s%s\nsum %lu\n", ring ? " io_uring" : "",
           sodium ? " sodium" : "", ring || sodium ? "" : " none", sum);
  }
  MPI_Finalize();
}
