// In each step, rows are read that an index variable names, which the step
// reads before: of classic files, whose numbers are big-endian, and of
// NetCDF-4.
// REQUIRES: netcdf
// RUN: %check-program --slices 3 --expect 'reads_posted>=60' --expect 'hits>=50' --expect 'dependent_reads>=12'
#include "variables.h"

enum { Steps = 6, Rows = 64, Width = 16384, Some = 8 };
static int data[Width];

static void makeOne(const char *name, int format) {
  int file, dimensions[3], rows, index, times;
  checked(nc_create(name, NC_CLOBBER | format, &file));
  checked(nc_def_dim(file, "row", Rows, &dimensions[0]));
  checked(nc_def_dim(file, "x", Width, &dimensions[1]));
  checked(nc_def_dim(file, "some", Some, &dimensions[2]));
  const int places[2] = {dimensions[0], dimensions[2]};
  checked(nc_def_var(file, "rows", NC_INT, 2, dimensions, &rows));
  checked(nc_def_var(file, "index", NC_SHORT, 2, places, &index));
  checked(nc_def_var(file, "times", NC_DOUBLE, 1, dimensions, &times));
  checked(nc_enddef(file));
  for (size_t r = 0; r < Rows; r++) {
    for (size_t i = 0; i < Width; i++)
      data[i] = (int)((uint32_t)(i + r * 7919) * 2654435761u >> 17);
    const size_t start[2] = {r, 0}, count[2] = {1, Width}, some[2] = {1, Some};
    checked(nc_put_vara_int(file, rows, start, count, data));
    int numbers[Some];
    for (int i = 0; i < Some; i++)
      numbers[i] = ((int)r * 31 + i * 13) % Rows;
    checked(nc_put_vara_int(file, index, start, some, numbers));
    const double time = (double)((r * 29 + 3) % Rows);
    checked(nc_put_var1_double(file, times, start, &time));
  }
  checked(nc_close(file));
}

static uint64_t __attribute__((noinline))
readRows(uint64_t d, int file, int rows, int index, int times) {
  for (size_t s = 0; s < Steps; s++) {
    short which[Some];
    double time;
    const size_t at[2] = {3 * s, 0}, some[2] = {1, Some}, one[1] = {s};
    checked(nc_get_vara_short(file, index, at, some, which));
    checked(nc_get_var1_double(file, times, one, &time));
    for (int i = 0; i <= Some; i++) {
      const size_t start[2] = {i < Some ? (size_t)which[i] : (size_t)time, 0},
                   count[2] = {1, Width};
      checked(nc_get_vara_int(file, rows, start, count, data));
      d = digest(d, data, sizeof data);
    }
  }
  return d;
}

int main(void) {
  const int formats[] = {0, NC_64BIT_DATA, NC_NETCDF4};
  uint64_t d = DIGEST_START;
  char name[32];
  for (int i = 0; i < 3; i++) {
    snprintf(name, sizeof name, "data.%d", i);
    makeOne(name, formats[i]);
  }
  for (int i = 0; i < 3; i++) {
    int file, rows, index, times;
    snprintf(name, sizeof name, "data.%d", i);
    checked(nc_open(name, NC_NOWRITE, &file));
    checked(nc_inq_varid(file, "rows", &rows));
    checked(nc_inq_varid(file, "index", &index));
    checked(nc_inq_varid(file, "times", &times));
    d = readRows(d, file, rows, index, times);
    checked(nc_close(file));
  }
  result(d);
}
