// In the source of main, a function that only regions call gets none of its
// own, whoever might call it.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

double b[512];
double work(const double *);

// CHECK-LABEL: define {{.*}}void @readRow(
// CHECK-NOT: foreslice
// CHECK: ret void
void readRow(MPI_File fh, int row, int columns) {
  for (int c = 0; c < columns; c++) {
    MPI_File_read_at(fh, row * 65536 + c * 512, b, 512, MPI_DOUBLE,
                     MPI_STATUS_IGNORE);
    work(b);
  }
}

// One that is called outside of them does.
void readColumn(MPI_File fh, int column, int rows) {
  for (int r = 0; r < rows; r++) { // expected-remark {{slice with 1 read:}}
    MPI_File_read_at(fh, r * 65536 + column, b, 1, MPI_DOUBLE,
                     MPI_STATUS_IGNORE);
    work(b);
  }
}

void all(MPI_File fh, int rows) {
  for (int r = 0; r < rows; r++) { // expected-remark {{slice with 2 reads:}}
    readRow(fh, r, 16);
    readColumn(fh, r, 16);
  }
}

void last(MPI_File fh) { readColumn(fh, 100, 2); }

int main(void) { return 0; }
