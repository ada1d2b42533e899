// A slice that only reads a mapping is left to the process beside the program where
// the loop gives characters one by one: a thread would have each of them lock the
// stream. The run time is linked nevertheless.
//
// RUN: %slice %s | FileCheck %s
// RUN: %slice -O2 %s -o /dev/null
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>

long sum;

// CHECK-LABEL: define {{.*}}@characters(
// CHECK-NOT: @foreslice_launch(
// CHECK-LABEL: define {{.*}}@lines(
void characters(int fd, size_t bytes) {
  const char *all = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, fd, 0); // expected-remark 0-1 {{maps a file}}
  for (size_t i = 0; i < bytes; i++) // expected-remark {{no prefetch slice: its slice only reads a mapping, and the thread of a slice has putc lock}}
    putc(all[i] ^ 1, stdout);
}

// CHECK: @foreslice_launch(
void lines(int fd, size_t bytes) {
  const char *all = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, fd, 0);
  for (size_t i = 0; i < bytes; i++) // expected-remark {{prefetch slice with 1 read}}
    sum += all[i];
  putc('.', stdout);
}
