// No slice waits for a call of fcntl() about flags or locks of an open file: the
// call succeeds, and no flag is set. The slice waits for other commands.
//
// RUN: %slice %s | FileCheck %s
#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>

// CHECK-LABEL: define internal void @copy.{{[0-9]+}}.slice(
// CHECK-NOT: foreslice_slice_receive
// CHECK: ret void
int copy(int in, int out) {
  char data[512];
  struct flock all = {.l_type = F_WRLCK};
  while (read(in, data, sizeof data) > 0) { // expected-remark {{prefetch slice with 1 read}}
    const int flags = fcntl(out, F_GETFL);
    if (flags == -1 || fcntl(out, F_SETLK, &all) == -1)
      return 0;
    if (!(flags & O_APPEND))
      lseek(in, sizeof data, SEEK_CUR);
  }
  return 1;
}

// CHECK-LABEL: define internal void @ask.{{[0-9]+}}.slice(
// CHECK: call void @foreslice_slice_receive
// CHECK: ret void
int ask(int in, int out) {
  char data[512];
  while (read(in, data, sizeof data) > 0) // expected-remark {{waits for the main thread's fcntl}}
    if (fcntl(out, F_GETPIPE_SZ) == 4096)
      lseek(in, sizeof data, SEEK_CUR);
  return 1;
}
