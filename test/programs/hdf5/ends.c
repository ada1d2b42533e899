// Loops that end by what is read, by the end of a dataset, and by the links of a
// group: the slice takes for granted that the loop goes on, and ends behind the
// data.
// RUN: %check-program --slices 5 --expect 'reads_posted>=110' --expect 'hits>=80' --expect 'missed<=16'
#include "sets.h"

enum { Rows = 48, Columns = 16384, Steps = 24, Last = 40 };
static int data[Columns];
static uint64_t d = DIGEST_START;

static void readRow(hid_t set, hid_t space, hid_t memory, int row) {
  const hsize_t start[2] = {(hsize_t)row, 0}, count[2] = {1, Columns};
  checked(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL));
  checked(H5Dread(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, data));
}

/// No other exit.
static void __attribute__((noinline))
untilMarker(hid_t set, hid_t space, hid_t memory) {
  int row = 0;
  do {
    readRow(set, space, memory, row++);
    d = digest(d, data, sizeof data);
  } while (data[0] != -1);
}

/// The library refuses to read behind the last row.
static void __attribute__((noinline))
untilRefused(hid_t set, hid_t space, hid_t memory) {
  for (hsize_t row = 0;; row++) {
    const hsize_t start[2] = {row, 0}, count[2] = {1, Columns};
    H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL);
    if (H5Dread(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, data) < 0)
      break;
    d = digest(d, data, sizeof data);
  }
}

static void readObject(hid_t in, const char *name) {
  hid_t set = checked(H5Dopen(in, name, H5P_DEFAULT));
  checked(H5Dread(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
  H5Dclose(set);
  d = digest(d, data, sizeof data);
}

static void __attribute__((noinline)) whileThere(hid_t group) {
  char name[32];
  for (int i = 0;; i++) {
    snprintf(name, sizeof name, "step%03d", i);
    if (H5Lexists(group, name, H5P_DEFAULT) <= 0)
      break;
    readObject(group, name);
  }
}

static herr_t readLink(hid_t in, const char *name, const H5L_info_t *is,
                       void *count) {
  readObject(in, name);
  ++*(int *)count;
  return 0;
}

static void __attribute__((noinline)) everyLink(hid_t group) {
  int count = 0;
  checked(H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, NULL, readLink, &count));
  d = digest(d, &count, sizeof count);
}

static void __attribute__((noinline)) byNumber(hid_t group) {
  char name[32];
  H5G_info_t info;
  checked(H5Gget_info(group, &info));
  for (hsize_t i = 0; i < info.nlinks; i++) {
    checked(H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_DEC, i, name,
                               sizeof name, H5P_DEFAULT));
    readObject(group, name);
  }
}

/// Of the first format, or that of 1.8, which keeps so many links in a heap.
static void makeSteps(const char *name, bool isFirst) {
  const hsize_t lengths[1] = {Columns};
  char link[32];
  hid_t made = checked(H5Pcreate(H5P_FILE_CREATE)),
        access = checked(H5Pcreate(H5P_FILE_ACCESS));
  checked(H5Pset_obj_track_times(made, 0)); // Files are compared.
  if (!isFirst)
    checked(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18));
  hid_t file = checked(H5Fcreate(name, H5F_ACC_TRUNC, made, access));
  H5Pclose(access);
  H5Pclose(made);
  for (int i = 0; i < Steps; i++) {
    snprintf(link, sizeof link, "step%03d", i);
    makeSet(file, link, Contiguous, 1, lengths, NULL);
  }
  H5Fclose(file);
}

static void __attribute__((noinline))
readSteps(const char *name, void (*volatile readGroup)(hid_t group)) {
  hid_t file = checked(H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT));
  readGroup(file);
  H5Fclose(file);
}

int main(void) {
  const hsize_t lengths[2] = {Rows, Columns}, chunk[2] = {1, Columns};
  hid_t made = checked(H5Pcreate(H5P_FILE_CREATE));
  checked(H5Pset_obj_track_times(made, 0));
  hid_t file = checked(H5Fcreate("rows", H5F_ACC_TRUNC, made, H5P_DEFAULT));
  H5Pclose(made);
  makeSet(file, "rows", Compressed, 2, lengths, chunk);
  hid_t set = checked(H5Dopen(file, "rows", H5P_DEFAULT));
  hid_t space = checked(H5Dget_space(set));
  hid_t memory = checked(H5Screate_simple(1, lengths + 1, NULL));
  const hsize_t last[2] = {Last, 0}, row[2] = {1, Columns};
  for (int i = 0; i < Columns; i++)
    data[i] = -1;
  checked(H5Sselect_hyperslab(space, H5S_SELECT_SET, last, NULL, row, NULL));
  checked(H5Dwrite(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, data));
  H5Dclose(set);
  H5Fclose(file);
  makeSteps("first", true);
  makeSteps("second", false);

  file = checked(H5Fopen("rows", H5F_ACC_RDONLY, H5P_DEFAULT));
  set = checked(H5Dopen(file, "rows", H5P_DEFAULT));
  untilMarker(set, space, memory);
  H5Fclose(file);

  for (int isFirst = 0; isFirst < 2; isFirst++) {
    const char *name = isFirst ? "first" : "second";
    readSteps(name, whileThere);
    readSteps(name, byNumber);
    readSteps(name, everyLink);
  }

  file = checked(H5Fopen("rows", H5F_ACC_RDONLY, H5P_DEFAULT));
  set = checked(H5Dopen(file, "rows", H5P_DEFAULT));
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  untilRefused(set, space, memory);
  result(d);
}
