// Of a loop whose reads cannot be followed, a slice says which files the loop
// opens. A slice that waits for the data of each file has such a scout.
//
// RUN: %slice %s | FileCheck %s
// RUN: %slice -O2 -g %s -o /dev/null
#include <fcntl.h>
#include <unistd.h>

#include "scan.h"

int nextMode(void);

// CHECK-LABEL: define internal void @all.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.posix.open.4.
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.beginning,
// CHECK-NOT: @foreslice.posix.read
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.await_beginnings,
double all(const char **names, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice of the files alone, with 1 open}} expected-remark {{no prefetch slice}}
    int fd = open(names[i], O_RDONLY);
    sum += scan(fd, 0);
    close(fd);
  }
  return sum;
}

// The first file that holds something ends the loop.
// CHECK-LABEL: define internal void @first.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.beginning,
double first(const char **names, int n) {
  for (int i = 0; i < n; i++) { // expected-remark-re {{of the files alone, with 1 open{{.*}}takes for granted that the loop goes on}} expected-remark {{no prefetch slice}}
    int fd = open(names[i], O_RDONLY);
    double found = scan(fd, 0);
    close(fd);
    if (found > 5)
      return found;
  }
  return 0;
}

// An exit that is taken never to be leads to another open, which is left out.
// CHECK-LABEL: define internal void @further.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.beginning,
// CHECK-NOT: @foreslice_slice_open
// CHECK: ret void
double further(const char **names, const char **more, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{of the files alone, with 1 open}} expected-remark {{no prefetch slice}}
    int fd = open(names[i], O_RDONLY);
    int k = 0;
    do // expected-remark {{no prefetch slice}}
      if (scan(fd, 0) > 5)
        goto found;
    while (++k < 4);
    close(fd);
    continue;
  found:
    sum += scan(open(more[i], O_RDONLY), 0);
  }
  return sum;
}

// What only the main thread can tell, and not each time asks for, ends the slice.
// CHECK-LABEL: define internal void @mostly.{{[0-9]+}}.slice(
// CHECK-NOT: call i32 @nextMode(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.beginning,
double mostly(const char **names, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{of the files alone, with 1 open}} expected-remark {{no prefetch slice}}
    const char *name = names[i];
    if (!name)
      name = nextMode() ? "a" : "b";
    int fd = open(name, O_RDONLY);
    sum += scan(fd, 0);
    close(fd);
  }
  return sum;
}

// Each name is what the file before says: there is nothing to be ahead of.
double chain(char *name) {
  double sum = 0;
  int fd;
  while ((fd = open(name, O_RDONLY)) >= 0) { // expected-remark {{no prefetch slice}}
    sum += scan(fd, 0);
    read(fd, name, 16);
    close(fd);
  }
  return sum;
}

// CHECK-LABEL: define internal void @chains.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.read.at.data,
// CHECK-LABEL: define internal void @chains.{{[0-9]+}}.scout(
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.posix.open.4.
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.beginning,
// CHECK-NOT: @foreslice.posix.read
// CHECK: ret void
long chains(const char **names, int n) {
  long sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{waits for the data of 1 read; fetches ahead of that what does not depend on it}}
    int fd = open(names[i], O_RDONLY);
    for (long at = 0, next; pread(fd, &next, 8, at) == 8 && next; at = next)
      sum += next;
    close(fd);
  }
  return sum;
}

// A buffer is new in each call of a function: what other reads left there is
// none of its data.
static long number(int fd, int binary) {
  char b[16];
  long n;
  if (binary)
    return read(fd, &n, 8) == 8 ? n : 0;
  if (read(fd, b, sizeof b) <= 0)
    return 0;
  return b[0] - '0';
}
// CHECK-LABEL: define internal void @buffers.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.read,
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.read.data,
long buffers(int index, int data, int n) {
  long sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark-re {{prefetch slice with 2 reads{{.*}}waits for the data of 1 read}}
    sum += number(data, 0);
    lseek(data, number(index, 1), SEEK_SET);
  }
  return sum;
}
