// A program of MPI sets up before it opens its file, and reads in a function that main calls
// behind the set-up: the slice begins behind MPI_Init. The set-up here goes on until data of
// the file are in memory, which nobody else has read, or for so long that the slice has not
// begun.
// RUN: head -c 2097152 /dev/urandom > %t.data
// RUN: %real-clang -O1 -I %S/../run/Inputs -c %S/Inputs/await_memory.c -o %t.await.o
// RUN: %foreslice-mpicc -O1 -w -fprefetch-slice -Rpass=prefetch-slice %s %t.await.o -o %t 2>&1 | FileCheck --check-prefix=REMARK %s
// RUN: %t 32 %t.data | FileCheck %s
// RUN: env AWAIT_SECONDS=0 FORESLICE_DISABLE=1 %t 32 %t.data | tail -1 > %t.expected
// RUN: env AWAIT_SECONDS=0 %t 32 %t.data | tail -1 | cmp - %t.expected
// A program that ends early has read nothing ahead that it would not have read.
// RUN: %t 2>&1 | FileCheck --check-prefix=HELP %s
// REMARK: remark: prefetch slice of the rest of 'main' with 1 read: {{.*}}opens files ahead of the main thread
// CHECK: read ahead: yes
// HELP: usage
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Takes the file from memory, if there is one of that name. */
extern void dropFromMemory(const char *name);
/* Waits until the byte at that place is in memory: "yes", or "no" after a long time. */
extern const char *awaitInMemory(long at);

enum { Block = 65536 };

static unsigned long restart(const char *name, int blocks) {
  static char block[Block];
  unsigned long sum = 0;
  MPI_File f;
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &f);
  for (int i = 0; i < blocks; i++) {
    MPI_File_read_at(f, (MPI_Offset)i * Block, block, Block, MPI_BYTE, MPI_STATUS_IGNORE);
    for (int j = 0; j < Block; j += 64)
      sum = sum * 31 + (unsigned char)block[j];
  }
  MPI_File_close(&f);
  return sum;
}

int main(int argc, char **argv) {
  dropFromMemory(argc > 2 ? argv[2] : ""); // before the slice
  MPI_Init(&argc, &argv);
  if (argc < 3) {
    puts("usage");
    MPI_Finalize();
    return 0;
  }
  printf("read ahead: %s\n", awaitInMemory(20L * Block));
  printf("%lu\n", restart(argv[2], atoi(argv[1])));
  MPI_Finalize();
  return 0;
}
