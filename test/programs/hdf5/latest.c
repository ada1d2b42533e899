// Reads blocks of datasets in turns, whose chunks the indices of the latest
// formats have: a fixed array, an extensible one, a tree, no index, a single
// chunk.
// RUN: %check-program --expect 'reads_posted>=80' --expect 'hits>=100'
#include "sets.h"

enum { Steps = 32, Width = 4096, Kinds = 5 };

static const char *const Names[Kinds] = {"fixed", "extensible", "tree",
                                         "implicit", "single"};

static void make(hid_t file, int kind) {
  const hsize_t lengths[2] = {Steps, Width}, chunk[2] = {1, Width};
  const hsize_t longest[2] = {kind == 1 || kind == 2 ? H5S_UNLIMITED : Steps,
                              kind == 2 ? H5S_UNLIMITED : Width};
  hid_t properties = checked(H5Pcreate(H5P_DATASET_CREATE));
  checked(H5Pset_obj_track_times(properties, 0)); // Files are compared.
  checked(H5Pset_chunk(properties, 2, kind == 4 ? lengths : chunk));
  if (kind == 3)
    checked(H5Pset_alloc_time(properties, H5D_ALLOC_TIME_EARLY));
  else if (kind != 2)
    checked(H5Pset_deflate(properties, 1));
  hid_t space = checked(H5Screate_simple(2, lengths, longest));
  hid_t set = checked(H5Dcreate(file, Names[kind], H5T_NATIVE_INT, space,
                                H5P_DEFAULT, properties, H5P_DEFAULT));
  static int values[Steps * Width];
  for (int i = 0; i < Steps * Width; i++)
    values[i] = i * (kind + 3) % 10007;
  checked(H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
  H5Dclose(set);
  H5Sclose(space);
  H5Pclose(properties);
}

int main(void) {
  hid_t access = checked(H5Pcreate(H5P_FILE_ACCESS));
  checked(H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST));
  hid_t creation = checked(H5Pcreate(H5P_FILE_CREATE));
  checked(H5Pset_obj_track_times(creation, 0));
  hid_t file = checked(H5Fcreate("data", H5F_ACC_TRUNC, creation, access));
  for (int k = 0; k < Kinds; k++)
    make(file, k);
  H5Fclose(file);

  file = checked(H5Fopen("data", H5F_ACC_RDONLY, H5P_DEFAULT));
  hid_t sets[Kinds];
  for (int k = 0; k < Kinds; k++)
    sets[k] = checked(H5Dopen(file, Names[k], H5P_DEFAULT));
  hid_t space = checked(H5Dget_space(sets[0]));
  const hsize_t count[2] = {1, Width};
  hid_t memory = checked(H5Screate_simple(1, &count[1], NULL));
  static int row[Width];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Steps; i++) {
    const hsize_t start[2] = {(hsize_t)(i * 5 % Steps), 0};
    checked(
        H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL));
    for (int k = 0; k < Kinds; k++) {
      checked(
          H5Dread(sets[k], H5T_NATIVE_INT, memory, space, H5P_DEFAULT, row));
      d = digest(d, row, sizeof row);
    }
  }
  for (int k = 0; k < Kinds; k++)
    H5Dclose(sets[k]);
  H5Fclose(file);
  result(d);
}
