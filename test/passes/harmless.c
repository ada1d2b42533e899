// What keeps a slice harmless: nobody optimises it or relies on the absence of
// undefined behaviour in it, and no flag that promises it is left.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"

double b[8];

// CHECK: define internal void @f.{{[0-9]+}}.slice(ptr %packet) [[ATTRIBUTES:#[0-9]+]]
// CHECK-NOT: {{nsw|nuw|inbounds i64|exact|!noalias|!tbaa|unreachable|undef|poison}}
// CHECK: }
// CHECK: attributes [[ATTRIBUTES]] = { {{.*}}noinline{{.*}} nounwind null_pointer_is_valid optnone uwtable
void f(MPI_File fh, const MPI_Offset *at, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    int half = i / (n - i);
    MPI_File_read_at(fh, at[half + i * 3], b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}
