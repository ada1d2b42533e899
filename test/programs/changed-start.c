// Another process changes the file while MPI starts, once a slice has read the file: see
// posix/changed-start.c. The output is that without a slice.
// RUN: %real-clang -O1 -I %S/../run/Inputs -c %S/Inputs/await_memory.c -o %t.await.o
// RUN: %foreslice-mpicc -O1 -DBY_MPI -c %S/Inputs/changed_start.c -o %t.change.o
// RUN: %foreslice-mpicc -O1 %s %t.await.o %t.change.o -o %t.plain
// RUN: %foreslice-mpicc -O1 -fprefetch-slice %s %t.await.o %t.change.o -o %t.sliced
// RUN: sh %S/Inputs/changed_start.sh %t.folder "%mpirun -n 1 %t.plain" "%mpirun -n 1 %t.sliced" | count 0
#include <mpi.h>
#include <stdio.h>

enum { Block = 65536, Blocks = 16 };
static unsigned char block[Block];

int main(int argc, char **argv) {
  MPI_File f;
  MPI_Init(&argc, &argv);
  if (argc != 2 || MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_RDONLY, MPI_INFO_NULL, &f) != MPI_SUCCESS) {
    puts("no file");
    MPI_Finalize();
    return 0;
  }
  for (int i = 0; i < Blocks; i++) {
    MPI_Status status;
    int got = -1;
    unsigned long sum = 0;
    MPI_File_read_at(f, (MPI_Offset)i * Block, block, Block, MPI_BYTE, &status);
    MPI_Get_count(&status, MPI_BYTE, &got);
    for (int j = 0; j < got; j++)
      sum = sum * 31 + block[j];
    printf("%d %lx\n", got, sum);
  }
  MPI_File_close(&f);
  MPI_Finalize();
  return 0;
}
