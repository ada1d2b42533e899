// Containers that lose elements before the read: the launch copies the nodes of
// those that the slice goes on to change.
//
// RUN: %slicexx %s -o %t
// RUN: FileCheck %s --input-file %t
// RUN: FileCheck %s --input-file %t --check-prefix=MAIN
#include "mpi-decls.h"

#include <queue>
#include <set>

char b[8];
#define READ(At)                                                               \
  MPI_File_read_at(fh, At, b, 8, MPI_BYTE, MPI_STATUS_IGNORE)

// MAIN-LABEL: define {{.*}} @_Z7fromSet
// MAIN: call void @foreslice_packet_nodes(ptr {{.*}}, i64 32)
// MAIN: call void @foreslice_launch(
// CHECK-LABEL: define internal void @_Z7fromSet{{.*}}.slice(
// CHECK: call void @foreslice_slice_store(
// CHECK-NEXT: [[NODES:%.*]] = getelementptr inbounds i8, ptr %packet, i64
// CHECK-NEXT: call void @foreslice_slice_nodes(ptr [[NODES]])
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void fromSet(MPI_File fh, std::set<int> &places) {
  while (!places.empty()) { // expected-remark {{slice with 1 read}}
    int at = *places.begin();
    places.erase(places.begin());
    READ(at);
  }
}

// Only looked at: nothing needs to be copied.
// CHECK-LABEL: define internal void @_Z5fixed{{.*}}.slice(
// CHECK-NOT: call void @foreslice_slice_nodes(
// CHECK: ret void
void fixed(MPI_File fh, const std::set<int> &places) {
  for (int at : places) // expected-remark {{slice with 1 read}}
    READ(at);
}

// What is put in at the end of a queue comes out at the begin.
// CHECK-LABEL: define internal void @_Z9fromQueue{{.*}}.slice(
// CHECK: add i32 {{.*}}, 63
// CHECK: ret void
void fromQueue(MPI_File fh, std::queue<int> &places) {
  while (!places.empty()) { // expected-remark {{slice with 1 read}}
    int at = places.front();
    places.pop();
    if (at % 4 == 1)
      places.push(at + 63);
    READ(at);
  }
}
