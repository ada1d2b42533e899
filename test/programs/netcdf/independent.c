// Ranks read rows of their own by PnetCDF, which reads by MPI: of variables
// with records and without.
// REQUIRES: pnetcdf
// RUN: %check-parallel --slices 1 --expect 'reads_posted>=60' --expect 'hits>=30' --expect 'missed<=24'
#include "parallel.h"

enum { Rows = 48, Columns = 16384 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks, sets[3];
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int file = openRows(Rows, Columns, sets);
  checked(ncmpi_begin_indep_data(file));
  static float row[Columns];
  uint64_t d = DIGEST_START;
  for (int r = rank; r < Rows; r += ranks) {
    const MPI_Offset start[2] = {r, 0}, count[2] = {1, Columns};
    for (int s = 0; s < 3; s++) {
      checked(ncmpi_get_vara_float(file, sets[s], start, count, row));
      d = digest(d, row, sizeof row);
    }
  }
  checked(ncmpi_end_indep_data(file));
  checked(ncmpi_close(file));
  printf("rank %d of %d: ", rank, ranks);
  result(d);
  MPI_Finalize();
}
