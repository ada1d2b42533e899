// A read in no loop gets no slice and is said so, unless a region calls it.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

// CHECK-NOT: foreslice_packet
double header(MPI_File fh) {
  double h;
  MPI_File_read_at(fh, 0, &h, 1, MPI_DOUBLE, MPI_STATUS_IGNORE); // expected-remark {{no prefetch slice: this MPI_File_read_at is in no loop of its function}}
  return h;
}
