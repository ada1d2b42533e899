// Reads a block of a file that Fortran has opened, or calls Fortran.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

void read_all(const MPI_Fint *file, double *total);

void read_in_c(MPI_Fint file, int block, double *data) {
  usleep(1000);
  MPI_File_read_at(MPI_File_f2c(file), 32768L * block, data, 4096, MPI_DOUBLE,
                   MPI_STATUS_IGNORE);
}

#ifdef MAIN
int main(int argc, char **argv) {
  MPI_File file;
  double total;
  MPI_Init(&argc, &argv);
  MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
  MPI_Fint in_fortran = MPI_File_c2f(file);
  read_all(&in_fortran, &total);
  printf("%20.3f\n", total);
  MPI_File_close(&file);
  MPI_Finalize();
}
#endif
