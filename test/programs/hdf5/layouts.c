// Reads planes, blocks and single elements of datasets that lie in the file in
// each way, one after the other in turns: chunks that are compressed are
// fetched as they lie. Dataspaces come and go in the loop.
// RUN: %check-program --expect 'reads_posted>=60' --expect 'hits>=30'
#include "sets.h"

enum { Steps = 16, Height = 64, Width = 1024 };

int main(void) {
  const hsize_t lengths[3] = {Steps, Height, Width};
  const hsize_t chunk[3] = {1, 32, 256}, odd[3] = {3, 20, 1000};
  hid_t file =
      checked(H5Fcreate("data", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  makeSet(file, "contiguous", Contiguous, 3, lengths, NULL);
  makeSet(file, "chunked", Chunked, 3, lengths, chunk);
  makeSet(file, "compressed", Compressed, 3, lengths, odd);
  H5Fclose(file);

  file = checked(H5Fopen("data", H5F_ACC_RDONLY, H5P_DEFAULT));
  hid_t contiguous = checked(H5Dopen(file, "contiguous", H5P_DEFAULT));
  hid_t chunked = checked(H5Dopen(file, "chunked", H5P_DEFAULT));
  hid_t compressed = checked(H5Dopen(file, "compressed", H5P_DEFAULT));
  static int plane[Height * Width];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Steps; i++) {
    // A plane.
    const hsize_t start[3] = {(hsize_t)i, 0, 0}, all[3] = {1, Height, Width};
    const hsize_t points = Height * Width;
    hid_t space = checked(H5Dget_space(contiguous));
    hid_t memory = checked(H5Screate_simple(1, &points, NULL));
    checked(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, all, NULL));
    checked(
        H5Dread(contiguous, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, plane));
    d = digest(d, plane, sizeof plane);
    // Blocks of 2 by 8, four rows and 128 columns apart.
    const hsize_t stride[3] = {1, 4, 128},
                  count[3] = {1, Height / 4, Width / 128}, block[3] = {1, 2, 8};
    hid_t other = checked(H5Scopy(space));
    checked(H5Sselect_hyperslab(other, H5S_SELECT_SET, start, stride, count,
                                block));
    const hsize_t some = (hsize_t)checked(H5Sget_select_npoints(other));
    hid_t few = checked(H5Screate_simple(1, &some, NULL));
    checked(H5Dread(chunked, H5T_NATIVE_INT, few, other, H5P_DEFAULT, plane));
    d = digest(d, plane, some * sizeof *plane);
    checked(
        H5Dread(compressed, H5T_NATIVE_INT, few, other, H5P_DEFAULT, plane));
    d = digest(d, plane, some * sizeof *plane);
    H5Sclose(few);
    H5Sclose(other);
    H5Sclose(memory);
    H5Sclose(space);
  }
  H5Dclose(contiguous);
  H5Dclose(chunked);
  H5Dclose(compressed);
  H5Fclose(file);
  result(d);
}
