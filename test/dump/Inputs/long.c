#include "mpi-decls.h"
void third(MPI_File file, char *block, int n, int stride) {
  for (int i = 0; i < n;
       i++)
    MPI_File_read_at(file,
                     (long)i * stride +
                         512 /* the header (512 bytes */,
                     block, 512, MPI_BYTE, MPI_STATUS_IGNORE); /* a comment that goes on and on, over the width of the page, and says nothing that anybody would have to know, but that it does not end where a reader would expect that it ends */
}
