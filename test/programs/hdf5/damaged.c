// Reads damaged copies of a file by unions of hyperslabs, by points and by
// rows: of all layouts, with lists of raw files and of sources. What the
// library can still read, and where it fails, is as without slices.
// RUN: %check-program --expect 'reads_posted>=1' --expect 'hits>=1' --expect 'found>=0' --expect 'missed>=0'
#include "sets.h"

enum { Rows = 24, Columns = 2048, Copies = 12, Damages = 6, Points = 6 };
static const char *const names[] = {"contiguous", "chunked", "compressed",
                                    "raw", "virtual"};
enum { Sets = sizeof names / sizeof *names };
static int data[Rows * Columns];

static void makeOther(hid_t file, const char *name) {
  const hsize_t lengths[2] = {Rows, Columns}, row[2] = {1, Columns},
                most[2] = {H5S_UNLIMITED, Columns}, all = sizeof data;
  const int isRaw = strcmp(name, "raw") == 0;
  hid_t space = checked(H5Screate_simple(2, lengths, isRaw ? NULL : most));
  hid_t made = checked(H5Pcreate(H5P_DATASET_CREATE));
  checked(H5Pset_obj_track_times(made, 0));
  if (isRaw)
    checked(H5Pset_external(made, "raw", 0, all));
  for (hsize_t r = 0; r < Rows && !isRaw; r++) {
    const hsize_t start[2] = {r, 0}, from[2] = {Rows - 1 - r, 0};
    hid_t here = checked(H5Screate_simple(2, lengths, most));
    hid_t there = checked(H5Screate_simple(2, lengths, NULL));
    checked(H5Sselect_hyperslab(here, H5S_SELECT_SET, start, NULL, row, NULL));
    checked(H5Sselect_hyperslab(there, H5S_SELECT_SET, from, NULL, row, NULL));
    checked(H5Pset_virtual(made, here, ".", names[r % 3], there));
    H5Sclose(there);
    H5Sclose(here);
  }
  hid_t set = checked(H5Dcreate(file, name, H5T_STD_I32LE, space, H5P_DEFAULT,
                                made, H5P_DEFAULT));
  if (isRaw)
    checked(H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
  H5Dclose(set);
  H5Pclose(made);
  H5Sclose(space);
}

/// Bytes of the metadata, which lie at both ends of the file.
static void damage(const char *from, const char *to, unsigned seed) {
  FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
  static unsigned char bytes[1 << 22];
  const size_t size = fread(bytes, 1, sizeof bytes, in);
  uint32_t draw = seed * 2654435761u + 12345;
  for (int i = 0; i < Damages; i++) {
    draw = draw * 1664525 + 1013904223;
    size_t at = (draw >> 8) % 12000;
    at = at < 8000 ? 600 + at : size - (at - 7999);
    draw = draw * 1664525 + 1013904223;
    bytes[at] = (unsigned char)(draw % 3 == 0 ? 255 : draw >> 24);
  }
  fwrite(bytes, 1, size, out);
  fclose(in);
  fclose(out);
}

/// What a call gives, and the data.
static uint64_t noted(uint64_t d, int64_t result, hid_t memory) {
  const int failed = result < 0;
  d = digest(d, &failed, sizeof failed);
  const hssize_t points = H5Sget_select_npoints(memory);
  return failed ? d : digest(d, data, (size_t)points * sizeof *data);
}

static uint64_t readUnions(uint64_t d, hid_t set, hid_t space, hid_t memory) {
  const hsize_t count[2] = {1, Columns};
  for (hsize_t i = 0; i < Rows / 8; i++) {
    const hsize_t first[2] = {i, 0}, second[2] = {Rows - 1 - i, 0};
    checked(
        H5Sselect_hyperslab(space, H5S_SELECT_SET, first, NULL, count, NULL));
    checked(
        H5Sselect_hyperslab(space, H5S_SELECT_OR, second, NULL, count, NULL));
    d = noted(d, H5Dread(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, data),
              memory);
  }
  return d;
}

static uint64_t readPoints(uint64_t d, hid_t set, hid_t space, hid_t memory) {
  for (hsize_t i = 0; i < Rows / 8; i++) {
    hsize_t places[Points][2];
    for (hsize_t p = 0; p < Points; p++) {
      places[p][0] = Rows / 4 + i + (p % 2) * Rows / 4;
      places[p][1] = Columns - 1 - p * 300;
    }
    checked(
        H5Sselect_elements(space, H5S_SELECT_SET, Points, (hsize_t *)places));
    d = noted(d, H5Dread(set, H5T_NATIVE_INT, memory, space, H5P_DEFAULT, data),
              memory);
  }
  return d;
}

static uint64_t readSet(uint64_t d, hid_t set) {
  const hsize_t lengths[2] = {Rows, Columns}, two[1] = {2 * Columns},
                points[1] = {Points};
  hid_t space = checked(H5Screate_simple(2, lengths, NULL));
  hid_t rows = checked(H5Screate_simple(1, two, NULL));
  hid_t few = checked(H5Screate_simple(1, points, NULL));
  d = readUnions(d, set, space, rows);
  d = readPoints(d, set, space, few);
  H5Sclose(few);
  H5Sclose(rows);
  H5Sclose(space);
  return d;
}

static uint64_t __attribute__((noinline)) readCopies(uint64_t d) {
  char name[32];
  for (unsigned c = 0; c < Copies; c++) {
    snprintf(name, sizeof name, "damaged%u", c);
    hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
    for (int s = 0; s < Sets && file >= 0; s++) {
      hid_t set = H5Dopen(file, names[s], H5P_DEFAULT);
      printf("%u %s %s\n", c, names[s], set < 0 ? "missing" : "opened");
      if (set >= 0)
        d = readSet(d, set);
      H5Eclear(H5E_DEFAULT);
      if (set >= 0)
        H5Dclose(set);
    }
    if (file >= 0)
      H5Fclose(file);
    H5Eclear(H5E_DEFAULT);
  }
  return d;
}

int main(void) {
  const hsize_t lengths[2] = {Rows, Columns}, chunk[2] = {4, Columns / 2};
  hid_t file =
      checked(H5Fcreate("good", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  for (int s = 0; s < Sets; s++)
    if (s < 3)
      makeSet(file, names[s], (enum layout)s, 2, lengths, chunk);
    else
      makeOther(file, names[s]);
  H5Fclose(file);
  checked(H5Eset_auto(H5E_DEFAULT, NULL, NULL));
  char name[32];
  for (unsigned c = 0; c < Copies; c++) {
    snprintf(name, sizeof name, "damaged%u", c);
    damage("good", name, c);
  }
  const uint64_t d = readCopies(DIGEST_START);
  // The library leaves bytes of its lists of sources as they were in memory.
  remove("good");
  for (unsigned c = 0; c < Copies; c++) {
    snprintf(name, sizeof name, "damaged%u", c);
    remove(name);
  }
  result(d);
}
