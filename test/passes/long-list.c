// A list may be longer than the stack is deep.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

#define TEN(X) X X X X X X X X X X

struct node {
  struct node *next;
  long value;
};

// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at, i64
void read_far(MPI_File file, struct node *at, char *block, int n) {
  // expected-remark@+1 {{prefetch slice with 1 read}}
  for (int i = 0; i < n; i++) {
    TEN(TEN(TEN(TEN(at = at->next; at = at->next; at = at->next;))))
    MPI_File_read_at(file, at->value, block, 8, MPI_BYTE, MPI_STATUS_IGNORE);
  }
}
