// Ranks read by PnetCDF as datatypes of MPI lie in the file: types that the
// loop makes and types that are there before, of a variable with records and of
// one without, together and alone. One rank reads nothing in some calls.
// REQUIRES: pnetcdf
// RUN: %check-parallel --slices 1 --expect 'reads_posted>=120' --expect 'cache_reads>=40' --expect 'missed<=60'
#include "parallel.h"

enum { Rows = 48, Columns = 16384 };
static float row[Columns];

/// Half of each second row: a type of the loop's.
static uint64_t __attribute__((noinline))
readMade(uint64_t d, int file, int set, int rank, int ranks) {
  for (int r = 0; r < Rows; r += ranks) {
    const int sizes[2] = {Rows, Columns}, part[2] = {1, Columns / 2};
    const int start[2] = {r + rank, rank * 100};
    MPI_Datatype type;
    MPI_Type_create_subarray(2, sizes, part, start, MPI_ORDER_C, MPI_FLOAT,
                             &type);
    MPI_Type_commit(&type);
    checked(ncmpi_get_vard_all(file, set, type, row, Columns / 2, MPI_FLOAT));
    MPI_Type_free(&type);
    d = digest(d, row, Columns / 2 * sizeof *row);
  }
  return d;
}

/// Types of the program's, each of a record of its own.
static uint64_t __attribute__((noinline))
readGiven(uint64_t d, int file, int set, const MPI_Datatype *types, int ranks) {
  for (int r = 0; r < Rows / ranks; r++) {
    checked(ncmpi_get_vard_all(file, set, types[r], row, Columns, MPI_FLOAT));
    d = digest(d, row, sizeof row);
  }
  return d;
}

/// Each second row, of the ranks that have any.
static uint64_t __attribute__((noinline))
readAlone(uint64_t d, int file, int set, const MPI_Datatype *types, int ranks) {
  checked(ncmpi_begin_indep_data(file));
  for (int r = 0; r < Rows / ranks; r++) {
    checked(ncmpi_get_vard(file, set, r % 2 ? types[r] : MPI_DATATYPE_NULL, row,
                           Columns, MPI_FLOAT));
    d = digest(d, row, sizeof row);
  }
  checked(ncmpi_end_indep_data(file));
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks, sets[3];
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int file = openRows(Rows, Columns, sets);
  MPI_Offset record;
  checked(ncmpi_inq_recsize(file, &record));
  MPI_Datatype types[Rows];
  for (int r = 0; r < Rows / ranks; r++) {
    const MPI_Aint place = (r * ranks + rank) * record;
    const int length = Columns;
    MPI_Type_create_hindexed(1, &length, &place, MPI_FLOAT, &types[r]);
    MPI_Type_commit(&types[r]);
  }
  uint64_t d = DIGEST_START;
  d = readMade(d, file, sets[2], rank, ranks);
  d = readGiven(d, file, sets[0], types, ranks);
  d = readAlone(d, file, sets[1], types, ranks);
  for (int r = 0; r < Rows / ranks; r++)
    MPI_Type_free(&types[r]);
  checked(ncmpi_close(file));
  printf("rank %d of %d: ", rank, ranks);
  result(d);
  MPI_Finalize();
}
