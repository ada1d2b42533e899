// The scheme option reaches the region; an unknown one is an error that lists
// what there is.
//
// DEFINE: %{clang} = %real-clang -fpass-plugin=%plugin -I %S/Inputs -S -emit-llvm -o -
// RUN: %{clang} %s | FileCheck %s --check-prefix=NONE
// RUN: %{clang} -Xclang -load -Xclang %plugin -mllvm -prefetch-slice-scheme=p_adapt_win %s | FileCheck %s --check-prefix=GIVEN
// RUN: not %{clang} -Xclang -load -Xclang %plugin -mllvm -prefetch-slice-scheme=fastest %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// NONE: @foreslice.region = {{.*}}.slice, i64 {{[0-9]+}}, ptr null, i32
// GIVEN: [[NAME:@foreslice.string[.0-9]*]] = {{.*}}c"p_adapt_win\00"
// GIVEN: @foreslice.region = {{.*}}.slice, i64 {{[0-9]+}}, ptr [[NAME]], i32
// UNKNOWN: error: unknown prefetch scheme 'fastest'; accepted: {{.*}}p_adapt_win
#include "mpi-decls.h"

void f(MPI_File fh, int n) {
  double b;
  for (int i = 0; i < n; i++)
    MPI_File_read_at(fh, i, &b, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
}
