// Variables that the loop reaches by pointers in closures and objects are known
// for what they are, so that the slice can keep copies of them.
//
// RUN: %slicexx %s | FileCheck %s
#include "mpi-decls.h"

double b[8];
double work(const double *);

// CHECK-LABEL: define internal void @_Z13capturedByRef{{.*}}.slice(
// CHECK-NOT: load volatile
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void capturedByRef(MPI_File fh, int n, int step) {
  long at = 0;
  double sum = 0;
  auto next = [&] {
    MPI_File_read_at(fh, at, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    sum += work(b);
    at += step;
  };
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    next();
}

struct Cursor {
  long At = 0;
};
class Reader {
public:
  Reader(MPI_File fh, Cursor &c) : File(fh), Place(c) {}
  void next(int bytes) {
    MPI_File_read_at(File, Place.At, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    Place.At += bytes;
  }

private:
  MPI_File File;
  Cursor &Place;
};

// CHECK-LABEL: define internal void @_Z15referenceMember{{.*}}.slice(
// CHECK-NOT: load volatile
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void referenceMember(MPI_File fh, int n) {
  Cursor c;
  Reader r(fh, c);
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    r.next(i * 64);
}

// A store behind the loop does not count.
//
// CHECK-LABEL: define internal void @_Z8released{{.*}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void released(MPI_File fh, int n) {
  struct {
    long *At;
  } owner;
  long at = 0;
  owner.At = &at;
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, (*owner.At)++, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  owner.At = nullptr;
}
