// A dataset a step, in groups, and a file a step: the slice finds them itself,
// in the first format of groups and the one of 1.8, with a header before the
// file, and with attributes first. Some do not exist.
// RUN: %check-program --expect 'reads_posted>=60' --expect 'hits>=40' --expect 'files_opened_ahead>=8' --expect 'missed<=8'
#include "sets.h"

enum { Steps = 24, Files = 12, Rows = 4, Columns = 16384 };
static int data[Rows * Columns];

/// Made as H5Fcreate makes it, with groups of 1.8, or behind 2048 bytes of
/// something else.
static hid_t makeFile(const char *name, int kind) {
  hid_t made = checked(H5Pcreate(H5P_FILE_CREATE)),
        access = checked(H5Pcreate(H5P_FILE_ACCESS));
  checked(H5Pset_obj_track_times(made, 0)); // Files are compared.
  if (kind == 1)
    checked(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18));
  if (kind == 2)
    checked(H5Pset_userblock(made, 2048));
  hid_t file = checked(H5Fcreate(name, H5F_ACC_TRUNC, made, access));
  H5Pclose(made);
  H5Pclose(access);
  return file;
}

static hid_t makeGroup(hid_t in, const char *name) {
  hid_t made = checked(H5Pcreate(H5P_GROUP_CREATE));
  checked(H5Pset_obj_track_times(made, 0));
  hid_t group = checked(H5Gcreate(in, name, H5P_DEFAULT, made, H5P_DEFAULT));
  H5Pclose(made);
  return group;
}

static uint64_t __attribute__((noinline)) readSteps(uint64_t d, hid_t file) {
  char name[32];
  for (int i = 0; i < Steps; i++) {
    snprintf(name, sizeof name, "/steps/%02d/rows", i);
    hid_t set = H5Dopen(file, name, H5P_DEFAULT);
    if (set < 0)
      continue;
    checked(H5Dread(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
    H5Dclose(set);
    d = digest(d, data, sizeof data);
  }
  return d;
}

static uint64_t __attribute__((noinline)) readFiles(uint64_t d) {
  char name[32];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "data.%02d", i);
    hid_t file = checked(H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT));
    hid_t set = checked(H5Dopen(file, "rows", H5P_DEFAULT));
    hid_t space = checked(H5Dget_space(set));
    hsize_t lengths[2], start[2] = {0, 0}, count[2];
    checked(H5Sget_simple_extent_dims(space, lengths, NULL));
    start[0] = lengths[0] / 2;
    count[0] = lengths[0] - start[0];
    count[1] = lengths[1];
    hid_t memory = checked(H5Screate_simple(2, count, NULL));
    checked(
        H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL));
    checked(H5Dread(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, data));
    d = digest(d, data, count[0] * count[1] * sizeof *data);
    H5Sclose(memory);
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(file);
  }
  return d;
}

int main(void) {
  const hsize_t lengths[2] = {Rows, Columns}, chunk[2] = {1, Columns};
  const enum layout layouts[3] = {Contiguous, Chunked, Compressed};
  char name[32];
  for (int kind = 0; kind < 3; kind++) {
    snprintf(name, sizeof name, "steps.%d", kind);
    hid_t file = makeFile(name, kind);
    H5Gclose(makeGroup(file, "steps"));
    // More links than lie in the header of a group of 1.8.
    for (int i = 0; i < Steps; i++) {
      snprintf(name, sizeof name, "/steps/%02d", i);
      hid_t group = makeGroup(file, name);
      if (i != 3)
        makeSet(group, "rows", layouts[i % 3], 2, lengths, chunk);
      H5Gclose(group);
    }
    H5Fclose(file);
  }
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "data.%02d", i);
    hid_t file = makeFile(name, i % 3);
    makeSet(file, "rows", layouts[i / 3 % 3], 2, lengths, chunk);
    H5Fclose(file);
  }

  uint64_t d = DIGEST_START;
  for (int kind = 0; kind < 3; kind++) {
    snprintf(name, sizeof name, "steps.%d", kind);
    hid_t file = checked(H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT));
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    d = readSteps(d, file);
    H5Eclear2(H5E_DEFAULT);
    H5Fclose(file);
  }
  d = readFiles(d);
  result(d);
}
