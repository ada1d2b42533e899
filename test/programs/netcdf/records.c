// Reads records of files in each classic format, step by step: of a file that
// was open at launch, in the way in which the program's own structure has it.
// REQUIRES: netcdf
// RUN: %check-program --expect 'reads_posted>=60' --expect 'hits>=50' --expect 'missed<=8'
#include "variables.h"

enum { Records = 24, Height = 64, Width = 256 };
static int data[Height][Width];

struct series {
  int file, variable;
  size_t records;
};

static uint64_t __attribute__((noinline)) readSteps(uint64_t d,
                                                    const struct series *of) {
  for (size_t r = 0; r < of->records; r++) {
    const size_t start[3] = {r, 0, 0}, count[3] = {1, Height, Width};
    checked(nc_get_vara_int(of->file, of->variable, start, count, &data[0][0]));
    d = digest(d, data, sizeof data);
  }
  return d;
}

int main(void) {
  const int formats[3] = {0, NC_64BIT_OFFSET, NC_64BIT_DATA};
  char name[8] = "data.0";
  uint64_t d = DIGEST_START;
  for (int f = 0; f < 3; f++) {
    name[5] = (char)('0' + f);
    makeFile(name, formats[f], Records, Height, Width);
  }
  for (int f = 0; f < 3; f++) {
    name[5] = (char)('0' + f);
    struct series all;
    int time;
    checked(nc_open(name, NC_NOWRITE, &all.file));
    checked(nc_inq_varid(all.file, "steps", &all.variable));
    checked(nc_inq_unlimdim(all.file, &time));
    checked(nc_inq_dimlen(all.file, time, &all.records));
    d = readSteps(d, &all);
    checked(nc_close(all.file));
  }
  result(d);
}
