// Text: lines, characters and fields. A loop that only reads up to the end of the
// file is one call of the slice's.
//
// RUN: %slice %s | FileCheck %s
// RUN: %slice -O2 -g -D_FORTIFY_SOURCE=2 -Wno-unused-result %s -o /dev/null
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void work(const char *text);
char buffer[4096];

void lines(FILE *f) {
  char line[80];
  while (fgets(line, sizeof line, f)) // expected-remark {{prefetch slice with}}
    work(line);
}

void characters(FILE *f) {
  int c;
  while ((c = fgetc(f)) != EOF) // expected-remark {{prefetch slice with}}
    work((char[2]){(char)c});
}

// The loop is left by way of the end of the scope of c.
int scoped(FILE *f) {
  while (1) { // expected-remark {{prefetch slice with}}
    int c;
    work(buffer);
    c = fgetc(f);
    if (c == EOF) {
      fclose(f);
      return 1;
    }
    buffer[0] = (char)c;
  }
}

// So is this loop, but not only at the end.
int scopedLine(FILE *f) {
  while (1) { // expected-remark {{prefetch slice with}}
    int c;
    work(buffer);
    c = fgetc(f);
    if (c == EOF || c == ';') {
      fclose(f);
      return 1;
    }
    buffer[0] = (char)c;
  }
}

// Not only up to the end: a line is skipped, and nothing is kept of it.
void some(FILE *f, int n) {
  char *line = NULL;
  size_t size = 0;
  for (int i = 0; i < n; i++) { // expected-remark {{prefetch slice with}}
    if (getline(&line, &size, f) < 0)
      break;
    fread(buffer, 1, sizeof buffer, f);
    work(buffer);
  }
}

// What the fields say decides.
void indexed(FILE *list, FILE *f) {
  long at;
  char name[64];
  while (fscanf(list, "%s %ld", name, &at) == 2) { // expected-remark {{prefetch slice with}}
    fseek(f, at, SEEK_SET);
    fread(buffer, 1, sizeof buffer, f);
    work(buffer);
  }
}

// The result of fgets() is its buffer.
void pointers(FILE *list, FILE *f) {
  char line[80], *at;
  while ((at = fgets(line, sizeof line, list))) { // expected-remark {{prefetch slice with}}
    fseek(f, strtol(at, NULL, 10), SEEK_SET);
    fread(buffer, 1, sizeof buffer, f);
    work(buffer);
  }
}

// CHECK-LABEL: define internal void @lines.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.rest,
// CHECK-NOT: call {{.*}}@foreslice.posix.{{line|delimited}}
// CHECK-LABEL: define internal void @characters.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.rest,
// CHECK-LABEL: define internal void @scoped.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.rest,
// CHECK-NOT: call {{.*}}@foreslice.posix.character
// CHECK-LABEL: define internal void @scopedLine.{{[^(]*}}(
// CHECK-NOT: call {{.*}}@foreslice.posix.rest
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.character,
// CHECK-LABEL: define internal void @some.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.delimited, i64 %{{.*}}, i64 0, i64 0, i64 10, ptr null)
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.read, i64 %{{.*}}, i64 0, i64 4096,
// CHECK-LABEL: define internal void @indexed.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.fields{{[.a-z]*}}, i64 %{{.*}}, i64 0, i64 2, i64 ptrtoint (ptr @[[FORMAT:[0-9.]*]] to i64), ptr %{{.*}})
// CHECK: call i64 @foreslice_slice_move(ptr @foreslice.posix.seek, 
// CHECK-LABEL: define internal void @pointers.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_access(ptr @foreslice.posix.line.data, i64 %{{.*}}, i64 0, i64 79, i64 10, ptr %{{.*}})
