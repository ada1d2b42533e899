// Reads planes and blocks of virtual datasets: of a plane in each of several
// files, of parts of datasets of the same file, and of numbered files without
// an end; a source is a virtual dataset itself.
// RUN: %check-program --expect 'reads_posted>=60' --expect 'hits>=50' --expect 'files_opened_ahead>=8'
#include "sets.h"

enum { Planes = 8, Height = 32, Width = 2048 };
static int data[Height * Width];

/// A virtual dataset of the planes in other files, one in each, or in as many
/// as there are.
static void makeVirtual(hid_t file, const char *name, const char *from,
                        const char *set, int numbered) {
  const hsize_t lengths[3] = {Planes, Height, Width},
                most[3] = {H5S_UNLIMITED, Height, Width},
                plane[3] = {1, Height, Width};
  hid_t space =
      checked(H5Screate_simple(3, lengths, numbered ? most : lengths));
  hid_t made = checked(H5Pcreate(H5P_DATASET_CREATE));
  checked(H5Pset_obj_track_times(made, 0));
  hid_t one = checked(H5Screate_simple(3, plane, NULL));
  if (numbered) {
    const hsize_t start[3] = {0, 0, 0}, count[3] = {H5S_UNLIMITED, 1, 1};
    checked(
        H5Sselect_hyperslab(space, H5S_SELECT_SET, start, plane, count, plane));
    checked(H5Pset_virtual(made, space, from, set, one));
  } else
    for (hsize_t i = 0; i < Planes; i++) {
      char text[32];
      snprintf(text, sizeof text, from, (int)i);
      const hsize_t start[3] = {i, 0, 0};
      checked(
          H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, plane, NULL));
      checked(H5Pset_virtual(made, space, text, set, one));
    }
  hid_t whole =
      checked(H5Screate_simple(3, lengths, numbered ? most : lengths));
  hid_t v = checked(H5Dcreate(file, name, H5T_STD_I32LE, whole, H5P_DEFAULT,
                              made, H5P_DEFAULT));
  H5Dclose(v);
  H5Sclose(whole);
  H5Sclose(one);
  H5Sclose(space);
  H5Pclose(made);
}

/// Every second row of a dataset of the same file, and a dimension less.
static void makeOdd(hid_t file) {
  const hsize_t lengths[2] = {Height, Width}, from[2] = {2 * Height, Width},
                start[2] = {1, 0}, stride[2] = {2, 1},
                count[2] = {Height, Width}, all[3] = {1, Height, Width};
  hid_t space = checked(H5Screate_simple(2, lengths, NULL));
  hid_t other = checked(H5Screate_simple(2, from, NULL));
  hid_t made = checked(H5Pcreate(H5P_DATASET_CREATE));
  checked(H5Pset_obj_track_times(made, 0));
  checked(
      H5Sselect_hyperslab(other, H5S_SELECT_SET, start, stride, count, NULL));
  checked(H5Pset_virtual(made, space, ".", "/here", other));
  H5Dclose(checked(H5Dcreate(file, "odd", H5T_STD_I32LE, space, H5P_DEFAULT,
                             made, H5P_DEFAULT)));
  H5Pclose(made);
  H5Sclose(other);
  H5Sclose(space);
  // A virtual dataset of a virtual one.
  hid_t whole = checked(H5Screate_simple(3, all, NULL));
  space = checked(H5Screate_simple(2, lengths, NULL));
  made = checked(H5Pcreate(H5P_DATASET_CREATE));
  checked(H5Pset_obj_track_times(made, 0));
  checked(H5Pset_virtual(made, whole, ".", "odd", space));
  H5Dclose(checked(H5Dcreate(file, "twice", H5T_STD_I32LE, whole, H5P_DEFAULT,
                             made, H5P_DEFAULT)));
  H5Pclose(made);
  H5Sclose(space);
  H5Sclose(whole);
}

static uint64_t __attribute__((noinline)) readPlanes(uint64_t d, hid_t set) {
  const hsize_t plane[3] = {1, Height, Width}, points = Height * Width;
  hid_t space = checked(H5Dget_space(set));
  hid_t memory = checked(H5Screate_simple(1, &points, NULL));
  for (hsize_t i = 0; i < Planes; i++) {
    const hsize_t start[3] = {i, 0, 0};
    checked(
        H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, plane, NULL));
    checked(H5Dread(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, data));
    d = digest(d, data, sizeof data);
  }
  H5Sclose(memory);
  H5Sclose(space);
  return d;
}

/// Of a dataset of two or three dimensions: four rows each.
static uint64_t __attribute__((noinline)) readRows(uint64_t d, hid_t set,
                                                   int rank) {
  const hsize_t points = 4 * Width;
  hid_t space = checked(H5Dget_space(set));
  hid_t memory = checked(H5Screate_simple(1, &points, NULL));
  for (hsize_t i = 0; i < Height / 4; i++) {
    const hsize_t start[3] = {0, 4 * i, 0}, count[3] = {1, 4, Width};
    checked(H5Sselect_hyperslab(space, H5S_SELECT_SET, start + 3 - rank, NULL,
                                count + 3 - rank, NULL));
    checked(H5Dread(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, data));
    d = digest(d, data, 4 * Width * sizeof *data);
  }
  H5Sclose(memory);
  H5Sclose(space);
  return d;
}

int main(void) {
  const hsize_t plane[3] = {1, Height, Width}, chunk[3] = {1, 8, Width},
                twice[2] = {2 * Height, Width};
  char name[32];
  for (int i = 0; i < 2 * Planes; i++) {
    snprintf(name, sizeof name, i < Planes ? "plane%d" : "next%d", i % Planes);
    hid_t file =
        checked(H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    makeSet(file, "plane", (enum layout)(i % 3), 3, plane, chunk);
    H5Fclose(file);
  }
  hid_t list = checked(H5Pcreate(H5P_FILE_ACCESS));
  checked(H5Pset_libver_bounds(list, H5F_LIBVER_V18, H5F_LIBVER_LATEST));
  hid_t file = checked(H5Fcreate("data", H5F_ACC_TRUNC, H5P_DEFAULT, list));
  makeSet(file, "here", Contiguous, 2, twice, NULL);
  makeVirtual(file, "planes", "plane%d", "/plane", 0);
  makeVirtual(file, "numbered", "next%b", "/plane", 1);
  makeOdd(file);
  H5Fclose(file);

  file = checked(H5Fopen("data", H5F_ACC_RDONLY, list));
  uint64_t d = DIGEST_START;
  const char *names[4] = {"planes", "numbered", "odd", "twice"};
  for (int i = 0; i < 4; i++) {
    hid_t set = checked(H5Dopen(file, names[i], H5P_DEFAULT));
    d = i < 2 ? readPlanes(d, set) : readRows(d, set, i);
    H5Dclose(set);
  }
  H5Fclose(file);
  H5Pclose(list);
  // The library leaves bytes of its lists of sources as they were in memory.
  remove("data");
  result(d);
}
