/* Reads FILE in blocks of 16 KiB, and computes for a millisecond with each. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  static char block[16384];
  unsigned sum = 0;
  MPI_Init(&argc, &argv);
  MPI_File file;
  if (argc != 2 || MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_RDONLY,
                                 MPI_INFO_NULL, &file))
    MPI_Abort(MPI_COMM_WORLD, 2);
  for (int i = 0; i < 64; i++) {
    MPI_File_read_at(file, (MPI_Offset)i * 16384, block, 16384, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    for (int j = 0; j < 16384; j++)
      sum = sum * 31 + (unsigned char)block[j];
    for (double end = MPI_Wtime() + 0.001; MPI_Wtime() < end;)
      ;
  }
  printf("sum %u\n", sum);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
