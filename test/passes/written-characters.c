// A character that is written is the result of the call that writes it: no slice
// waits for the call, whether the result is compared with EOF or handed on.
//
// RUN: %slice %s | FileCheck %s
#include <stdio.h>

static int state;

static int show(int c) {
  if (state && c == ';') {
    state = 0;
    return putchar(c);
  }
  return c;
}

// CHECK-LABEL: define internal void @copy.{{[0-9]+}}.slice(
// CHECK-NOT: {{putc|foreslice_slice_await|foreslice_slice_receive}}
// CHECK: ret void
int copy(FILE *in, FILE *out) {
  int c;
  while ((c = getc(in)) != EOF) { // expected-remark {{prefetch slice with 1 read}}
    if (fputc(c, out) == EOF)
      return 0;
    if (show(c) < 0)
      break;
  }
  return 1;
}

// Here the read depends on the result.
// CHECK-LABEL: define internal void @tenLines.{{[0-9]+}}.slice(
// CHECK-NOT: {{putc|foreslice_slice_await|foreslice_slice_receive}}
// CHECK: ret void
int tenLines(FILE *in) {
  int c, lines = 0;
  while ((c = getc(in)) != EOF && lines < 10) // expected-remark {{prefetch slice with 1 read}}
    if (putchar(c) == '\n')
      lines++;
  return lines;
}
