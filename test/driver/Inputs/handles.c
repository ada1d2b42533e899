// Calls MPI with handles that fill a register, whatever they mean, so that one
// who cuts them is seen.
#include <stdio.h>

typedef void *handle;
int MPI_Init(int *, char ***);
int MPI_Finalize(void);
int MPI_Comm_rank(handle, int *);
int MPI_File_open(handle, const char *, int, handle, handle *);
int MPI_File_read_at(handle, long long, void *, int, handle, handle);

int main(void) {
  int rank = 0;
  handle file = 0;
  MPI_Init(0, 0);
  MPI_Comm_rank((handle)0x123456789abcdef0, &rank);
  MPI_File_open((handle)0x7fff12345678, "name", 2, (handle)0x7ff0123456780,
                &file);
  MPI_File_read_at(file, 1LL << 40, &rank, 4, (handle)0x1122334455667788, 0);
  MPI_Finalize();
  return 3;
}
