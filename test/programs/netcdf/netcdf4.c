// Files of NetCDF-4, which the library reads by HDF5: contiguous, chunked and
// compressed variables of a file that was open at launch, and a file a step,
// which the slice opens ahead of the program.
// REQUIRES: netcdf
// RUN: %check-program --slices 1 --expect 'reads_posted>=40' --expect 'hits>=30' --expect 'files_opened_ahead>=6' --expect 'missed<=30'
#include "variables.h"

enum { Files = 10, Records = 10, Height = 64, Width = 256 };
static int data[Height * Width];

static void makeOne(const char *name) {
  int file, dimensions[3], sets[3];
  const size_t chunk[3] = {1, Height / 2, Width};
  checked(nc_create(name, NC_CLOBBER | NC_NETCDF4, &file));
  checked(nc_def_dim(file, "time", NC_UNLIMITED, &dimensions[0]));
  checked(nc_def_dim(file, "y", Height, &dimensions[1]));
  checked(nc_def_dim(file, "x", Width, &dimensions[2]));
  checked(nc_def_var(file, "chunks", NC_INT, 3, dimensions, &sets[0]));
  checked(nc_def_var_chunking(file, sets[0], NC_CHUNKED, chunk));
  checked(nc_def_var(file, "pressed", NC_INT, 3, dimensions, &sets[1]));
  checked(nc_def_var_chunking(file, sets[1], NC_CHUNKED, chunk));
  checked(nc_def_var_deflate(file, sets[1], 0, 1, 1));
  checked(nc_def_var(file, "all", NC_INT, 2, dimensions + 1, &sets[2]));
  // More objects than have room in the header of a group.
  char other[32];
  for (int i = 0; i < 8; i++) {
    int set;
    snprintf(other, sizeof other, "other%d", i);
    checked(nc_def_var(file, other, NC_INT, 1, dimensions + 2, &set));
  }
  checked(nc_enddef(file));
  for (size_t r = 0; r < Records; r++) {
    for (size_t i = 0; i < Height * Width; i++)
      data[i] = (int)((uint32_t)(i + r * 7919) * 2654435761u >> 17);
    const size_t start[3] = {r, 0, 0}, count[3] = {1, Height, Width};
    for (int s = 0; s < 2; s++)
      checked(nc_put_vara_int(file, sets[s], start, count, data));
  }
  checked(nc_put_var_int(file, sets[2], data));
  checked(nc_close(file));
}

static uint64_t __attribute__((noinline))
readSteps(uint64_t d, int file, int count, const int *sets) {
  for (size_t r = 0; r < Records; r++)
    for (int s = 0; s < count; s++) {
      const size_t start[3] = {r, 0, 0}, part[3] = {1, Height, Width};
      checked(nc_get_vara_int(file, sets[s], start, part, data));
      d = digest(d, data, sizeof data);
    }
  return d;
}

static uint64_t __attribute__((noinline)) readFiles(uint64_t d) {
  char name[32];
  for (int i = 0; i < Files; i++) {
    int file, chunks, all, y;
    size_t height, start[3] = {0, 0, 0}, count[3] = {1, 0, Width};
    snprintf(name, sizeof name, "data.%02d", i);
    if (nc_open(name, NC_NOWRITE, &file) != NC_NOERR)
      continue;
    checked(nc_inq_varid(file, "chunks", &chunks));
    checked(nc_inq_varid(file, "all", &all));
    checked(nc_inq_dimid(file, "y", &y));
    checked(nc_inq_dimlen(file, y, &height));
    start[0] = (size_t)i % Records;
    count[1] = height;
    checked(nc_get_vara_int(file, chunks, start, count, data));
    d = digest(d, data, sizeof data);
    checked(nc_get_var_int(file, all, data));
    d = digest(d, data, sizeof data);
    checked(nc_close(file));
  }
  return d;
}

static int file, sets[2];

/// So the file is open when the slice of main begins.
static void __attribute__((constructor)) prepare(void) {
  char name[32];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "data.%02d", i);
    if (i != 5)
      makeOne(name);
  }
  checked(nc_open("data.00", NC_NOWRITE, &file));
  checked(nc_inq_varid(file, "chunks", &sets[0]));
  checked(nc_inq_varid(file, "pressed", &sets[1]));
}

int main(void) {
  uint64_t d = DIGEST_START;
  d = readSteps(d, file, 2, sets);
  checked(nc_close(file));
  d = readFiles(d);
  result(d);
}
