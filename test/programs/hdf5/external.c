// Reads rows of datasets whose data lie in raw files beside the file: in two
// raw files, one behind the other, of which the first begins with other bytes;
// of a file that is open, and of files that the loop opens.
// RUN: %check-program --expect 'reads_posted>=60' --expect 'hits>=50' --expect 'files_opened_ahead>=10'
#include "sets.h"

enum { Rows = 48, Columns = 16384, Files = 8, Skipped = 4096 };
static int row[Columns];

static void makeExternal(hid_t file, const char *name, hsize_t rows) {
  const hsize_t lengths[2] = {rows, Columns}, half = rows / 3 * 4 * Columns;
  char raw[2][32];
  for (int i = 0; i < 2; i++)
    snprintf(raw[i], sizeof raw[i], "%s.raw%d", name, i);
  FILE *first = fopen(raw[0], "w");
  for (int i = 0; i < Skipped; i++)
    fputc(i, first);
  fclose(first);
  hid_t space = checked(H5Screate_simple(2, lengths, NULL));
  hid_t made = checked(H5Pcreate(H5P_DATASET_CREATE));
  checked(H5Pset_obj_track_times(made, 0));
  checked(H5Pset_external(made, raw[0], Skipped, half));
  checked(H5Pset_external(made, raw[1], 0, H5F_UNLIMITED));
  hid_t set = checked(H5Dcreate(file, name, H5T_STD_I32LE, space, H5P_DEFAULT,
                                made, H5P_DEFAULT));
  int *data = (int *)malloc(rows * sizeof row);
  for (size_t i = 0; i < rows * Columns; i++)
    data[i] = dataByte(i, (unsigned)rows);
  checked(H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
  free(data);
  H5Dclose(set);
  H5Pclose(made);
  H5Sclose(space);
}

static uint64_t __attribute__((noinline)) readRows(uint64_t d, hid_t set) {
  const hsize_t count[2] = {1, Columns};
  hid_t space = checked(H5Dget_space(set));
  hid_t memory = checked(H5Screate_simple(1, &count[1], NULL));
  for (hsize_t i = 0; i < Rows; i++) {
    const hsize_t start[2] = {i, 0};
    checked(
        H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL));
    checked(H5Dread(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, row));
    d = digest(d, row, sizeof row);
  }
  H5Sclose(memory);
  H5Sclose(space);
  return d;
}

static uint64_t __attribute__((noinline)) readFiles(uint64_t d) {
  static int three[3 * Columns];
  char name[32];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "set%d", i);
    hid_t file = checked(H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT));
    snprintf(name, sizeof name, "rows%d", i);
    hid_t set = checked(H5Dopen(file, name, H5P_DEFAULT));
    checked(H5Dread(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, three));
    d = digest(d, three, sizeof three);
    H5Dclose(set);
    H5Fclose(file);
  }
  return d;
}

int main(void) {
  char name[32];
  hid_t file =
      checked(H5Fcreate("data", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  makeExternal(file, "rows", Rows);
  H5Fclose(file);
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "set%d", i);
    file = checked(H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    snprintf(name, sizeof name, "rows%d", i);
    makeExternal(file, name, 3);
    H5Fclose(file);
  }

  file = checked(H5Fopen("data", H5F_ACC_RDONLY, H5P_DEFAULT));
  hid_t set = checked(H5Dopen(file, "rows", H5P_DEFAULT));
  uint64_t d = readRows(DIGEST_START, set);
  H5Dclose(set);
  H5Fclose(file);
  result(readFiles(d));
}
