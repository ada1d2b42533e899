// A program has set its handler of errors by the first interface. The library
// refuses to give that handler by the second interface, and the handler would be
// called with this error.
// RUN: %check-program --unserved 'handlers of the first interface are left alone'
#include "sets.h"

enum { Rows = 40, Columns = 16384 };

static int Told;
static herr_t tell(void *data) {
  (void)data;
  Told++;
  return 0;
}

static uint64_t __attribute__((noinline)) readRows(uint64_t d, hid_t set,
                                                   hid_t space, hid_t memory) {
  static int row[Columns];
  const hsize_t count[2] = {1, Columns};
  for (int i = 0; i < Rows; i++) {
    const hsize_t start[2] = {(hsize_t)i, 0};
    checked(
        H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL));
    checked(H5Dread(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, row));
    d = digest(d, row, sizeof row);
  }
  return d;
}

int main(void) {
  const hsize_t lengths[2] = {Rows, Columns};
  checked(H5Eset_auto1(tell, NULL));
  hid_t file =
      checked(H5Fcreate("data", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  makeSet(file, "rows", Contiguous, 2, lengths, NULL);
  H5Fclose(file);

  file = checked(H5Fopen("data", H5F_ACC_RDONLY, H5P_DEFAULT));
  hid_t set = checked(H5Dopen(file, "rows", H5P_DEFAULT));
  hid_t space = checked(H5Dget_space(set));
  hid_t memory = checked(H5Screate_simple(1, &lengths[1], NULL));
  uint64_t d = DIGEST_START;
  d = readRows(d, set, space, memory);
  unsigned isSecond = 1;
  checked(H5Eauto_is_v2(H5E_DEFAULT, &isSecond));
  d = digest(d, &isSecond, sizeof isSecond);
  d = digest(d, &Told, sizeof Told);
  H5Sclose(memory);
  H5Sclose(space);
  H5Dclose(set);
  H5Fclose(file);
  result(d);
}
