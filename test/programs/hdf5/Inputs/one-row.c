// The read of two-sources.c.
#include <hdf5.h>

void readRow(hid_t set, hid_t space, hid_t memory, hsize_t number, int *to);

void readRow(hid_t set, hid_t space, hid_t memory, hsize_t number, int *to) {
  hsize_t lengths[2];
  H5Sget_simple_extent_dims(space, lengths, NULL);
  const hsize_t start[2] = {number, 0}, count[2] = {1, lengths[1]};
  H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL);
  H5Dread(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, to);
}
