// Datasets of one to five dimensions, and all of a dataset at once, by H5S_ALL
// and by a dataspace that says so. What is read is known of a global variable
// and of the dataspace's own lengths.
// RUN: %check-program --expect 'reads_posted>=30' --expect 'hits>=30'
#include "sets.h"

enum { Points = 1 << 20 };
static int data[Points];
static hid_t set;

/// Slabs of the first dimension, whatever the rank.
static uint64_t __attribute__((noinline)) slabs(uint64_t d, hid_t all) {
  hsize_t lengths[H5S_MAX_RANK], start[H5S_MAX_RANK] = {0}, most = 0;
  const int rank = H5Sget_simple_extent_dims(all, lengths, NULL);
  const hsize_t steps = lengths[0];
  lengths[0] = 1;
  for (int i = 0; i < rank; i++)
    most = i == 0 ? 1 : most * lengths[i];
  for (hsize_t i = 0; i < steps; i++) {
    start[0] = i;
    hid_t memory = checked(H5Screate_simple(1, &most, NULL));
    checked(
        H5Sselect_hyperslab(all, H5S_SELECT_SET, start, NULL, lengths, NULL));
    checked(H5Dread(set, H5T_NATIVE_INT, memory, all, H5P_DEFAULT, data));
    H5Sclose(memory);
    d = digest(d, data, most * sizeof *data);
  }
  return d;
}

int main(void) {
  const hsize_t lengths[5][5] = {
      {16}, {16, 8192}, {16, 16, 512}, {16, 4, 16, 128}, {16, 4, 4, 16, 32}};
  const hsize_t chunk[5][5] = {
      {4}, {2, 1024}, {1, 16, 512}, {4, 4, 4, 64}, {2, 2, 2, 16, 32}};
  hid_t file =
      checked(H5Fcreate("data", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  char name[8] = "set0";
  for (int rank = 1; rank <= 5; rank++) {
    name[3] = (char)('0' + rank);
    makeSet(file, name, rank % 2 ? Chunked : Contiguous, rank,
            lengths[rank - 1], chunk[rank - 1]);
  }
  H5Fclose(file);

  file = checked(H5Fopen("data", H5F_ACC_RDONLY, H5P_DEFAULT));
  uint64_t d = DIGEST_START;
  for (int rank = 1; rank <= 5; rank++) {
    name[3] = (char)('0' + rank);
    set = checked(H5Dopen(file, name, H5P_DEFAULT));
    hid_t space = checked(H5Dget_space(set));
    d = slabs(d, space);
    H5Sclose(space);
    H5Dclose(set);
  }
  H5Fclose(file);
  result(d);
}
