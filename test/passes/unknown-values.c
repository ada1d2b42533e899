// What a slice cannot compute is refused by name.
//
// RUN: %slice %s | FileCheck %s --implicit-check-not=foreslice_
// CHECK: define
#include "mpi-decls.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

double b[8];
#define READ(At)                                                               \
  MPI_File_read_at(fh, At, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE)

void randomNumber(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{no prefetch slice: the offset of MPI_File_read_at depends on a random number (rand), which a slice cannot compute}}
    READ(rand());
}
void theTime(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{the offset of MPI_File_read_at depends on the time (time), which a slice cannot compute}}
    READ(time(NULL));
}
void deadline(MPI_File fh, double end) {
  while (MPI_Wtime() < end) // expected-remark {{the execution of MPI_File_read_at depends on the time (MPI_Wtime)}}
    READ(0);
}
void message(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark-re {{the offset of MPI_File_read_at depends on a received message (MPI_Recv), which a slice cannot compute ({{.*}}unknown-values.c:29:5)}}
    int at;
    MPI_Recv(&at, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    READ(at);
  }
}
void broadcast(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{the count of MPI_File_read_at depends on a received message (MPI_Bcast)}}
    int count;
    MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_File_read_at(fh, i, b, count, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}
void input(MPI_File fh) {
  int at;
  while (scanf("%d", &at) == 1) // expected-remark {{depends on input of the program (}}
    READ(at);
}
void environment(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{depends on the environment (getenv)}}
    READ(getenv("SKIP") ? i : 0);
}
