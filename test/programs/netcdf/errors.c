// Reads that fail, or that the slice cannot know: behind the end, of no such
// variable, records that the program has just written, what is no file of
// NetCDF, a file that is damaged, and one that is opened anew under the same
// number. The slice ends where it knows nothing of a file.
// REQUIRES: netcdf
// RUN: %check-program --expect 'reads_posted>=8' --expect 'hits>=5' --expect 'missed<=64'
#include "variables.h"

enum { Records = 20, Height = 64, Width = 128 };
static int data[Height * Width];

static uint64_t __attribute__((noinline))
readSteps(uint64_t d, int file, int variable, size_t records) {
  for (size_t r = 0; r < records; r++) {
    const size_t start[3] = {r, 0, 0}, count[3] = {1, Height, Width};
    const int got = nc_get_vara_int(file, variable, start, count, data);
    d = digest(d, &got, sizeof got);
    d = digest(d, data, sizeof data);
  }
  return d;
}

/// Each time by a file of its own under the same number.
static uint64_t __attribute__((noinline)) readByNumber(uint64_t d, int turns) {
  for (int i = 0; i < turns; i++) {
    char name[8] = "data.0";
    name[5] = (char)('0' + i % 2);
    int file, variable;
    const int opened = nc_open(name, NC_NOWRITE, &file);
    d = digest(d, &opened, sizeof opened);
    if (opened != NC_NOERR)
      continue;
    checked(nc_inq_varid(file, "steps", &variable));
    const size_t start[3] = {(size_t)i, 0, 0}, count[3] = {1, Height, Width};
    const int got = nc_get_vara_int(file, variable, start, count, data);
    d = digest(d, &got, sizeof got);
    d = digest(d, data, sizeof data);
    nc_close(file);
  }
  return d;
}

int main(void) {
  int file, variable;
  uint64_t d = DIGEST_START;
  makeFile("data.0", 0, Records, Height, Width);
  makeFile("data.1", NC_64BIT_DATA, Records / 2, Height, Width);
  checked(nc_open("data.0", NC_WRITE, &file));
  checked(nc_inq_varid(file, "steps", &variable));
  d = readSteps(d, file, variable, Records + 3);
  d = readSteps(d, file, variable + 7, 2);
  d = readSteps(d, file + 1, variable, 2);
  for (size_t i = 0; i < 8; i++) {
    const size_t start[3] = {Records + i, 0, 0}, count[3] = {1, Height, Width};
    checked(nc_put_vara_int(file, variable, start, count, data));
  }
  d = readSteps(d, file, variable, Records + 8);
  checked(nc_close(file));
  d = readByNumber(d, 12);

  // What is damaged: a byte of the header is another one each time.
  FILE *part = fopen("data.0", "rb");
  unsigned char header[512];
  if (!part || fread(header, 1, sizeof header, part) != sizeof header)
    return 90;
  fclose(part);
  for (int i = 0; i < 40; i++) {
    const unsigned char was = header[i * 7];
    header[i * 7] = (unsigned char)(was ^ (unsigned)(1 << i % 8));
    part = fopen("data.1", "wb");
    fwrite(header, 1, sizeof header, part);
    fclose(part);
    header[i * 7] = was;
    if (nc_open("data.1", NC_NOWRITE, &file) == NC_NOERR) {
      const int last = 1;
      const size_t start[3] = {0, 0, 0}, count[3] = {1, 1, 1};
      for (int v = 0; v < 3; v++) {
        int got = nc_get_vara_int(file, v, start, count, data);
        d = digest(d, &got, sizeof got);
      }
      d = digest(d, &last, sizeof last);
      nc_close(file);
    }
  }
  makeData("data.1", 4096, 3);
  d = readByNumber(d, 4);
  result(d);
}
