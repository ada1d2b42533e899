// Variables of no to five dimensions, by each call: elements, all, parts, parts
// with strides, and mapped to other places of memory. The file says which
// variables there are, and of which types.
// REQUIRES: netcdf
// RUN: %check-program --expect 'reads_posted>=30' --expect 'hits>=30' --expect 'missed<=8'
#include "variables.h"

enum { Points = 1 << 19 };
static double data[Points];
static double other[Points];

/// Slabs of the first dimension, whatever the rank.
static uint64_t __attribute__((noinline)) slabs(uint64_t d, int file) {
  int variables;
  checked(nc_inq_nvars(file, &variables));
  for (int v = 0; v < variables; v++) {
    char name[NC_MAX_NAME + 1];
    nc_type type;
    int rank, dimensions[NC_MAX_VAR_DIMS], attributes;
    checked(nc_inq_var(file, v, name, &type, &rank, dimensions, &attributes));
    size_t start[5] = {0}, count[5], points = 1, steps = 1;
    ptrdiff_t stride[5], map[5];
    for (int i = rank - 1; i >= 0; i--) {
      checked(nc_inq_dimlen(file, dimensions[i], &count[i]));
      stride[i] = 1;
      map[i] = (ptrdiff_t)points;
      if (i > 0)
        points *= count[i];
      else
        steps = count[i];
    }
    count[0] = 1;
    for (size_t s = 0; s < steps; s++) {
      start[0] = s;
      if (name[0] == 'e') {
        checked(nc_get_var1_double(file, v, start, data));
        d = digest(d, data, sizeof *data);
        continue;
      }
      checked(nc_get_vara_double(file, v, start, count, data));
      d = digest(d, data, points * sizeof *data);
      if (rank == 2 || rank == 3) {
        const size_t whole = count[1];
        count[1] = whole / 2;
        stride[1] = 2;
        checked(nc_get_vars_double(file, v, start, count, stride, data));
        d = digest(d, data, points / 2 * sizeof *data);
        checked(nc_get_varm_double(file, v, start, count, stride, map, other));
        d = digest(d, other, points / 2 * sizeof *data);
        count[1] = whole;
        stride[1] = 1;
      }
    }
    if (type == NC_SHORT || rank == 0) {
      checked(nc_get_var_double(file, v, data));
      d = digest(d, data, points * steps * sizeof *data);
    }
  }
  return d;
}

int main(void) {
  int file, dimensions[5], set[8];
  const size_t lengths[5] = {8, 16, 16, 8, 32};
  checked(nc_create("data", NC_CLOBBER, &file));
  char name[8] = "dim0";
  for (int i = 0; i < 5; i++) {
    name[3] = (char)('0' + i);
    checked(nc_def_dim(file, name, lengths[i], &dimensions[i]));
  }
  const nc_type types[6] = {NC_DOUBLE, NC_INT,   NC_SHORT,
                            NC_FLOAT,  NC_SHORT, NC_DOUBLE};
  size_t points[6] = {1};
  for (int rank = 0; rank < 6; rank++) {
    name[0] = rank == 1 ? 'e' : 'd';
    name[3] = (char)('0' + rank);
    points[rank] = rank ? points[rank - 1] * lengths[rank - 1] : 1;
    checked(nc_def_var(file, name, types[rank], rank, dimensions, &set[rank]));
  }
  checked(nc_enddef(file));
  for (int rank = 0; rank < 6; rank++) {
    for (size_t i = 0; i < points[rank]; i++)
      data[i] = (double)(i * 2654435761u % 100);
    checked(nc_put_var_double(file, set[rank], data));
  }
  checked(nc_close(file));

  checked(nc_open("data", NC_NOWRITE, &file));
  uint64_t d = DIGEST_START;
  d = slabs(d, file);
  checked(nc_close(file));
  result(d);
}
