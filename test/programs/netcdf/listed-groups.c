// Lists the groups of files of NetCDF-4, and reads a variable of each, in the
// order in which the groups were made: of a file that was open at launch, and
// of files that the slice opens ahead of the program. A classic file has none.
// REQUIRES: netcdf
// RUN: %check-program --expect 'reads_posted>=25' --expect 'hits>=20' --expect 'files_opened_ahead>=4'
#include "variables.h"

enum { Files = 6, Groups = 5, Width = 16384 };
static int data[Width];

static void makeOne(const char *name) {
  static const char *const names[Groups] = {"zone", "air", "sea", "run", "ice"};
  int file, x;
  checked(nc_create(name, NC_CLOBBER | NC_NETCDF4, &file));
  checked(nc_def_dim(file, "x", Width, &x));
  for (int g = 0; g < Groups; g++) {
    int group, set, other;
    checked(nc_def_grp(file, names[g], &group));
    checked(nc_def_grp(group, "inner", &other));
    checked(nc_def_var(group, "row", NC_INT, 1, &x, &set));
    for (size_t i = 0; i < Width; i++)
      data[i] = (int)((uint32_t)(i + (size_t)g * 7919) * 2654435761u >> 17);
    checked(nc_put_var_int(group, set, data));
  }
  checked(nc_close(file));
}

static uint64_t readGroups(uint64_t d, int file) {
  int count, groups[Groups];
  checked(nc_inq_grps(file, &count, groups));
  for (int g = 0; g < count; g++) {
    int set;
    checked(nc_inq_varid(groups[g], "row", &set));
    checked(nc_get_var_int(groups[g], set, data));
    d = digest(d, data, sizeof data);
  }
  return d;
}

static uint64_t __attribute__((noinline)) readFiles(uint64_t d) {
  char name[32];
  for (int i = 0; i < Files; i++) {
    int file;
    snprintf(name, sizeof name, "data.%d", i);
    checked(nc_open(name, NC_NOWRITE, &file));
    d = readGroups(d, file);
    checked(nc_close(file));
  }
  return d;
}

int main(void) {
  char name[32];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "data.%d", i);
    if (i == Files / 2)
      makeFile(name, 0, 2, 4, 4);
    else
      makeOne(name);
  }
  result(readFiles(DIGEST_START));
}
