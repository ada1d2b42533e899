// Reads in the rest of a function, with checks of the library's errors and of
// the data between the reads: the slice takes for granted that all is as
// expected. A file is as expected, and others are not, at one place each.
// REQUIRES: netcdf
// RUN: %check-program --slices 2 --expect 'reads_posted>=3' --expect 'hits>=2'
#include "variables.h"

#define CHECKED(call)                                                          \
  do {                                                                         \
    int error = (call);                                                        \
    if (error) {                                                               \
      printf("line %d: %s\n", __LINE__, nc_strerror(error));                   \
      exit(92);                                                                \
    }                                                                          \
  } while (0)

enum { Records = 3, Height = 128, Width = 256 };
static uint64_t d = DIGEST_START;
static int first[Height][Width], second[Height][Width], plane[Height][Width];

static int expected(int y, int x, int record) {
  return (int)((uint32_t)(y * Width + x + record * 7919) * 2654435761u >> 17);
}

static int __attribute__((noinline)) isGood(int record) {
  for (int y = 0; y < Height; y++)
    if (second[y][Width - 1] != expected(y, Width - 1, record))
      return 0;
  return 1;
}

static int __attribute__((noinline)) readPhases(const char *name) {
  int file, steps, flat;
  CHECKED(nc_open(name, NC_NOWRITE, &file));
  CHECKED(nc_inq_varid(file, "steps", &steps));
  const size_t count[3] = {1, Height, Width};
  size_t start[3] = {0, 0, 0};
  CHECKED(nc_get_vara_int(file, steps, start, count, &first[0][0]));
  d = digest(d, first, sizeof first);
  for (int y = 0; y < Height; y++)
    for (int x = 0; x < Width; x++)
      if (first[y][x] != expected(y, x, 0)) {
        printf("%d is not as expected\n", y);
        return 2;
      }
  start[0] = 2;
  CHECKED(nc_get_vara_int(file, steps, start, count, &second[0][0]));
  d = digest(d, second, sizeof second);
  if (second[0][0] != expected(0, 0, 2)) {
    CHECKED(nc_close(file));
    return 3;
  }
  if (!isGood(2)) {
    CHECKED(nc_close(file));
    return 4;
  }
  CHECKED(nc_inq_varid(file, "plane", &flat));
  CHECKED(nc_get_var_int(file, flat, &plane[0][0]));
  d = digest(d, plane, sizeof plane);
  CHECKED(nc_close(file));
  return 0;
}

static void spoil(const char *name, size_t record, size_t y, size_t x) {
  int file, steps;
  const size_t place[3] = {record, y, x};
  makeFile(name, NC_64BIT_OFFSET, Records, Height, Width);
  checked(nc_open(name, NC_WRITE, &file));
  checked(nc_inq_varid(file, "steps", &steps));
  checked(nc_put_var1_int(file, steps, place, &(int){-1}));
  checked(nc_close(file));
}

int main(void) {
  makeFile("good", NC_64BIT_OFFSET, Records, Height, Width);
  spoil("two", 0, 3, 4);
  spoil("three", 2, 0, 0);
  spoil("four", 2, 5, Width - 1);
  static const char *const names[] = {"good", "two", "three", "four", "good"};
  for (int i = 0; i < 5; i++)
    printf("%d\n", readPhases(names[i]));
  result(d);
}
