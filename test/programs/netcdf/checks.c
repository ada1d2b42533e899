// Reads whose data are looked at, in a nest of loops, and the program ends
// where they are not as expected: the slice takes for granted that they are.
// REQUIRES: netcdf
// RUN: %check-program --slices 1 --expect 'reads_posted>=60' --expect 'hits>=40'
#include "variables.h"

enum { Records = 40, Height = 64, Width = 256 };
static int first[Height][Width], second[Height][Width];
static uint64_t d = DIGEST_START;

static int readRecords(const char *name) {
  int file, numbers[3], lengths[3], steps, plane;
  checked(nc_open(name, NC_NOWRITE, &file));
  checked(nc_inq_dimid(file, "y", &numbers[1]));
  checked(nc_inq_varid(file, "plane", &plane));
  checked(nc_get_var_int(file, plane, &second[0][0]));
  for (int y = 0; y < Height; y++)
    if (second[y][0] == 77777)
      return y;
  checked(nc_inq_varid(file, "steps", &steps));
  checked(nc_inq_vardimid(file, steps, lengths));
  const size_t count[3] = {1, Height, Width};
  for (size_t r = 0; r < Records; r++) {
    const size_t start[3] = {r, 0, 0}, other[3] = {Records - 1 - r, 0, 0};
    if (nc_get_vara_int(file, steps, start, count, &first[0][0]))
      return 1;
    if (nc_get_vara_int(file, steps, other, count, &second[0][0]))
      return 1;
    d = digest(d, first, sizeof first);
    unsigned i = 0;
    for (int y = 0; y < Height; y++)
      for (int x = 0; x < Width; x++) {
        if (first[y][x] != (int)((i + (uint32_t)r * 7919) * 2654435761u >> 17))
          return 2;
        if (second[y][x] !=
            (int)((i + (uint32_t)(Records - 1 - r) * 7919) * 2654435761u >> 17))
          return 3;
        i++;
      }
  }
  checked(nc_close(file));
  return 0;
}

int main(void) {
  makeFile("data", NC_64BIT_OFFSET, Records, Height, Width);
  int result0 = readRecords("data");
  // One record is other than expected.
  int file, steps;
  const size_t place[3] = {Records - 5, 3, 4};
  checked(nc_open("data", NC_WRITE, &file));
  checked(nc_inq_varid(file, "steps", &steps));
  checked(nc_put_var1_int(file, steps, place, &(int){-1}));
  checked(nc_close(file));
  int result1 = readRecords("data");
  printf("%d %d\n", result0, result1);
  result(d);
}
