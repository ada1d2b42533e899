// Ranks read rows together by PnetCDF: at once, by requests that they wait for
// together, of several variables in one call, and of several parts.
// REQUIRES: pnetcdf
// RUN: %check-parallel --slices 1 --expect 'reads_posted>=260' --expect 'collective_cache_reads>=20' --expect 'missed<=8'
#include "parallel.h"

enum { Rows = 48, Columns = 16384 };

static uint64_t __attribute__((noinline))
readAtOnce(uint64_t d, int file, const int *sets, int rank, int ranks) {
  static float row[Columns];
  for (int r = 0; r < Rows; r += ranks) {
    const MPI_Offset start[2] = {r + rank, 0}, count[2] = {1, Columns};
    for (int s = 0; s < 2; s++) {
      checked(ncmpi_get_vara_float_all(file, sets[s], start, count, row));
      d = digest(d, row, sizeof row);
    }
  }
  return d;
}

static uint64_t __attribute__((noinline))
readLater(uint64_t d, int file, const int *sets, int rank, int ranks) {
  static float rows[2][Columns];
  for (int r = 0; r < Rows; r += ranks) {
    MPI_Offset start[2] = {r + rank, 0}, count[2] = {1, Columns};
    MPI_Offset *starts[1] = {start}, *counts[1] = {count};
    int requests[2], errors[2];
    checked(ncmpi_iget_vara_float(file, sets[0], start, count, rows[0],
                                  &requests[0]));
    checked(ncmpi_iget_varn_float(file, sets[1], 1, starts, counts, rows[1],
                                  &requests[1]));
    checked(ncmpi_wait_all(file, 2, requests, errors));
    checked(errors[0]);
    checked(errors[1]);
    d = digest(d, rows, sizeof rows);
  }
  return d;
}

/// Several variables by one call.
static uint64_t __attribute__((noinline))
readSeveral(uint64_t d, int file, int *sets, int rank, int ranks) {
  static float rows[2][Columns];
  for (int r = 0; r < Rows; r += ranks) {
    MPI_Offset start[2] = {r + rank, 0}, count[2] = {1, Columns};
    MPI_Offset *starts[2] = {start, start}, *counts[2] = {count, count};
    float *to[2] = {rows[0], rows[1]};
    checked(ncmpi_mget_vara_float_all(file, 2, sets, starts, counts, to));
    d = digest(d, rows, sizeof rows);
  }
  return d;
}

/// Small parts: some lie close together, one is of two rows.
static uint64_t __attribute__((noinline))
readParts(uint64_t d, int file, int set, int rank, int ranks) {
  static float parts[Columns];
  for (int r = 0; r < Rows - ranks; r += ranks) {
    MPI_Offset starts[4][2], counts[4][2];
    MPI_Offset *start[4], *count[4];
    for (int p = 0; p < 4; p++) {
      starts[p][0] = r + rank;
      starts[p][1] = p * Columns / 4;
      counts[p][0] = p == 3 ? 2 : 1;
      counts[p][1] = p == 3 ? Columns / 8 : Columns / 4 - 100;
      start[p] = starts[p];
      count[p] = counts[p];
    }
    starts[0][1] = 7;
    counts[2][1] = Columns / 4 - 500;
    checked(ncmpi_get_varn_float_all(file, set, 4, start, count, parts));
    d = digest(d, parts, sizeof parts);
  }
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks, sets[3];
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int file = openRows(Rows, Columns, sets);
  uint64_t d = DIGEST_START;
  d = readAtOnce(d, file, sets, rank, ranks);
  d = readLater(d, file, sets + 1, rank, ranks);
  d = readSeveral(d, file, sets + 1, rank, ranks);
  d = readParts(d, file, sets[2], rank, ranks);
  checked(ncmpi_close(file));
  printf("rank %d of %d: ", rank, ranks);
  result(d);
  MPI_Finalize();
}
