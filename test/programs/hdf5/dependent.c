// In each step, rows are read that an index dataset names, which the step reads
// before: by types of the library, by name, and in parts of memory. The last
// index is compressed, and only the library can read it: then loops inside have
// slices of their own.
// RUN: %check-program --slices 7 --expect 'reads_posted>=60' --expect 'hits>=50' --expect 'slices_turned_off>=1' --expect 'dependent_reads>=12'
#include "sets.h"

#include <hdf5_hl.h>

enum { Steps = 6, Rows = 64, Columns = 16384, Some = 8 };
static int row[Columns];

static hid_t openIndex(hid_t file, const char *name, int step) {
  char text[32];
  snprintf(text, sizeof text, "%s%d", name, step);
  return checked(H5Dopen(file, text, H5P_DEFAULT));
}

static void makeIndex(hid_t file, const char *name, hid_t type, int step,
                      int compressed) {
  char text[32];
  snprintf(text, sizeof text, "%s%d", name, step);
  const hsize_t lengths[1] = {Some};
  short index[Some];
  for (int i = 0; i < Some; i++)
    index[i] = (short)((step * 31 + i * 13) % Rows);
  hid_t space = checked(H5Screate_simple(1, lengths, NULL));
  hid_t made = checked(H5Pcreate(H5P_DATASET_CREATE));
  checked(H5Pset_obj_track_times(made, 0));
  if (compressed) {
    checked(H5Pset_chunk(made, 1, lengths));
    checked(H5Pset_deflate(made, 1));
  }
  hid_t set = checked(
      H5Dcreate(file, text, type, space, H5P_DEFAULT, made, H5P_DEFAULT));
  checked(
      H5Dwrite(set, H5T_NATIVE_SHORT, H5S_ALL, H5S_ALL, H5P_DEFAULT, index));
  H5Dclose(set);
  H5Pclose(made);
  H5Sclose(space);
}

static uint64_t readRow(uint64_t d, hid_t set, hid_t space, hid_t memory,
                        hsize_t which) {
  const hsize_t start[2] = {which, 0}, count[2] = {1, Columns};
  checked(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL));
  checked(H5Dread(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, row));
  return digest(d, row, sizeof row);
}

static uint64_t __attribute__((noinline)) readByInts(uint64_t d, hid_t file) {
  const hsize_t columns[1] = {Columns};
  hid_t set = checked(H5Dopen(file, "rows", H5P_DEFAULT));
  hid_t space = checked(H5Dget_space(set));
  hid_t memory = checked(H5Screate_simple(1, columns, NULL));
  for (int s = 0; s < Steps; s++) {
    int index[Some];
    hid_t of = openIndex(file, "ints", s);
    checked(H5Dread(of, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, index));
    for (int i = 0; i < Some; i++)
      d = readRow(d, set, space, memory, (hsize_t)index[i]);
    H5Dclose(of);
  }
  H5Sclose(memory);
  H5Sclose(space);
  H5Dclose(set);
  return d;
}

/// Every second number, to every third place.
static uint64_t __attribute__((noinline)) readByLongs(uint64_t d, hid_t file) {
  const hsize_t columns[1] = {Columns}, some[1] = {Some}, all[1] = {3 * Some},
                none[1] = {0}, half[1] = {Some / 2}, two[1] = {2},
                three[1] = {3};
  hid_t set = checked(H5Dopen(file, "rows", H5P_DEFAULT));
  hid_t space = checked(H5Dget_space(set));
  hid_t memory = checked(H5Screate_simple(1, columns, NULL));
  hid_t from = checked(H5Screate_simple(1, some, NULL));
  hid_t to = checked(H5Screate_simple(1, all, NULL));
  checked(H5Sselect_hyperslab(from, H5S_SELECT_SET, none, two, half, NULL));
  checked(H5Sselect_hyperslab(to, H5S_SELECT_SET, none, three, half, NULL));
  for (int s = 0; s < Steps; s++) {
    int64_t index[3 * Some] = {0};
    hid_t of = openIndex(file, "longs", s);
    checked(H5Dread(of, H5T_STD_I64LE, to, from, H5P_DEFAULT, index));
    for (int i = 0; i < Some / 2; i++)
      d = readRow(d, set, space, memory, (hsize_t)index[3 * i]);
    H5Dclose(of);
  }
  H5Sclose(to);
  H5Sclose(from);
  H5Sclose(memory);
  H5Sclose(space);
  H5Dclose(set);
  return d;
}

static uint64_t __attribute__((noinline)) readPacked(uint64_t d, hid_t file) {
  const hsize_t columns[1] = {Columns};
  hid_t set = checked(H5Dopen(file, "rows", H5P_DEFAULT));
  hid_t space = checked(H5Dget_space(set));
  hid_t memory = checked(H5Screate_simple(1, columns, NULL));
  for (int s = 0; s < Steps; s++) {
    int index[Some];
    hid_t of = openIndex(file, "packed", s);
    checked(H5Dread(of, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, index));
    for (int i = 0; i < Some; i++)
      d = readRow(d, set, space, memory, (hsize_t)index[i]);
    H5Dclose(of);
  }
  H5Sclose(memory);
  H5Sclose(space);
  H5Dclose(set);
  return d;
}

int main(void) {
  const hsize_t lengths[2] = {Rows, Columns};
  hid_t file =
      checked(H5Fcreate("data", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  makeSet(file, "rows", Contiguous, 2, lengths, NULL);
  for (int s = 0; s < Steps; s++) {
    makeIndex(file, "ints", H5T_STD_I32LE, s, 0);
    makeIndex(file, "longs", H5T_STD_I64LE, s, 0);
    makeIndex(file, "packed", H5T_STD_I32LE, s, 1);
  }
  H5Fclose(file);

  file = checked(H5Fopen("data", H5F_ACC_RDONLY, H5P_DEFAULT));
  uint64_t d = readByInts(DIGEST_START, file);
  d = readByLongs(d, file);
  d = readPacked(d, file);
  H5Fclose(file);
  result(d);
}
