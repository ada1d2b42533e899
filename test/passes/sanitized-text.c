// With a sanitizer, a library function gets a copy of text that is not the
// slice's own: its check of the memory would end the program.
//
// RUN: %slice -fsanitize=address %s | FileCheck %s
#include "mpi-decls.h"

int atoi(const char *);
double work(const double *);
double b[8];

// CHECK-LABEL: define internal void @places{{.*}}.slice(
// CHECK: call void @foreslice_slice_load_text(ptr %[[TEXT:.*]], ptr
// CHECK: call i32 @atoi(ptr {{.*}}%[[TEXT]])
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void places(MPI_File fh, const char *lines, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, atoi(lines + 8 * i), b, 8, MPI_DOUBLE,
                     MPI_STATUS_IGNORE);
    work(b);
  }
}
