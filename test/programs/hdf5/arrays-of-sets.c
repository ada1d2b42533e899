// Datasets in an array, of which a formula says which is read next, and one
// that a condition chooses.
// RUN: %check-program --expect 'reads_posted>=30' --expect 'hits>=20'
#include "sets.h"

enum { Sets = 5, Rows = 8, Columns = 16384 };

int main(void) {
  const hsize_t lengths[2] = {Rows, Columns}, count[2] = {1, Columns};
  hid_t file =
      checked(H5Fcreate("data", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  char name[8] = "set0";
  for (int s = 0; s < Sets; s++) {
    name[3] = (char)('0' + s);
    makeSet(file, name, s % 2 ? Chunked : Contiguous, 2, lengths, count);
  }
  H5Fclose(file);

  file = checked(H5Fopen("data", H5F_ACC_RDWR, H5P_DEFAULT));
  hid_t sets[Sets];
  for (int s = 0; s < Sets; s++) {
    name[3] = (char)('0' + s);
    sets[s] = checked(H5Dopen(file, name, H5P_DEFAULT));
  }
  hid_t space = checked(H5Dget_space(sets[0]));
  hid_t memory = checked(H5Screate_simple(1, &count[1], NULL));
  static int row[Columns];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Rows; i++)
    for (int s = 0; s < Sets; s++) {
      const hsize_t start[2] = {(hsize_t)i, 0};
      hid_t set = s == 3 ? sets[4] : sets[(s * 2 + i) % Sets];
      checked(
          H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL));
      checked(H5Dread(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, row));
      d = digest(d, row, sizeof row);
    }
  H5Sclose(memory);
  H5Sclose(space);
  for (int s = 0; s < Sets; s++)
    H5Dclose(sets[s]);
  H5Fclose(file);
  result(d);
}
