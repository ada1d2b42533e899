// A region in a small function that the program calls for each byte: the inliner
// decides as without the launch.
//
// RUN: %slice %s | FileCheck %s
#include <stdio.h>

static unsigned char block[4096];
static size_t at, end;

// CHECK-LABEL: define {{.*}}@next(
// CHECK: call ptr @foreslice_packet({{.*}}) #[[PACKET:[0-9]+]]
// CHECK: call void @foreslice_launch({{.*}}) #[[HIDDEN:[0-9]+]]
// CHECK: call void @foreslice_end({{.*}}) #[[END:[0-9]+]]
// CHECK: attributes #[[PACKET]] = {{.*}}"call-inline-cost"="0" "call-threshold-bonus"=
// CHECK: attributes #[[HIDDEN]] = {{.*}}"call-inline-cost"="0"
// CHECK: attributes #[[END]] = {{.*}}"call-inline-cost"="0" "call-threshold-bonus"=
int next(FILE *f) {
  if (at == end) {
    at = end = 0;
    // expected-remark@+1 {{prefetch slice with 1 read}}
    while (end < sizeof block) {
      size_t n = fread(block + end, 1, sizeof block - end, f);
      if (n == 0)
        return -1;
      end += n;
    }
  }
  return block[at++];
}
