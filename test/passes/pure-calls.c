// Library functions and own functions without side effects are called by the
// slice where what is read depends on them.
//
// RUN: %slice %s | FileCheck %s
#include "mpi-decls.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <wchar.h>

double b[8];

// CHECK-LABEL: define internal void @library.{{[0-9]+}}.slice(
// CHECK-DAG: call double @llvm.floor.f64(
// CHECK-DAG: call i64 @strlen(
// CHECK-DAG: call i32 @llvm.abs.i32(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void library(MPI_File fh, int n, const char *name) {
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, (MPI_Offset)floor(i * 0.5) + strlen(name) + abs(i - 3),
                     b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

// Characters of several bytes, with the state between them.
// CHECK-LABEL: define internal void @wide.{{[0-9]+}}.slice(
// CHECK: call i64 @mbrtowc(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void wide(MPI_File fh, const char *text, size_t n) {
  mbstate_t state = {0};
  size_t bytes = 0;
  for (size_t i = 0; i < n; i += bytes) { // expected-remark {{slice with 1 read}}
    wchar_t c;
    bytes = mbrtowc(&c, text + i, n - i, &state);
    MPI_File_read_at(fh, c, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// Inline assembly that is not volatile only works out its results.
// CHECK-LABEL: define internal void @assembly.{{[0-9]+}}.slice(
// CHECK: call {{.*}} asm "cpuid"
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void assembly(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    int a, b1, c, d;
    __asm__("cpuid" : "=a"(a), "=b"(b1), "=c"(c), "=d"(d) : "a"(i), "c"(0));
    MPI_File_read_at(fh, a & c, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// A recursive function cannot be inlined: the slice calls it.
static int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
// CHECK-LABEL: define internal void @recursion.{{[0-9]+}}.slice(
// CHECK: call i32 @fibonacci(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.mpi.read.at,
// CHECK: ret void
void recursion(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, fibonacci(i), b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

// One that is recursive and not pure is the main thread's to call.
// CHECK-LABEL: define internal void @impure.{{[0-9]+}}.slice(
// CHECK-NOT: @ackermann
// CHECK: call void @foreslice_slice_receive(
// CHECK-NOT: @ackermann
// CHECK: ret void
static int calls;
static int ackermann(int m, int n) {
  ++calls;
  return !m   ? n + 1
         : !n ? ackermann(m - 1, 1)
              : ackermann(m - 1, ackermann(m, n - 1));
}
void impure(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, ackermann(2, i), b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

// Numbers from text, and where the text goes on.
// CHECK-LABEL: define internal void @numbers.{{[0-9]+}}.slice(
// CHECK: [[END:%.*]] = alloca [8 x i8]
// CHECK: call i64 @strtol(ptr {{.*}}, ptr {{.*}}[[END]], i32
// CHECK: call i32 @atoi(
// CHECK-NOT: @foreslice_slice_receive
// CHECK: ret void
void numbers(MPI_File fh, const char *list, const char *last) {
  char *end = 0;
  for (const char *at = list; *at; at = end) { // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, strtol(at, &end, 10), b, 8, MPI_DOUBLE,
                     MPI_STATUS_IGNORE);
    if (atoi(last) < 3)
      break;
  }
}

// A constant format says how much is written.
// CHECK-LABEL: define internal void @fields.{{[0-9]+}}.slice(
// CHECK: call i32 (ptr, ptr, ...) @__isoc99_sscanf(
// CHECK-NOT: @foreslice_slice_receive
// CHECK: ret void
void fields(MPI_File fh, const char *const *lines, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    long at = 0;
    int count = 0;
    sscanf(lines[i], "%ld %*s %2d", &at, &count);
    MPI_File_read_at(fh, at, b, count, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// Text of any length has a bound in the slice, and ends the slice where the
// variable has no room.
// CHECK-LABEL: define internal void @unbounded.{{[0-9]+}}.slice(
// CHECK-NOT: @foreslice_slice_receive
// CHECK: call i32 (ptr, ptr, ...) @__isoc99_sscanf(
// CHECK: icmp ugt i64 {{.*}}, 20
// CHECK: ret void
void unbounded(MPI_File fh, const char *const *lines, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    char name[20];
    sscanf(lines[i], "%s", name);
    MPI_File_read_at(fh, strlen(name), b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// Of errno each thread has its own.
// CHECK-LABEL: define internal void @root.{{[0-9]+}}.slice(
// CHECK: call double @sqrt(
// CHECK-NOT: @foreslice_slice_receive
// CHECK: ret void
void root(MPI_File fh, int ranks) {
  for (int i = 0; i < sqrt(ranks); i++) // expected-remark {{slice with 1 read}}
    MPI_File_read_at(fh, i, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

// What a file is like holds while the region changes none.
// CHECK-LABEL: define internal void @sizes.{{[0-9]+}}.slice(
// CHECK: call i32 @stat(
// CHECK-NOT: @foreslice_slice_receive
// CHECK: ret void
void sizes(MPI_File fh, const char *const *names, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    struct stat s;
    if (stat(names[i], &s) == 0)
      MPI_File_read_at(fh, s.st_size, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}
// CHECK-LABEL: define internal void @growing.{{[0-9]+}}.slice(
// CHECK-NOT: call i32 @stat(
// CHECK: call void @foreslice_slice_receive(
// CHECK: ret void
void growing(MPI_File fh, const char *name, FILE *f, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    struct stat s;
    fwrite(b, sizeof b, 1, f);
    if (stat(name, &s) == 0)
      MPI_File_read_at(fh, s.st_size, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// Numbers from text that changes: the slice looks at a copy, and goes on in the
// text itself.
// CHECK-LABEL: define internal void @changingText.{{[0-9]+}}.slice(
// CHECK: call void @foreslice_slice_load_text(ptr [[TEXT:%.*]], ptr [[FROM:%.*]], i64 1024)
// CHECK: call i64 @strtol(ptr noundef [[TEXT]], ptr noundef [[END:%.*]], i32
// CHECK: [[AT:%.*]] = load ptr, ptr [[END]]
// CHECK: getelementptr i8, ptr [[FROM]]
// CHECK: store ptr {{.*}}, ptr [[END]]
// CHECK-NOT: @foreslice_slice_receive
// CHECK: ret void
void changingText(MPI_File fh, char *text, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    char *end;
    text[i % 3] = '0' + i % 7;
    long at = strtol(text, &end, 10);
    MPI_File_read_at(fh, at + *end, b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// Text that is put together in memory of the slice's own.
// CHECK-LABEL: define internal void @ownText.{{[0-9]+}}.slice(
// CHECK-NOT: @strdup
// CHECK-NOT: @strncat
// CHECK-NOT: @foreslice_slice_receive
// CHECK: call ptr @foreslice_slice_alloc(
// CHECK: call i32 @atoi(
// CHECK: call void @foreslice_slice_free(
// CHECK: ret void
void ownText(MPI_File fh, const char *const *names, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    char *name = strdup(names[i]), all[64] = "1";
    strncat(all, name + 2, 3);
    MPI_File_read_at(fh, atoi(all), b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    free(name);
  }
}

// The slice sorts, as it can compare.
// CHECK-LABEL: define internal void @sorted.{{[0-9]+}}.slice(
// CHECK-NOT: @qsort
// CHECK: call ptr @foreslice_slice_alloc(
// CHECK-NOT: @foreslice_slice_receive
// CHECK: ret void
static int larger(const void *a, const void *b) {
  long x = *(const long *)a, y = *(const long *)b;
  return x < y ? 1 : x > y ? -1 : 0;
}
void sorted(MPI_File fh, const long *places, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    long at[32];
    for (int k = 0; k < 32; k++)
      at[k] = places[k] * i % 77;
    qsort(at, 32, sizeof *at, larger);
    for (int k = 0; k < 32; k++)
      MPI_File_read_at(fh, at[k], b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}
// CHECK-LABEL: define internal void @sortedElsewhere.{{[0-9]+}}.slice(
// CHECK: call void @foreslice_slice_receive(i32 0, ptr {{.*}}, i64 256)
// CHECK: ret void
int compare(const void *a, const void *b);
void sortedElsewhere(MPI_File fh, const long *places, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{waits for the main thread's qsort}}
    long at[32];
    for (int k = 0; k < 32; k++)
      at[k] = places[k] * i % 77;
    qsort(at, 32, sizeof *at, compare);
    for (int k = 0; k < 32; k++)
      MPI_File_read_at(fh, at[k], b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
  }
}

// Memory from what looks like the program's own malloc is the slice's own.
// CHECK-LABEL: define internal void @wrapped.{{[0-9]+}}.slice(
// CHECK: call ptr @foreslice_slice_alloc(
// CHECK: call void @foreslice_slice_free(
// CHECK-NOT: @foreslice_slice_receive
// CHECK: ret void
void *xmalloc(size_t);
void xfree(void *);
void wrapped(MPI_File fh, int n) {
  for (int i = 0; i < n; i++) { // expected-remark {{slice with 1 read}}
    long *at = xmalloc(2 * sizeof *at);
    at[i % 2] = i;
    MPI_File_read_at(fh, at[n % 2], b, 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    xfree(at);
  }
}
