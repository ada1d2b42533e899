// Tasks of OpenMP: a task that makes a read counts as called where the loop
// starts the task. The region ends where the tasks have run.
// REQUIRES: openmp
//
// RUN: %slice -fopenmp %s | FileCheck %s
#include "mpi-decls.h"

enum { B = 4096 };
void work(const char *);
long pread(int, void *, unsigned long, long), read(int, void *, unsigned long);
int open(const char *, int, ...);
const char *nameOf(int);

// CHECK-LABEL: define internal void @waited.omp_outlined(
// CHECK: call void @foreslice_launch(
// CHECK: call i32 @__kmpc_omp_taskwait(
// CHECK-NEXT: load i1,
// CHECK-NEXT: br i1
// CHECK: call void @foreslice_end(
// CHECK-LABEL: define internal i32 @.omp_task_entry.(
// CHECK: call void @foreslice_task_begins()
// CHECK: call void @foreslice_task_ends()
// CHECK-NEXT: ret i32
// CHECK-LABEL: define internal void @waited.omp_outlined.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.read.at,
void waited(int fd, int n) {
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < n; i++) { // expected-remark {{slice with 2 reads}}
#pragma omp task firstprivate(i) if (i % 3)
      {
        char b[B];
        pread(fd, b, B, 2L * i * B);
        work(b);
      }
    }
#pragma omp taskwait
    work(0);
  }
}

// What another thread may do, the slice cannot wait for.
void opens(int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) { // expected-remark {{no prefetch slice: the file of pread depends on open, which a task of OpenMP calls, on any thread}}
#pragma omp task firstprivate(i)
    {
      char b[B];
      pread(open(nameOf(i), 0), b, B, 0); // expected-remark {{slice of the rest}}
      work(b);
    }
  }
}

// A loop in the task has a slice of its own, and the loop around has none.
void loops(int fd, int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
    for (int j = 0; j < n; j++) { // expected-remark {{slice with 1 read}}
      char b[B];
      pread(fd, b, B, ((long)i * n + j) * B);
      work(b);
    }
  }
}
