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
// CHECK: call void @foreslice_slice_posix_rest(
// CHECK-NOT: call {{.*}}@foreslice_slice_posix_text(
// CHECK-LABEL: define internal void @characters.{{[^(]*}}(
// CHECK: call void @foreslice_slice_posix_rest(
// CHECK-LABEL: define internal void @some.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_posix_text(i64 %{{.*}}, i64 9223372036854775807, i32 10, ptr null)
// CHECK: call i64 @foreslice_slice_posix_read(i64 %{{.*}}, i64 4096)
// CHECK-LABEL: define internal void @indexed.{{[^(]*}}(
// CHECK: call i32 @foreslice_slice_posix_fields(i64 %{{.*}}, ptr @[[FORMAT:[0-9.]*]], ptr %{{.*}}, i32 2)
// CHECK: call i64 @foreslice_slice_posix_seek(
// CHECK-LABEL: define internal void @pointers.{{[^(]*}}(
// CHECK: call i64 @foreslice_slice_posix_text(i64 %{{.*}}, i64 79, i32 10, ptr %{{.*}})
