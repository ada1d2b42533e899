#include "mpi-decls.h"
#ifndef OTHER
void first(MPI_File file, char *block, int n) {
  /* from the front */
  for (int i = 0; i < n; i++)
    MPI_File_read_at(file, i * 512, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
}
#else
void second(MPI_File file, char *block, int n) {


  for (int i = n; i > 0; i--)
    MPI_File_read_at(file, i * 512, block, 512, MPI_BYTE, MPI_STATUS_IGNORE);
}
#endif
