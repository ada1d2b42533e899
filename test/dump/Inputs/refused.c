#include <mpi.h>

volatile int first;
void read_blocks(MPI_File file, char *block, int n) {
  for (int i = 0; i < n; i++)
    MPI_File_read_at(file, first + i * 512L, block, 512, MPI_BYTE,
                     MPI_STATUS_IGNORE);
}
