// JSON, dot, LLVM IR and signatures of a small program.
//
// RUN: %compile -g -c %s -o %t.o
// RUN: %dump %t.o --format=json > %t.json
// RUN: %python -m json.tool %t.json | FileCheck %s --check-prefix=JSON
// RUN: %dump %t.o --format=dot | FileCheck %s --check-prefix=DOT
// RUN: %dump %s --format=ir -- %decls | FileCheck %s --check-prefix=IR
// RUN: not %dump %t.o --format=ir 2>&1 | FileCheck %s --check-prefix=NOIR
// RUN: %dump %t.o --signature | FileCheck %s --check-prefix=SIGNATURE
// RUN: not %dump %t.o --format=xml 2>&1 | FileCheck %s --check-prefix=XML
#include "mpi-decls.h"

void f(MPI_File file, char *block, int n, MPI_Offset stride) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < n; i++)
    MPI_File_read_at(file, rank * 512 + i * stride, block, 512, MPI_BYTE,
                     MPI_STATUS_IGNORE);
}
// JSON: "records": [
// JSON: "dependences": [
// JSON: "the offset of MPI_File_read_at"
// JSON: "function": "f"
// JSON: "launch": [
// JSON: "sliced": true
// JSON: "version": 1
// DOT: digraph slices {
// DOT: subgraph cluster0 {
// DOT-NEXT: label="slice of the loop in f, {{.*}}formats.c:16:3";
// DOT: [[READ:s0_[0-9]+]] [label="{{.*}}formats.c:17:5\nMPI_File_read_at({{.*}}, style=filled, fillcolor=lightgreen];
// DOT: -> [[READ]] [label="the offset of MPI_File_read_at", color=darkgreen];
// DOT: -> [[READ]] [label="control", color=gray50];
// IR: define internal void @f.{{.*}}slice(ptr %
// IR: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// IR-NOT: call i32 @MPI_File_read_at
// NOIR: error: '{{.*}}.o' has no LLVM IR; --format=ir takes sources and LLVM IR
// SIGNATURE: formats.c:17:5: MPI_File_read_at
// SIGNATURE-NEXT: trace {READ, 512*rank, 1, ([stride, 512, n]), 1}
// SIGNATURE-NEXT: pattern {READ, <Non-contiguous, fixed strided>, <single occurrence>, <small, fixed size>, <unknown>}
// SIGNATURE-NEXT: bytes 512 from 512*rank + {{(stride\*i|i\*stride)}} of file
// SIGNATURE-NEXT: loop i at {{.*}}formats.c:16:3, n times
// SIGNATURE-NEXT: where i + 1 <= n
// XML: {{^}}foreslice-dump: error: {{.*}}--format: xml not in {text,json,dot,html,ir,mlir}
