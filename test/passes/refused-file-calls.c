// Calls in the loop that change which file is read, or how.
//
// RUN: %slice %s | FileCheck %s --implicit-check-not=foreslice_
// CHECK: define
#include "mpi-decls.h"
#include <stdio.h>

double b[8];

void opened(int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{the file of MPI_File_read_at depends on a file that is opened or closed in the loop}}
    MPI_File fh;
    char name[32];
    sprintf(name, "part%d", i);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
    MPI_File_read_at(fh, 0, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
  }
}
void viewChanged(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{the file's view is changed in the loop by MPI_File_set_view}}
    MPI_File_set_view(fh, i * 64, MPI_DOUBLE, MPI_DOUBLE, "native",
                      MPI_INFO_NULL);
    MPI_File_read(fh, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}
