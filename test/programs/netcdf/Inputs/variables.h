// What the programs share that read by NetCDF: files of variables, and checks.
#ifndef VARIABLES_H
#define VARIABLES_H

#include "posix.h"

#include <netcdf.h>

/// A result, which is no error.
static inline void checked(int error) {
  if (error) {
    printf("%s\n", nc_strerror(error));
    exit(91);
  }
}

/// A file of that name and format with a variable of records, one without, and
/// the numbers of the records: "steps", "plane" and "time".
static inline void makeFile(const char *name, int format, size_t records,
                            size_t height, size_t width) {
  int file, dimensions[3], steps, plane, time;
  checked(nc_create(name, NC_CLOBBER | format, &file));
  checked(nc_put_att_text(file, NC_GLOBAL, "title", 5, "a file"));
  checked(nc_def_dim(file, "time", NC_UNLIMITED, &dimensions[0]));
  checked(nc_def_dim(file, "y", height, &dimensions[1]));
  checked(nc_def_dim(file, "x", width, &dimensions[2]));
  checked(nc_def_var(file, "steps", NC_INT, 3, dimensions, &steps));
  checked(nc_def_var(file, "plane", NC_SHORT, 2, dimensions + 1, &plane));
  checked(nc_def_var(file, "time", NC_BYTE, 1, dimensions, &time));
  checked(nc_put_att_text(file, steps, "units", 1, "K"));
  checked(nc_enddef(file));
  int *data = (int *)malloc(height * width * sizeof *data);
  for (size_t r = 0; r < records; r++) {
    for (size_t i = 0; i < height * width; i++)
      data[i] = (int)((uint32_t)(i + r * 7919) * 2654435761u >> 17);
    const size_t start[3] = {r, 0, 0}, count[3] = {1, height, width};
    const int now = (int)r % 100;
    checked(nc_put_vara_int(file, steps, start, count, data));
    if (r == 0)
      checked(nc_put_var_int(file, plane, data));
    checked(nc_put_var1_int(file, time, start, &now));
  }
  free(data);
  checked(nc_close(file));
}

#endif
