// Ranks read rows of a file of NetCDF-4 that they have opened together, alone
// and together, and files that they open a step.
// REQUIRES: parallel-netcdf
// RUN: %check-netcdf-mpi --slices 1 --expect 'reads_posted>=100' --expect 'hits>=60' --expect 'found>=50'
#include "variables.h"

#include <mpi.h>

// As in netcdf_par.h, which is not beside netcdf.h on every system.
int nc_open_par(const char *, int, MPI_Comm, MPI_Info, int *);
int nc_var_par_access(int, int, int);
enum { Alone = 0, Together = 1 };

enum { Files = 4, Rows = 32, Columns = 16384 };
static int row[Columns];

static void makeOne(const char *name) {
  int file, dimensions[2], set;
  checked(nc_create(name, NC_CLOBBER | NC_NETCDF4, &file));
  checked(nc_def_dim(file, "row", Rows, &dimensions[0]));
  checked(nc_def_dim(file, "column", Columns, &dimensions[1]));
  checked(nc_def_var(file, "rows", NC_INT, 2, dimensions, &set));
  checked(nc_enddef(file));
  for (size_t r = 0; r < Rows; r++) {
    for (size_t i = 0; i < Columns; i++)
      row[i] = (int)((uint32_t)(i + r * 7919) * 2654435761u);
    const size_t start[2] = {r, 0}, count[2] = {1, Columns};
    checked(nc_put_vara_int(file, set, start, count, row));
  }
  checked(nc_close(file));
}

static uint64_t __attribute__((noinline)) readRows(uint64_t d, int rank,
                                                   int ranks) {
  char name[32];
  for (int i = 0; i < Files; i++) {
    int file, set;
    snprintf(name, sizeof name, "data.%d", i);
    checked(
        nc_open_par(name, NC_NOWRITE, MPI_COMM_WORLD, MPI_INFO_NULL, &file));
    checked(nc_inq_varid(file, "rows", &set));
    checked(nc_var_par_access(file, set, i % 2 ? Together : Alone));
    for (int r = 0; r < Rows; r += ranks) {
      const size_t start[2] = {(size_t)(r + rank), 0}, count[2] = {1, Columns};
      checked(nc_get_vara_int(file, set, start, count, row));
      d = digest(d, row, sizeof row);
    }
    checked(nc_close(file));
  }
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  char name[32];
  for (int i = 0; rank == 0 && i < Files; i++) {
    snprintf(name, sizeof name, "data.%d", i);
    makeOne(name);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  const uint64_t d = readRows(DIGEST_START, rank, ranks);
  printf("rank %d of %d: ", rank, ranks);
  result(d);
  MPI_Finalize();
}
