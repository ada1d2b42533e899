// Paths that end the program in an error count as not taken: no status check,
// message or MPI_Abort is in the slice.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"
#include <stdio.h>
#include <stdlib.h>

double b[8];
double work(const double *);

#define CHECK(Call)                                                            \
  do {                                                                         \
    if ((Call) != MPI_SUCCESS) {                                               \
      fprintf(stderr, "error\n");                                              \
      MPI_Abort(MPI_COMM_WORLD, 1);                                            \
    }                                                                          \
  } while (0)

// CHECK-LABEL: define internal void @macro.{{[0-9]+}}.slice(
// CHECK-NOT: {{MPI_Abort|fprintf}}
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK-NOT: call
// CHECK: ret void
void macro(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    CHECK(MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE));
    work(b);
  }
}

static void die(const char *what) {
  perror(what);
  exit(EXIT_FAILURE);
}

// CHECK-LABEL: define internal void @dies.{{[0-9]+}}.slice(
// CHECK-NOT: {{perror|exit\(|die|strtol|getenv}}
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK-NOT: call
// CHECK: ret void
void dies(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    if (work(b) < 0)
      die("negative");
    if (b[0] > 1e9)
      abort();
  }
}

// An error code that leaves the loop: MPI calls count as successful.
// CHECK-LABEL: define internal void @returns.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK-NOT: call
// CHECK: ret void
int returns(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    int err = MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    if (err != MPI_SUCCESS)
      return err;
    work(b);
  }
  return 0;
}

// exit(0) is how some programs end well: that is another end of the loop.
// CHECK-LABEL: define internal void @endsWell.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void endsWell(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{takes for granted that the loop goes on}}
    MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    if (b[0] == 0)
      exit(0);
  }
}

// What follows the loop ends in an error in any case. The loop ends before that.
// CHECK-LABEL: define internal void @failsBehind.{{[0-9]+}}.slice(
// CHECK: icmp slt
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read,
// CHECK: ret void
void failsBehind(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_File_read(fh, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    work(b);
  }
  exit(1);
}
