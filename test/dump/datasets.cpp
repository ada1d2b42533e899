// Reads by HDF5's C++ interface are told with the dataset and the selection, too.
//
// REQUIRES: hdf5
// RUN: sh -c '%foreslice-clangxx -fprefetch-slice -std=c++17 -O2 $(pkg-config --cflags hdf5-serial) -c %s -o %t.o -Rpass=prefetch-slice -Rpass-analysis=prefetch-slice' 2>&1 | FileCheck %s
// RUN: %dump %t.o --why-not datasets.cpp:21 | FileCheck %s --check-prefix=DUMP
// DUMP: DataSet::read of a hyperslab of 2 dimensions of dataset 'temperature' is prefetched, by the slice of {{.*}}datasets.cpp:18:3
#include <H5Cpp.h>
#include <string>

// CHECK-DAG: :[[@LINE+8]]:3: remark: prefetch slice with 1 read: {{.*}}; reads dataset 'temperature'
// CHECK-DAG: :[[@LINE+10]]:9: remark: DataSet::read of a hyperslab of 2 dimensions of dataset 'temperature' is prefetched
double rows(H5::H5File &file, double *row, int n) {
  H5::DataSet set = file.openDataSet("temperature");
  H5::DataSpace space = set.getSpace();
  const hsize_t count[2] = {1, 64};
  H5::DataSpace memory(2, count);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    const hsize_t start[2] = {hsize_t(i) * 8, 0};
    space.selectHyperslab(H5S_SELECT_SET, count, start);
    set.read(row, H5::PredType::NATIVE_DOUBLE, memory, space);
    sum += row[0];
  }
  return sum;
}

// CHECK-DAG: :[[@LINE+6]]:9: remark: DataSet::read of all of dataset 'wind' is prefetched
double text(H5::H5File &file, double *row, int n) {
  const std::string name = "wind";
  H5::DataSet set = file.openDataSet(name);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    set.read(row, H5::PredType::NATIVE_DOUBLE);
    sum += row[0];
  }
  return sum;
}

// A name that the program builds.
// CHECK-DAG: :[[@LINE+5]]:9: remark: DataSet::read of all of a dataset is prefetched
double steps(H5::H5File &file, double *row, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    H5::DataSet set = file.openDataSet("step" + std::to_string(i));
    set.read(row, H5::PredType::NATIVE_DOUBLE);
    sum += row[0];
  }
  return sum;
}
