// A module without reads comes out byte for byte as without the plugin, at
// every level.
//
// DEFINE: %{plain} = %real-clang -I %S/Inputs -S -emit-llvm %s -o -
// DEFINE: %{with} = %{plain} -fpass-plugin=%plugin
// RUN: %{plain} -O0 > %t.O0 && %{with} -O0 | cmp - %t.O0
// RUN: %{plain} -O1 > %t.O1 && %{with} -O1 | cmp - %t.O1
// RUN: %{plain} -O2 > %t.O2 && %{with} -O2 | cmp - %t.O2
// RUN: %{plain} -O3 > %t.O3 && %{with} -O3 | cmp - %t.O3
// RUN: %real-clang -c -O2 -I %S/Inputs %s -o %t.plain.o
// RUN: %real-clang -c -O2 -I %S/Inputs %s -fpass-plugin=%plugin -o %t.with.o
// RUN: cmp %t.plain.o %t.with.o
#include "mpi-decls.h"

double sum(MPI_File fh, const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += x[i];
    MPI_File_write_at(fh, i * 8, &s, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
  return s;
}
