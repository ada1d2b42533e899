// Reads by the library's methods in C++: records, planes with strides, a whole
// variable and elements of a file a step. The slice opens the files ahead of
// the program. The methods are built apart.
// REQUIRES: netcdf
// RUN: mkdir -p %t.methods && %foreslice-clangxx -fno-prefetch-slice -O1 -c %S/Inputs/netcdf-methods.cpp -o %t.methods/methods.o
// RUN: %check-program --flag=%t.methods/methods.o --expect 'reads_posted>=60' --expect 'hits>=40' --expect 'files_opened_ahead>=8' --expect 'missed<=45'
#include "netcdf-methods.h"
#include "variables.h"

using netCDF::NcFile;

enum { Files = 12, Records = 6, Height = 64, Width = 256 };
static int data[Height * Width];

static uint64_t __attribute__((noinline)) readFiles(uint64_t d) {
  char name[32];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "data.%02d", i);
    NcFile file(name, NcFile::read);
    const netCDF::NcVar steps = file.getVar("steps"),
                        time = file.getVar("time");
    const netCDF::NcVar plane = file.getVar("plane");
    const size_t height = file.getDim("y").getSize();
    const size_t width = steps.getDim(steps.getDimCount() - 1).getSize();
    for (size_t r = i % 2; r < Records; r += 2) {
      steps.getVar({r, 0, 0}, {1, height, width}, data);
      d = digest(d, data, sizeof data);
      signed char at = 0;
      time.getVar({r}, &at);
      d = digest(d, &at, sizeof at);
    }
    short half[Height / 2 * Width];
    plane.getVar({i % 2u, 0}, {height / 2, width}, {2, 1}, half);
    d = digest(d, half, sizeof half);
    plane.getVar(data);
    d = digest(d, data, sizeof data);
    file.close();
  }
  return d;
}

int main() {
  char name[32];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "data.%02d", i);
    makeFile(name, i % 2 ? NC_64BIT_OFFSET : 0, Records, Height, Width);
  }
  result(readFiles(DIGEST_START));
}
