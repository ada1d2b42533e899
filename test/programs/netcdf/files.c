// A file a step, of each classic format: the slice opens them ahead of the
// program, and reads the headers. What the file says decides what is read. Some
// do not exist.
// REQUIRES: netcdf
// RUN: %check-program --expect 'reads_posted>=30' --expect 'hits>=20' --expect 'files_opened_ahead>=8' --expect 'missed<=10'
#include "variables.h"

enum { Files = 15, Height = 64, Width = 256 };

static uint64_t __attribute__((noinline)) readFiles(uint64_t d) {
  static int data[Height * Width];
  char name[32];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "data.%02d", i);
    int file, variable, dimensions[3], last;
    size_t records, width, height;
    if (nc_open(name, NC_NOWRITE, &file) != NC_NOERR)
      continue;
    if (nc_inq_varid(file, "nothing", &variable) == NC_NOERR)
      return 0;
    checked(nc_inq_varid(file, "steps", &variable));
    checked(nc_inq_vardimid(file, variable, dimensions));
    checked(nc_inq_dimlen(file, dimensions[0], &records));
    checked(nc_inq_dimlen(file, dimensions[1], &height));
    checked(nc_inq_dimid(file, "x", &last));
    checked(nc_inq_dim(file, last, NULL, &width));
    const size_t start[3] = {records / 2, 0, 0}, count[3] = {1, height, width};
    checked(nc_get_vara_int(file, variable, start, count, data));
    d = digest(d, data, sizeof data);
    checked(nc_inq_varid(file, "plane", &variable));
    checked(nc_get_var_int(file, variable, data));
    d = digest(d, data, sizeof data);
    checked(nc_close(file));
  }
  return d;
}

int main(void) {
  const int formats[3] = {0, NC_64BIT_OFFSET, NC_64BIT_DATA};
  char name[32];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "data.%02d", i);
    if (i % 5 != 3)
      makeFile(name, formats[i % 3], 5, Height, Width);
  }
  result(readFiles(DIGEST_START));
}
