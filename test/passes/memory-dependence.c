// A load of the slice takes the stores of the region with it that it may see,
// and no others.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"
#include <stdlib.h>

double b[8];
double work(const double *);

// CHECK-LABEL: define internal void @counters.{{[0-9]+}}.slice(
// CHECK: [[SIZES:%.*]] = alloca [12 x i8]
// CHECK: add i32 {{.*}}, 640
// CHECK: add i32 {{.*}}, 1
// CHECK-NOT: 999
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
struct counters {
  int next, step, other;
};
void counters(MPI_File fh, int n, int which) {
  int c[3] = {0, 7, 0};
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    c[which] += 640;
    c[0] += 1;
    work(b);
    MPI_File_read_at(fh, c[0], b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// Distinct objects: the store to `log` is not in the slice.
int cursor, logged;
// CHECK-LABEL: define internal void @distinct.{{[0-9]+}}.slice(
// CHECK: add i32 {{.*}}, 17
// CHECK-NOT: 999
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK-NOT: 999
// CHECK: ret void
void distinct(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    cursor += 17;
    logged += 999;
    MPI_File_read_at(fh, cursor, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// An external function that is given the address may change it: the main
// thread hands over what it left there.
// CHECK-LABEL: define internal void @escaped.{{[0-9]+}}.slice(
// CHECK: call void @foreslice_slice_receive(i32 0, ptr [[AT:%.*]], i64 4)
// CHECK: load i32, ptr [[AT]]
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void advance(int *where);
void escaped(MPI_File fh, int n) {
  int at = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    advance(&at);
    MPI_File_read_at(fh, at, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

//===----------------------------------------------------------------------===//
// A function in sight that slices do not take in, as it calls itself, changes
// what it can come to: from its arguments, by however many pointers, and from
// the global variables that it and what it calls name.
//===----------------------------------------------------------------------===//

#define READ(At)                                                               \
  MPI_File_read_at(fh, At, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE)

struct tree {
  struct tree *left, *right;
  long at, *last;
};
static int nodes;
long base;

static void count(void) { ++nodes; }

/// As a parser or a decompressor of the program's does.
static void grow(struct tree *t, int depth) {
  count();
  t->at += depth;
  *t->last = depth;
  if (!depth)
    return;
  if (!t->left)
    t->left = calloc(1, sizeof *t);
  t->left->last = t->last;
  grow(t->left, depth - 1);
  if (t->right)
    grow(t->right, depth / 2);
}

// CHECK-LABEL: define internal void @elsewhere.{{[0-9]+}}.slice(
// CHECK-NOT: @foreslice_slice_receive
// CHECK-NOT: @grow
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void elsewhere(MPI_File fh, struct tree *t, const long *places, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    grow(t, i);
    READ(places[i] + base);
  }
}

// What the argument itself leads to is handed over.
// CHECK-LABEL: define internal void @inArgument.{{[0-9]+}}.slice(
// CHECK: call void @foreslice_slice_receive(i32 0, ptr {{.*}}, i64 24)
// CHECK: ret void
void inArgument(MPI_File fh, struct tree *t, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{waits for the main thread's grow}}
    grow(t, i);
    READ(t->at);
  }
}

void behindArgument(MPI_File fh, struct tree *t, int n) {
  for (int i = 0; i < n; i++) { // expected-remark-re {{depends on memory that grow changes other than through its arguments ({{.*}}}}
    grow(t, i);
    READ(*t->last);
  }
}

void inGlobal(MPI_File fh, struct tree *t, int n) {
  for (int i = 0; i < n; i++) { // expected-remark-re {{depends on memory that grow changes other than through its arguments ({{.*}}}}
    grow(t, i);
    READ(nodes);
  }
}

/// The tree holds the address of the variable.
void inVariable(MPI_File fh, struct tree *t, int n) {
  long last = 0;
  t->last = &last;
  for (int i = 0; i < n; i++) { // expected-remark-re {{depends on memory that grow changes other than through its arguments ({{.*}}}}
    grow(t, i);
    READ(last);
  }
}

// Two pointers that are null until they are set lead to different memory.
// CHECK-LABEL: define internal void @nulls.{{[0-9]+}}.slice(
// CHECK-NOT: 999
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK-NOT: 999
// CHECK: ret void
struct tables {
  int *places, *numbers;
};
void nulls(MPI_File fh, int n, int which, const struct tables *t) {
  int *at = NULL, *other = NULL;
  if (which & 1)
    at = t->places;
  if (which & 2)
    other = t->numbers;
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    if (other)
      other[i] = 999;
    MPI_File_read_at(fh, at ? at[i] : i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}
