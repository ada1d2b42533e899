// What only watches the program changes no slice: debug information, of which
// optimised code has records of every assignment, what keeps variables alive for
// debuggers, annotations, the counts of a profile, and the checks of sanitizers.
//
// RUN: %slice %s
// RUN: %slice -O2 %s
// RUN: %slice -O2 -g %s
// RUN: %slice -O2 -g -fextend-variable-liveness %s
// RUN: %slice -O2 -gline-tables-only %s
// RUN: %slice -fprofile-instr-generate -fcoverage-mapping %s
// RUN: %slice -O2 -fsanitize=undefined,integer %s
// RUN: %slice -O2 -ftrapv %s | FileCheck %s
#include "mpi-decls.h"

int MPI_Exscan(const void *, void *, int, MPI_Datatype, int, MPI_Comm);
double work(const char *);

// The slice has a copy of a callee's variable whose address is taken.
static long place(long mine) {
  long before = 0;
  MPI_Exscan(&mine, &before, 1, MPI_LONG, 3, MPI_COMM_WORLD);
  return before;
}
void callee(MPI_File fh, char *b, int n) {
  for (int i = 0; i < n; i++) { // expected-remark-re {{1 read: 11 of {{[0-9]+}} instructions kept ({{[0-9]+}}%), 12 bytes}}
    MPI_File_read_at(fh, i * 60000L + place(i), b, 64, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    work(b);
  }
}

// A copy of a structure that the loop changes in parts.
struct cursor {
  long at;
  int step[4];
};
void parts(MPI_File fh, char *b, int n) {
  struct cursor c = {64, {1, 2, 3, 4}};
  for (int i = 0; i < n; i++) { // expected-remark-re {{1 read: 16 of {{[0-9]+}} instructions kept}}
    MPI_File_read_at(fh, c.at, b, 64, MPI_BYTE, MPI_STATUS_IGNORE);
    c.at += c.step[i & 3];
    c.step[i & 3] += 7;
    work(b);
  }
}

// Annotations are for tools.
void annotated(MPI_File fh, char *b, int n) {
  struct {
    long at __attribute__((annotate("place")));
  } s = {n};
  int step __attribute__((annotate("step"))) = n;
  for (int i = 0; i < n; i++) { // expected-remark-re {{1 read: 8 of {{[0-9]+}} instructions kept}}
    MPI_File_read_at(fh, s.at, b, 64, MPI_BYTE, MPI_STATUS_IGNORE);
    s.at += step;
    work(b);
  }
}

// That no later read touches the write is proved, whatever checks the arithmetic.
// CHECK-LABEL: define internal void @disjoint.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.write.at.unread, {{.*}})
void disjoint(MPI_File fh, char *b, int n) {
  for (int i = 0; i < n; i++) { // expected-remark-re {{1 read: 8 of {{[0-9]+}} instructions kept}}
    MPI_File_read_at(fh, i * 64L, b, 64, MPI_BYTE, MPI_STATUS_IGNORE);
    work(b);
    MPI_File_write_at(fh, i * 64L, b, 64, MPI_BYTE, MPI_STATUS_IGNORE);
  }
}
