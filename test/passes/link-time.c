// With -flto a compile marks its functions, keeps its loops from unrolling and
// cuts no slice; the link slices marked functions, with the schemes of their
// compiles, and leaves no mark.
//
// RUN: %real-clang -c -flto -I %S/Inputs -fpass-plugin=%plugin -Xclang -mllvm -Xclang -prefetch-slice-at-link -Xclang -mllvm -Xclang -prefetch-slice-scheme=p_adapt_win -DMARKED %s -o %t.1.bc
// RUN: %real-clang -c -flto -I %S/Inputs %s -o %t.2.bc
// RUN: llvm-dis %t.1.bc -o - | FileCheck %s --check-prefix=MARK
// RUN: llvm-link %t.1.bc %t.2.bc -o %t.bc
// RUN: %opt -load-pass-plugin=%plugin -passes=prefetch-slice-at-link,verify -S %t.bc -o %t.ll
// RUN: FileCheck %s --check-prefix=LINK < %t.ll
// RUN: FileCheck %s --check-prefix=NOMARK < %t.ll
//
// What nobody marked is left alone.
// RUN: %opt -load-pass-plugin=%plugin -passes=prefetch-slice-at-link -S %t.2.bc | FileCheck %s --check-prefix=PLAIN
//
// A marked file that is compiled to the end without the linker is sliced.
// RUN: %opt -load-pass-plugin=%plugin -passes=prefetch-slice-mark,prefetch-slice -S %t.2.bc | FileCheck %s --check-prefixes=LATER,NOMARK
#include "mpi-decls.h"

void readOne(MPI_File fh, int i);

// MARK: @foreslice.at_link = internal constant ptr @foreslice_link_with_fprefetch_slice_v6
// MARK: define {{.*}} @loop({{.*}} [[MARKED:#[0-9]+]] {
// MARK: br label {{.*}}, !llvm.loop [[LOOP:![0-9]+]]
// MARK-NOT: slice(
// MARK: attributes [[MARKED]] = {{.*}}"foreslice-at-link"="p_adapt_win"
// MARK: [[LOOP]] = distinct !{[[LOOP]], {{.*}}[[KEPT:![0-9]+]], [[DISABLE:![0-9]+]]}
// MARK-DAG: [[KEPT]] = !{!"foreslice.kept"}
// MARK-DAG: [[DISABLE]] = !{!"llvm.loop.unroll.disable"}
//
// LINK: c"p_adapt_win\00"
// LINK: define internal void @loop.{{[0-9]+}}.slice(
// LINK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// LINK-NOT: .slice(
// NOMARK-NOT: {{foreslice.at.link|foreslice.kept|unroll.disable}}
// PLAIN-NOT: .slice(
// LATER: define internal void @other.{{[0-9]+}}.slice(
#ifdef MARKED
double b[8];
int loop(MPI_File fh, int n) {
  for (int i = 0; i < n; i++)
    readOne(fh, i);
  return MPI_File_read_at(fh, n, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}
#else
extern double b[8];
void readOne(MPI_File fh, int i) {
  MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}
void other(MPI_File fh, int n) {
  for (int i = 0; i < n; i++)
    readOne(fh, i);
}
#endif
