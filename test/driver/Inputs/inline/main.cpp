#include <cstdio>
#include <mpi.h>

long one(MPI_File f);
long other(MPI_File f);

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_File f;
  MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_RDONLY, MPI_INFO_NULL, &f);
  std::printf("%ld\n", one(f) + other(f));
  MPI_File_close(&f);
  MPI_Finalize();
}
