// C++ as it is written: containers, range for, lambdas, members, owners.
//
// RUN: %slicexx %s | FileCheck %s
#include "mpi-decls.h"
#include <memory>
#include <stdexcept>
#include <vector>

double work(const std::vector<double> &b);

// A wrapper class whose method throws on errors.
class File {
public:
  void readAt(MPI_Offset at, std::vector<double> &b) const {
    if (MPI_File_read_at(Handle, at, b.data(), int(b.size()), MPI_DOUBLE,
                         MPI_STATUS_IGNORE) != MPI_SUCCESS)
      throw std::runtime_error("read failed");
  }
  MPI_File Handle;
};

// CHECK-LABEL: define internal void @_Z7wrapper{{.*}}.slice(
// CHECK-NOT: {{__cxa|_Z4work}}
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK-NOT: {{__cxa|_Z4work}}
// CHECK: ret void
void wrapper(const File &f, int n) {
  std::vector<double> b(64);
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    f.readAt(i * 512, b);
    work(b);
  }
}

// CHECK-LABEL: define internal void @_Z8rangeFor{{.*}}.slice(
// CHECK: load volatile i64
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void rangeFor(MPI_File fh, const std::vector<MPI_Offset> &offsets) {
  std::vector<double> b(64);
  for (MPI_Offset at : offsets) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, at, b.data(), 64, MPI_DOUBLE, MPI_STATUS_IGNORE);
    work(b);
  }
}

// CHECK-LABEL: define internal void @_Z6lambda{{.*}}.slice(
// CHECK: mul i64 {{.*}}, 4096
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void lambda(MPI_File fh, int first, int n) {
  std::vector<double> b(64);
  auto at = [&](int i) { return MPI_Offset(first + i) * 4096; };
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, at(i), b.data(), 64, MPI_DOUBLE, MPI_STATUS_IGNORE);
    work(b);
  }
}

struct Grid {
  MPI_File File;
  int Columns;
  std::unique_ptr<double[]> Row;
  MPI_Offset at(int r, int c) const { return MPI_Offset(r) * Columns + c; }
  double sum(int rows);
};

// CHECK-LABEL: define internal void @_ZN4Grid3sumEi{{.*}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
double Grid::sum(int rows) {
  double s = 0;
  for (int r = 0; r < rows; r++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(File, at(r, 0), Row.get(), Columns, MPI_DOUBLE,
                     MPI_STATUS_IGNORE);
    s += Row[0];
  }
  return s;
}
