// The data of the reads decide what is closed: a slice leaves the closes out. A slice
// that comes to more dataspaces than it keeps has the ones used last.
// RUN: %check-program --expect 'reads_posted>=130' --expect 'hits>=100'
#include "sets.h"

enum { Rows = 2400, Columns = 1024 };

int main(void) {
  const hsize_t lengths[2] = {Rows, Columns}, count[2] = {1, Columns};
  hid_t file =
      checked(H5Fcreate("data", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  makeSet(file, "rows", Contiguous, 2, lengths, NULL);
  H5Fclose(file);

  file = checked(H5Fopen("data", H5F_ACC_RDONLY, H5P_DEFAULT));
  hid_t set = checked(H5Dopen(file, "rows", H5P_DEFAULT));
  hid_t memory = checked(H5Screate_simple(1, &count[1], NULL));
  hid_t other = checked(H5Screate_simple(2, lengths, NULL));
  static int row[Columns];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Rows; i++) {
    const hsize_t start[2] = {(hsize_t)i, 0};
    hid_t own = checked(H5Dget_space(set));
    hid_t space = i % 2 ? own : other;
    checked(
        H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL));
    checked(H5Dread(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, row));
    d = digest(d, row, sizeof row);
    if (row[i % Columns] >= 0)
      H5Sclose(own);
  }
  H5Sclose(other);
  H5Sclose(memory);
  H5Dclose(set);
  H5Fclose(file);
  result(d);
}
