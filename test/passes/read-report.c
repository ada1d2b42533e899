// -Rpass-analysis says of each read which slice prefetches it, or why none
// does: in callees of regions too, and where the outer loop cannot be sliced
// for the inner one. What it takes to follow the reads does not stay.
//
// RUN: %slice -g -Rpass-analysis=prefetch-slice %s \
// RUN:   | FileCheck %s --implicit-check-not=foreslice.read
#include "mpi-decls.h"
volatile int latest;

double b[8];

// CHECK-LABEL: define {{.*}}void @readOne(
static void readOne(MPI_File fh, int i) {
  MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE); // expected-remark {{MPI_File_read_at is prefetched by the slice of}}
}

void sliced(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    readOne(fh, i);
}

void refused(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{no prefetch slice}}
    MPI_File_read_at(fh, latest, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE); // expected-remark {{MPI_File_read_at is not prefetched: the offset of MPI_File_read_at depends on a volatile or atomic variable}}
}

void innerSliced(MPI_File fh, int n) {
  long at = 0;
  for (;; at = latest) // expected-remark {{no prefetch slice}}
    for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
      MPI_File_read_at(fh, at + i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE); // expected-remark {{MPI_File_read_at is prefetched by the slice of}}
}

typedef int Read(MPI_File, MPI_Offset, void *, int, MPI_Datatype, MPI_Status *);

void byPointer(MPI_File fh, int n, int all) {
  Read *read = all ? MPI_File_read_at_all : MPI_File_read_at;
  for (int i = 0; i < n; i++) // expected-remark {{slice with 2 reads}}
    read(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE); // expected-remark {{is prefetched by the slice of}}
}

// expected-remark@* 3 {{is launched here}}
