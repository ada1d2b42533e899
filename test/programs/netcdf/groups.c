// Groups of NetCDF-4 with dimensions of the file: one that was open at launch,
// and groups that the slice finds in files that it opens ahead of the program.
// REQUIRES: netcdf
// RUN: %check-program --slices 1 --expect 'reads_posted>=25' --expect 'hits>=20' --expect 'files_opened_ahead>=4'
#include "variables.h"

enum { Files = 8, Records = 12, Width = 16384 };
static int data[Width];

static void makeOne(const char *name) {
  int file, group, inner, dimensions[2], sets[2];
  checked(nc_create(name, NC_CLOBBER | NC_NETCDF4, &file));
  checked(nc_def_dim(file, "row", Records, &dimensions[0]));
  checked(nc_def_grp(file, "model", &group));
  checked(nc_def_dim(group, "x", Width, &dimensions[1]));
  checked(nc_def_grp(group, "run", &inner));
  checked(nc_def_var(group, "rows", NC_INT, 2, dimensions, &sets[0]));
  checked(nc_def_var(inner, "rows", NC_INT, 2, dimensions, &sets[1]));
  checked(nc_enddef(file));
  for (size_t r = 0; r < Records; r++)
    for (int s = 0; s < 2; s++) {
      for (size_t i = 0; i < Width; i++)
        data[i] = (int)((uint32_t)(i + r * 7919 + (unsigned)s) * 2654435761u);
      const size_t start[2] = {r, 0}, count[2] = {1, Width};
      checked(nc_put_vara_int(s ? inner : group, sets[s], start, count, data));
    }
  checked(nc_close(file));
}

static uint64_t __attribute__((noinline)) readRows(uint64_t d, int group,
                                                   int set) {
  for (size_t r = 0; r < Records; r++) {
    const size_t start[2] = {r, 0}, count[2] = {1, Width};
    checked(nc_get_vara_int(group, set, start, count, data));
    d = digest(d, data, sizeof data);
  }
  return d;
}

static uint64_t __attribute__((noinline)) readFiles(uint64_t d) {
  char name[32];
  for (int i = 0; i < Files; i++) {
    int file, group, inner, set, x, row;
    size_t width, rows;
    snprintf(name, sizeof name, "data.%d", i);
    checked(nc_open(name, NC_NOWRITE, &file));
    checked(nc_inq_ncid(file, "model", &group));
    if (i % 2)
      checked(nc_inq_grp_ncid(group, "run", &inner));
    else
      checked(nc_inq_grp_full_ncid(file, "/model/run", &inner));
    checked(nc_inq_varid(inner, "rows", &set));
    checked(nc_inq_dimid(group, "x", &x));
    checked(nc_inq_dimlen(group, x, &width));
    checked(nc_inq_dimid(inner, "row", &row));
    checked(nc_inq_dimlen(inner, row, &rows));
    const size_t start[2] = {rows / 2 + (size_t)i % 4, 0},
                 count[2] = {1, width};
    checked(nc_get_vara_int(inner, set, start, count, data));
    d = digest(d, data, sizeof data);
    checked(nc_close(file));
  }
  return d;
}

static int file, group, set;

/// So the group is known when the slice of main begins.
static void __attribute__((constructor)) prepare(void) {
  char name[32];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "data.%d", i);
    makeOne(name);
  }
  checked(nc_open("data.0", NC_NOWRITE, &file));
  checked(nc_inq_ncid(file, "model", &group));
  checked(nc_inq_varid(group, "rows", &set));
}

int main(void) {
  uint64_t d = DIGEST_START;
  d = readRows(d, group, set);
  checked(nc_close(file));
  d = readFiles(d);
  result(d);
}
