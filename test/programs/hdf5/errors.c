// Reads that fail, read nothing, or read otherwise than the slice can know: by
// dataspaces of other dimensions, behind the end, none of a dataset, data of
// variable length, datasets without data, a file that is closed and opened anew
// under the same descriptor while the slice runs.
// RUN: %check-program --expect 'reads_posted>=10' --expect 'hits>=10'
#include "sets.h"

enum { Rows = 20, Columns = 16384 };
static int row[Rows * Columns];

static uint64_t __attribute__((noinline))
readRows(uint64_t d, hid_t set, hid_t space, hid_t memory, int step) {
  hsize_t count[2] = {1, Columns};
  for (int i = 0; i < Rows + 2; i += step) {
    const hsize_t start[2] = {(hsize_t)i, 0};
    count[0] = i % 5 != 3;
    const int selected =
        H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL);
    const int got =
        H5Dread(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, row);
    d = digest(d, &selected, sizeof selected);
    d = digest(d, &got, sizeof got);
    d = digest(d, row, sizeof *row * Columns);
  }
  return d;
}

/// Converts what is read, and reads all at once.
static uint64_t __attribute__((noinline)) readAll(uint64_t d, hid_t set,
                                                  hid_t none) {
  static double data[Rows * Columns];
  for (int i = 0; i < 3; i++) {
    const int all =
        H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, data);
    const int nothing =
        H5Dread(set, H5T_NATIVE_INT, none, none, H5P_DEFAULT, row);
    d = digest(d, &all, sizeof all);
    d = digest(d, &nothing, sizeof nothing);
    d = digest(d, data, sizeof data);
  }
  return d;
}

/// Texts of variable length.
static uint64_t __attribute__((noinline)) readTexts(uint64_t d, hid_t set,
                                                    hid_t type) {
  for (int i = 0; i < 3; i++) {
    char *texts[4] = {0};
    checked(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts));
    for (int t = 0; t < 4; t++) {
      d = digest(d, texts[t], strlen(texts[t]));
      H5free_memory(texts[t]);
    }
  }
  return d;
}

int main(void) {
  const hsize_t lengths[2] = {Rows, Columns}, chunk[2] = {1, Columns};
  const hsize_t points = Columns, four = 4;
  hid_t file =
      checked(H5Fcreate("data", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  makeSet(file, "rows", Compressed, 2, lengths, chunk);
  makeSet(file, "other", Contiguous, 2, lengths, NULL);
  hid_t type = checked(H5Tcopy(H5T_C_S1));
  checked(H5Tset_size(type, H5T_VARIABLE));
  hid_t space = checked(H5Screate_simple(1, &four, NULL));
  hid_t made = checked(H5Pcreate(H5P_DATASET_CREATE));
  checked(H5Pset_obj_track_times(made, 0));
  hid_t set = checked(
      H5Dcreate(file, "texts", type, space, H5P_DEFAULT, made, H5P_DEFAULT));
  const char *texts[4] = {"a", "bc", "", "def"};
  checked(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts));
  H5Dclose(set);
  // Without data.
  set = checked(H5Dcreate(file, "empty", H5T_STD_I32LE, space, H5P_DEFAULT,
                          made, H5P_DEFAULT));
  H5Dclose(set);
  H5Fclose(file);

  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  uint64_t d = DIGEST_START;
  hid_t memory = checked(H5Screate_simple(1, &points, NULL));
  for (int round = 0; round < 2; round++) {
    file = checked(H5Fopen("data", H5F_ACC_RDONLY, H5P_DEFAULT));
    set = checked(H5Dopen(file, round ? "other" : "rows", H5P_DEFAULT));
    hid_t all = checked(H5Dget_space(set));
    hid_t flat = checked(H5Screate_simple(1, &points, NULL));
    d = readRows(d, set, all, memory, 1);
    d = readRows(d, set, flat, memory, 5);
    d = readRows(d, set, all, flat, 2);
    checked(H5Sselect_none(all));
    d = readAll(d, set, all);
    H5Sclose(flat);
    H5Sclose(all);
    H5Dclose(set);
    set = checked(H5Dopen(file, "empty", H5P_DEFAULT));
    d = readAll(d, set, space);
    H5Dclose(set);
    set = checked(H5Dopen(file, "texts", H5P_DEFAULT));
    d = readTexts(d, set, type);
    H5Dclose(set);
    H5Fclose(file);
  }
  result(d);
}
