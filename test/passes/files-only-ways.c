// A slice of the files alone looks into what leads to the opens, and not into
// the rest of what the loop calls.
//
// RUN: %slice %s | FileCheck %s
// RUN: %slice -O2 -g %s -o /dev/null
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "scan.h"

int unknown(void);

// A search goes down into folders: the functions call each other.
static double search(const char *name);
static double searchIn(int fd) {
  char name[64];
  double w = scan(fd, 0); // expected-remark {{no prefetch slice of the rest}}
  while (read(fd, name, (unsigned long)w % 64) > 0) // expected-remark {{slice}}
    w += search(name);
  return w;
}
static double search(const char *name) {
  int fd = open(name, O_RDONLY);
  double found = fd < 0 ? 0 : searchIn(fd);
  close(fd);
  return found;
}
// CHECK-LABEL: define internal void @searches.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.posix.open.4.
// CHECK-NOT: call i64 @foreslice_slice_open(ptr @foreslice.posix.open.4.
// CHECK: ret void
double searches(char **names, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) // expected-remark {{of the files alone, with 1 open}} expected-remark {{no prefetch slice}}
    sum += search(names[i]);
  return sum;
}

// The inner loop opens nothing, and only the data end it: the slice goes on to
// the next file.
struct buffer {
  double sum;
  int ends;
};
static int fill(struct buffer *b, int fd) {
  b->sum = scan(fd, b->sum);
  b->ends = b->sum > 1;
  return b->sum > 0;
}
// CHECK-LABEL: define internal void @sorts.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.posix.open.4.
// CHECK: ret void
double sorts(char **names, int n) {
  struct buffer b = {0, 0};
  for (int i = 0; i < n; i++) { // expected-remark {{of the files alone, with 1 open}} expected-remark {{no prefetch slice}}
    int fd = open(names[i], O_RDONLY);
    while (fill(&b, fd)) { // expected-remark {{no prefetch slice}}
      if (b.ends && i + 1 < n)
        break;
      if (b.sum > 7)
        goto done;
    }
    close(fd);
  }
done:
  return b.sum;
}

// A table to which nothing is stored has the functions that it begins with.
static long first(int fd) {
  char b[8];
  return read(fd, b, 8) + b[1];
}
static long second(int fd) {
  char b[9];
  return read(fd, b, 9) + b[2];
}
long third(int fd) {
  char b[10];
  return read(fd, b, 10) + b[3]; // expected-remark {{in no loop}}
}
static long (*tables[])(int) = {first, second};
long (*elsewhere)(int) = third;
// CHECK-LABEL: define internal void @byTable.{{[0-9]+}}.slice(
// CHECK-DAG: call i64 @foreslice_slice_access(ptr @foreslice.posix.read, i64 {{.*}}, i64 0, i64 8,
// CHECK-DAG: call i64 @foreslice_slice_access(ptr @foreslice.posix.read, i64 {{.*}}, i64 0, i64 9,
// CHECK: ret void
long byTable(int fd, int n) {
  long sum = 0;
  for (int i = 0; i < n; i++) // expected-remark {{slice with 2 reads}}
    sum += tables[i % 2](fd);
  return sum;
}

// A function of gnulib does what the C library's does.
FILE *fopen_safer(const char *name, const char *mode) {
  FILE *file = fopen(name, mode);
  if (file && fileno(file) <= 2) {
    int fd = dup(fileno(file));
    fclose(file);
    file = fd >= 0 ? fdopen(fd, mode) : NULL;
  }
  return file;
}
// CHECK-LABEL: define internal void @gnu.{{[0-9]+}}.slice(
// CHECK: call i64 @foreslice_slice_open(ptr @foreslice.posix.open.8.
// CHECK-NOT: @foreslice.posix.duplicate
// CHECK: ret void
long gnu(char **names, int n) {
  long sum = 0;
  for (int i = 0; i < n; i++) { // expected-remark-re {{slice with 1 read: {{.*}}; opens files ahead of the main thread{{$}}}}
    FILE *file = fopen_safer(names[i], "r");
    if (!file)
      continue;
    for (int c; (c = getc(file)) != EOF;)
      sum += c;
    fclose(file);
  }
  return sum;
}
