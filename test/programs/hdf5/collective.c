// Ranks read rows together by the parallel library: each its own of contiguous
// and chunked datasets.
// REQUIRES: parallel-hdf5
// RUN: %check-parallel --slices 1 --expect 'reads_posted>=30' --expect 'collective_cache_reads>=20'
#include "sets.h"

enum { Rows = 48, Columns = 16384, Sets = 2 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const hsize_t lengths[2] = {Rows, Columns}, count[2] = {1, Columns};
  const enum layout layouts[Sets] = {Contiguous, Chunked};
  char name[8] = "set0";
  if (rank == 0) {
    hid_t file =
        checked(H5Fcreate("data", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    for (int s = 0; s < Sets; s++) {
      name[3] = (char)('0' + s);
      makeSet(file, name, layouts[s], 2, lengths, count);
    }
    H5Fclose(file);
  }
  MPI_Barrier(MPI_COMM_WORLD);

  hid_t access = checked(H5Pcreate(H5P_FILE_ACCESS));
  checked(H5Pset_fapl_mpio(access, MPI_COMM_WORLD, MPI_INFO_NULL));
  hid_t file = checked(H5Fopen("data", H5F_ACC_RDONLY, access));
  hid_t sets[Sets];
  for (int s = 0; s < Sets; s++) {
    name[3] = (char)('0' + s);
    sets[s] = checked(H5Dopen(file, name, H5P_DEFAULT));
  }
  hid_t space = checked(H5Dget_space(sets[0]));
  hid_t memory = checked(H5Screate_simple(1, &count[1], NULL));
  hid_t together = checked(H5Pcreate(H5P_DATASET_XFER));
  checked(H5Pset_dxpl_mpio(together, H5FD_MPIO_COLLECTIVE));
  static int row[Columns];
  uint64_t d = DIGEST_START;
  for (int i = rank; i < Rows; i += ranks)
    for (int s = 0; s < Sets; s++) {
      const hsize_t start[2] = {(hsize_t)i, 0};
      checked(
          H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL));
      checked(H5Dread(sets[s], H5T_NATIVE_INT, memory, space, together, row));
      d = digest(d, row, sizeof row);
    }
  H5Pclose(together);
  H5Sclose(memory);
  H5Sclose(space);
  for (int s = 0; s < Sets; s++)
    H5Dclose(sets[s]);
  H5Fclose(file);
  H5Pclose(access);
  printf("rank %d of %d: ", rank, ranks);
  result(d);
  MPI_Finalize();
}
