// What a slice cannot compute the main thread hands over when it has it: what a
// call returns, and what it leaves behind its pointer arguments.
//
// RUN: %slice %s -o %t
// RUN: FileCheck %s --input-file %t
// RUN: FileCheck %s --input-file %t --check-prefix=MAIN
#include "mpi-decls.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

double b[8];
#define READ(At)                                                               \
  MPI_File_read_at(fh, At, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE)

void mayDraw(void);
// CHECK-LABEL: define internal void @randomNumber.{{[0-9]+}}.slice(
// CHECK: [[TO:%.*]] = alloca i32
// CHECK: call void @foreslice_slice_receive(i32 0, ptr [[TO]], i64 4)
// CHECK: load i32, ptr [[TO]]
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void randomNumber(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    READ(rand());
    mayDraw();
  }
}

// Whether to go on, too.
// CHECK-LABEL: define internal void @deadline.{{[0-9]+}}.slice(
// CHECK: call void @foreslice_slice_receive(i32 0, ptr {{%.*}}, i64 8)
// CHECK: fcmp
// CHECK: ret void
void deadline(MPI_File fh, double end) {
  while (MPI_Wtime() < end) // expected-remark {{slice with 1 read}}
    READ(0);
}

// Of a message what was asked for; the variable is the slice's own.
// CHECK-LABEL: define internal void @broadcast.{{[0-9]+}}.slice(
// CHECK: [[OWN:%.*]] = call ptr @foreslice_slice_alloc(i64 8)
// CHECK: call void @foreslice_slice_receive(i32 0, ptr [[OWN]], i64 8)
// CHECK: ret void
void broadcast(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    int range[2];
    MPI_Bcast(range, 2, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_File_read_at(fh, range[0], b, range[1], MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// As much as the main thread received, into the slice's version of the table.
// CHECK-LABEL: define internal void @table.{{[0-9]+}}.slice(
// CHECK: [[N:%.*]] = sext i32 {{%.*}} to i64
// CHECK: [[BYTES:%.*]] = mul i64 8, [[N]]
// CHECK: call void @foreslice_slice_receive(i32 0, ptr [[TABLE:%.*]], i64 [[BYTES]])
// CHECK: call void @foreslice_slice_load(
// CHECK: ret void
void table(MPI_File fh, long *at, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    MPI_Bcast(at, n, MPI_LONG, 0, MPI_COMM_WORLD);
    READ(at[i]);
  }
}

// Two values of one call: the result first.
// CHECK-LABEL: define internal void @input.{{[0-9]+}}.slice(
// CHECK: call void @foreslice_slice_receive(i32 0,
// CHECK: call void @foreslice_slice_receive(i32 1,
// CHECK: ret void
void input(MPI_File fh) {
  int at;
  while (scanf("%d", &at) == 1) // expected-remark {{slice with 1 read}}
    READ(at);
}

// A helper that is called twice is one call of the main thread's. The main thread looks whether any slice of the region
// wants values, and makes no call if not.
// MAIN-LABEL: define {{.*}}@ask(
// MAIN: call i32 {{.*}}@__isoc99_scanf(
// MAIN-NEXT: [[STATE:%.*]] = load atomic ptr, ptr getelementptr {{.*}}(i8, ptr @foreslice.region{{[.0-9]*}}, i64 {{[0-9]+}}) monotonic
// MAIN-NEXT: [[KNOWN:%.*]] = icmp ne ptr [[STATE]], null
// MAIN-NEXT: br i1 [[KNOWN]], label %[[LOOK:.*]], label %[[ON:[0-9a-z.]*]]
// MAIN: [[LOOK]]:
// MAIN-NEXT: [[LISTENERS:%.*]] = load atomic i32, ptr [[STATE]] monotonic
// MAIN-NEXT: [[WANTED:%.*]] = icmp ne i32 [[LISTENERS]], 0
// MAIN-NEXT: br i1 [[WANTED]], label %[[TELL:.*]], label %{{.*}}
// MAIN: [[TELL]]:
// MAIN-NEXT: call void @foreslice_forward(ptr @foreslice.region{{[.0-9]*}}, i32 0, ptr %v, i64 8)
static long ask(void) {
  long v;
  if (scanf("%ld", &v) != 1)
    abort();
  return v;
}
// CHECK-LABEL: define internal void @twice.{{[0-9]+}}.slice(
// CHECK: call void @foreslice_slice_receive(i32 0,
// CHECK: call void @foreslice_slice_receive(i32 0,
// CHECK-NOT: @foreslice_slice_receive
// CHECK: ret void
void twice(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    long at = ask();
    MPI_File_read_at(fh, at, b, ask(), MPI_BYTE, MPI_STATUS_IGNORE);
  }
}

// What arrives after the call has returned cannot be handed over behind it.
void later(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark-re {{depends on MPI_Irecv, which delivers its result later ({{.*}}); use the blocking form}}
    int at;
    MPI_Request r;
    MPI_Irecv(&at, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    READ(at);
  }
}

// Of what nobody knows the size of, the main thread hands over what the slice
// needs.
// MAIN-LABEL: define {{.*}} @unknownSize(
// MAIN: call i32 @fill(
// MAIN: call void @foreslice_forward_guarded(ptr @foreslice.region{{.*}}, i32 0, ptr {{.*}}, i64 24)
// CHECK-LABEL: define internal void @unknownSize.{{[0-9]+}}.slice(
// CHECK: call void @foreslice_slice_receive(i32 0, ptr {{.*}}, i64 24)
struct list;
int fill(struct list *);
void unknownSize(MPI_File fh, int *at, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{waits for the main thread's fill}}
    fill((struct list *)at);
    READ(at[3]);
    READ(at[5]);
  }
}
// That has to be known.
void unknownPlace(MPI_File fh, int *at, int n) {
  for (int i = 0; i < n; i++) { // expected-remark-re {{depends on memory that fill may change, and how much is not known ({{.*}}); use a variable of its own}}
    fill((struct list *)at);
    READ(at[i % 4]);
  }
}
// One call may be made for a variable and for what nobody knows the size of.
static void refill(struct list *l) { fill(l); }
void variableAndNot(MPI_File fh, int *at, int n) {
  int own[4] = {0};
  for (int i = 0; i < n; i++) { // expected-remark-re {{depends on memory that fill may change, and how much is not known ({{.*}}); use a variable of its own}}
    refill((struct list *)at);
    refill((struct list *)own);
    READ(at[3] + own[1]);
  }
}

//===----------------------------------------------------------------------===//
// Random numbers of the C library's own generators are drawn from a copy, and
// the main thread tells what it draws.
//===----------------------------------------------------------------------===//

// All draws are made, and those that decide nothing, too.
// CHECK-LABEL: define internal void @drawn.{{[0-9]+}}.slice(
// CHECK: [[DRAWN:%.*]] = call i64 @foreslice_slice_draw(i32 0)
// CHECK: trunc i64 [[DRAWN]] to i32
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: call i64 @foreslice_slice_draw(i32 1)
// CHECK-NOT: @foreslice_slice_receive
// CHECK: ret void
//
// MAIN-LABEL: define dso_local void @drawn(
// MAIN: call i32 @rand()
// MAIN: call void @foreslice_drew(ptr [[REGION:@foreslice.region[.0-9]*]], i64
// MAIN: call double @drand48()
// MAIN: call void @foreslice_drew(ptr [[REGION]], i64
void drawn(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    READ(rand());
    printf("%g\n", b[0] + drand48());
  }
}

// A seed is the copy's.
// CHECK-LABEL: define internal void @seeded.{{[0-9]+}}.slice(
// CHECK: call void @foreslice_slice_seed(i32 1, i64
// CHECK: call i64 @foreslice_slice_draw(i32 2)
// CHECK: call i64 @foreslice_slice_draw(i32 3)
// CHECK: ret void
void seeded(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    srand48(i);
    READ(lrand48() + mrand48());
  }
}

// What is out of sight may draw.
// CHECK-LABEL: define internal void @besideDraws.{{[0-9]+}}.slice(
// CHECK: call void @foreslice_slice_receive(i32 0, ptr {{%.*}}, i64 4)
// CHECK-NOT: @foreslice_slice_draw
// CHECK: ret void
void besideDraws(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    READ(rand());
    mayDraw();
  }
}

// The launch stays behind draws and seeds.
// MAIN-LABEL: define dso_local void @behind(
// MAIN: call void @srand(
// MAIN: call ptr @foreslice_packet(
void behind(MPI_File fh, int n) {
  srand(n);
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    READ(random());
}

// A table that grows is the main thread's, with what was in it before.
// CHECK-LABEL: define internal void @grown.{{[0-9]+}}.slice(
// CHECK-NOT: @realloc
// CHECK: call void @foreslice_slice_receive(i32 0, ptr {{%.*}}, i64 8)
// CHECK: ret void
void grown(MPI_File fh, int n) {
  long *at = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    at = realloc(at, (i + 1) * sizeof *at);
    at[i] = 8L * i;
    READ(at[i / 2]);
  }
  free(at);
}

// State that the program keeps is memory.
// CHECK-LABEL: define internal void @own.{{[0-9]+}}.slice(
// CHECK: call i32 @rand_r(
// CHECK-NOT: @foreslice_slice_receive
// CHECK: ret void
void own(MPI_File fh, int n) {
  unsigned state = 5;
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    READ(rand_r(&state));
}

// A slice that needs no random number makes no draw.
// CHECK-LABEL: define internal void @unused.{{[0-9]+}}.slice(
// CHECK-NOT: @foreslice_slice_draw
// CHECK: ret void
// MAIN-LABEL: define dso_local void @unused(
// MAIN-NOT: @foreslice_drew
// MAIN: ret void
void unused(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    READ(i);
    printf("%d\n", rand());
  }
}
