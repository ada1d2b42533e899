// A sliced library: reads the file in a loop.
#include <mpi.h>

long read_sum(const char *name) {
  MPI_File file;
  char data[64];
  long sum = 0;
  if (MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file))
    return -1;
  for (int i = 0; i < 16; ++i) {
    MPI_File_read_at(file, 64 * i, data, 64, MPI_CHAR, MPI_STATUS_IGNORE);
    for (int j = 0; j < 64; ++j)
      sum = 31 * sum + data[j];
  }
  MPI_File_close(&file);
  return sum;
}
