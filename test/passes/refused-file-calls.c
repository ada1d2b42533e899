// A view whose data representation is not native, or not known.
//
// RUN: %slice %s | FileCheck %s --implicit-check-not=foreslice_packet
// CHECK: define
#include "mpi-decls.h"

double b[8];

void external(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{the data representation of MPI_File_set_view is not "native", as far as can be seen}}
    MPI_File_set_view(fh, i * 64, MPI_DOUBLE, MPI_DOUBLE, "external32",
                      MPI_INFO_NULL);
    MPI_File_read(fh, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}
