// Reads every other row by the library's interface of C++: hyperslabs that the
// loop selects, a dataset a step, and a file a step.
// RUN: %check-methods --slices 2 --expect 'reads_posted>=70' --expect 'hits>=50' --expect 'files_opened_ahead>=4'
#include "sets.h"

#include <H5Cpp.h>
#include <string>

using namespace H5;

enum { Rows = 80, Columns = 16384, Steps = 24, Files = 8 };
static int row[Columns];

static void makeFiles() {
  const hsize_t lengths[2] = {Rows, Columns}, one[2] = {1, Columns};
  H5File file("data", H5F_ACC_TRUNC);
  makeSet(file.getId(), "rows", Contiguous, 2, lengths, nullptr);
  for (int i = 0; i < Steps; i++)
    makeSet(file.getId(), ("step" + std::to_string(i)).c_str(),
            i % 2 ? Compressed : Contiguous, 2, one, one);
  for (int i = 0; i < Files; i++) {
    H5File step("data." + std::to_string(i), H5F_ACC_TRUNC);
    makeSet(step.getId(), "rows", Chunked, 2, one, one);
  }
}

/// Of a dataset that is open.
__attribute__((noinline)) static uint64_t readRows(uint64_t d,
                                                   const DataSet &set) {
  DataSpace space = set.getSpace();
  hsize_t lengths[2];
  space.getSimpleExtentDims(lengths);
  const hsize_t count[2] = {1, lengths[1]};
  DataSpace memory(1, &count[1]);
  for (hsize_t i = 0; i < lengths[0]; i += 2) {
    const hsize_t start[2] = {i, 0};
    space.selectHyperslab(H5S_SELECT_SET, count, start);
    set.read(row, PredType::NATIVE_INT, memory, space);
    d = digest(d, row, sizeof row);
  }
  return d;
}

/// Of a file that is open.
__attribute__((noinline)) static uint64_t readSteps(uint64_t d,
                                                    const H5File &file) {
  for (int i = 0; i < Steps; i++) {
    const std::string name = "step" + std::to_string(i);
    DataSet set = file.openDataSet(name);
    set.read(row, PredType::NATIVE_INT);
    d = digest(d, row, sizeof row);
  }
  return d;
}

__attribute__((noinline)) static uint64_t readFiles(uint64_t d) {
  char name[32];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "data.%d", i);
    H5File file(name, H5F_ACC_RDONLY);
    DataSet set = file.openDataSet("rows");
    set.read(row, PredType::NATIVE_INT);
    d = digest(d, row, sizeof row);
  }
  return d;
}

int main() {
  makeFiles();
  uint64_t d = DIGEST_START;
  try {
    H5File file("data", H5F_ACC_RDONLY);
    d = readRows(d, file.openDataSet("rows"));
    d = readSteps(d, file);
    d = readFiles(d);
  } catch (const Exception &error) {
    error.printErrorStack();
    return 91;
  }
  result(d);
}
