// Copies rows of a dataset to datasets of another file, whose property lists the
// loop makes by the lengths that it selects by.
// RUN: %check-program --expect 'reads_posted>=30' --expect 'slice_waits==0'
#include "sets.h"

enum { Rows = 40, Columns = 16384 };

int main(void) {
  const hsize_t lengths[2] = {Rows, Columns};
  hid_t file =
      checked(H5Fcreate("data", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  makeSet(file, "rows", Contiguous, 2, lengths, NULL);
  H5Fclose(file);

  file = checked(H5Fopen("data", H5F_ACC_RDONLY, H5P_DEFAULT));
  hid_t copies =
      checked(H5Fcreate("copies", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  hid_t set = checked(H5Dopen(file, "rows", H5P_DEFAULT));
  hid_t space = checked(H5Dget_space(set));
  hsize_t count[2] = {1, Columns};
  hid_t memory = checked(H5Screate_simple(2, count, NULL));
  static int row[Columns];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Rows; i++) {
    char name[16];
    snprintf(name, sizeof name, "row%d", i);
    hid_t properties = checked(H5Pcreate(H5P_DATASET_CREATE));
    checked(H5Pset_chunk(properties, 2, count));
    checked(H5Pset_shuffle(properties));
    checked(H5Pset_deflate(properties, 1));
    checked(H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER));
    checked(H5Pset_obj_track_times(properties, 0)); // Files are compared.
    const hsize_t start[2] = {(hsize_t)i, 0};
    checked(
        H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL));
    checked(H5Dread(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, row));
    d = digest(d, row, sizeof row);
    hid_t copy = checked(H5Dcreate(copies, name, H5T_STD_I32LE, memory,
                                   H5P_DEFAULT, properties, H5P_DEFAULT));
    checked(
        H5Dwrite(copy, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, row));
    H5Dclose(copy);
    H5Pclose(properties);
  }
  H5Sclose(memory);
  H5Sclose(space);
  H5Dclose(set);
  H5Fclose(copies);
  H5Fclose(file);
  result(d);
}
