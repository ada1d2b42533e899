// Whatever a slice computes, it stores to nothing that it shares with the
// program: no store or copy to a global, nor through a pointer of the packet.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

double b[8];
int total;
struct {
  int at, seen[4];
} state;

// CHECK-LABEL: define internal void @f.{{[0-9]+}}.slice(
// CHECK-NOT: store {{.*}}, ptr {{.*}}@
// CHECK-NOT: memcpy{{.*}}(ptr {{[^,]*}}@
// CHECK-NOT: store {{.*}}, ptr %{{.*}}livein
// CHECK: ret void
void f(MPI_File fh, int *out, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    state.at += i;
    state.seen[i & 3] = state.at;
    total += state.at;
    *out = total;
    MPI_File_read_at(fh, state.seen[(i + 1) & 3], b, 8, MPI_DOUBLE,
                     MPI_STATUS_IGNORE);
  }
}
