// The loop is in another source than the read. The link slices both together.
// RUN: %check-program --flag=%S/Inputs/one-row.c --expect 'reads_posted>=30' --expect 'hits>=20'
#include "sets.h"

enum { Rows = 48, Columns = 16384 };
static int row[Columns];

void readRow(hid_t set, hid_t space, hid_t memory, hsize_t number, int *to);

int main(void) {
  const hsize_t lengths[2] = {Rows, Columns};
  hid_t file =
      checked(H5Fcreate("data", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  makeSet(file, "rows", Contiguous, 2, lengths, NULL);
  H5Fclose(file);

  file = checked(H5Fopen("data", H5F_ACC_RDONLY, H5P_DEFAULT));
  hid_t set = checked(H5Dopen(file, "rows", H5P_DEFAULT));
  hid_t space = checked(H5Dget_space(set));
  hid_t memory = checked(H5Screate_simple(1, &lengths[1], NULL));
  uint64_t d = DIGEST_START;
  for (hsize_t i = 0; i < Rows; i++) {
    readRow(set, space, memory, i, row);
    d = digest(d, row, sizeof row);
  }
  H5Sclose(memory);
  H5Sclose(space);
  H5Dclose(set);
  H5Fclose(file);
  result(d);
}
