// Reads by unions of hyperslabs, by points, by a selection that is moved, and
// of datasets whose dataspace the loop makes anew; files are opened with
// property lists.
// RUN: %check-program --expect 'reads_posted>=80' --expect 'hits>=60' --expect 'files_opened_ahead>=4'
#include "sets.h"

enum { Rows = 96, Columns = 16384, Points = 8, Files = 8 };
static int data[2 * Columns];

/// Two rows a step, which lie apart.
static uint64_t __attribute__((noinline)) readUnions(uint64_t d, hid_t set) {
  const hsize_t count[2] = {1, Columns}, both[1] = {2 * Columns};
  hid_t space = checked(H5Dget_space(set));
  hid_t memory = checked(H5Screate_simple(1, both, NULL));
  for (hsize_t i = 0; i < Rows / 4; i++) {
    const hsize_t first[2] = {i, 0}, second[2] = {Rows - 1 - i, 0};
    checked(
        H5Sselect_hyperslab(space, H5S_SELECT_SET, first, NULL, count, NULL));
    checked(
        H5Sselect_hyperslab(space, H5S_SELECT_OR, second, NULL, count, NULL));
    checked(H5Dread(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, data));
    d = digest(d, data, sizeof data);
  }
  H5Sclose(memory);
  H5Sclose(space);
  return d;
}

static uint64_t __attribute__((noinline)) readPoints(uint64_t d, hid_t set) {
  const hsize_t points[1] = {Points};
  hid_t space = checked(H5Dget_space(set));
  hid_t memory = checked(H5Screate_simple(1, points, NULL));
  for (hsize_t i = 0; i < Rows / 4; i++) {
    hsize_t places[Points][2];
    for (hsize_t p = 0; p < Points; p++) {
      places[p][0] = Rows / 4 + i + (p % 2) * Rows / 4;
      places[p][1] = Columns - 1 - p * 1000;
    }
    checked(
        H5Sselect_elements(space, H5S_SELECT_SET, Points, (hsize_t *)places));
    checked(H5Dread(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, data));
    d = digest(d, data, Points * sizeof *data);
  }
  H5Sclose(memory);
  H5Sclose(space);
  return d;
}

/// By a selection of the first row that is moved, and a dataspace that grows.
static uint64_t __attribute__((noinline)) readMoved(uint64_t d, hid_t set) {
  const hsize_t start[2] = {0, 0}, count[2] = {1, Columns};
  hid_t space = checked(H5Dget_space(set)),
        memory = checked(H5Screate(H5S_SIMPLE));
  checked(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL));
  for (int i = 0; i < Rows; i++) {
    const hssize_t distance[2] = {Rows - 1 - i, 0};
    checked(H5Soffset_simple(space, distance));
    checked(H5Sset_extent_simple(memory, 1, &count[1], NULL));
    checked(H5Dread(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, data));
    d = digest(d, data, Columns * sizeof *data);
  }
  H5Sclose(memory);
  H5Sclose(space);
  return d;
}

/// By a list that the loop makes, or one of before.
static uint64_t __attribute__((noinline)) readFiles(uint64_t d, hid_t list) {
  char name[32];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "data.%d", i);
    hid_t own = checked(H5Pcreate(H5P_FILE_ACCESS));
    checked(H5Pset_libver_bounds(own, H5F_LIBVER_EARLIEST, H5F_LIBVER_LATEST));
    hid_t file = checked(H5Fopen(name, H5F_ACC_RDONLY, i % 2 ? list : own));
    hid_t set = checked(H5Dopen(file, "rows", H5P_DEFAULT));
    checked(H5Dread(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
    d = digest(d, data, sizeof data);
    H5Dclose(set);
    H5Fclose(file);
    H5Pclose(own);
  }
  return d;
}

int main(void) {
  const hsize_t lengths[2] = {Rows, Columns}, chunk[2] = {4, Columns / 4},
                two[2] = {2, Columns};
  const char *names[3] = {"contiguous", "chunked", "compressed"};
  hid_t file =
      checked(H5Fcreate("data", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  for (int i = 0; i < 3; i++)
    makeSet(file, names[i], (enum layout)i, 2, lengths, chunk);
  H5Fclose(file);
  char name[32];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "data.%d", i);
    file = checked(H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    makeSet(file, "rows", (enum layout)(i % 3), 2, two, two);
    H5Fclose(file);
  }

  hid_t list = checked(H5Pcreate(H5P_FILE_ACCESS));
  file = checked(H5Fopen("data", H5F_ACC_RDONLY, list));
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 3; i++) {
    hid_t set = checked(H5Dopen(file, names[i], H5P_DEFAULT));
    d = i == 0   ? readUnions(d, set)
        : i == 1 ? readPoints(d, set)
                 : readMoved(d, set);
    H5Dclose(set);
  }
  H5Fclose(file);
  d = readFiles(d, list);
  H5Pclose(list);
  result(d);
}
