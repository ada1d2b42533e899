// A slice of reads of single characters outside of loops is never ahead of the
// program, which may call the function for each character of a file: there is
// no region, also where a callee reads the characters.
//
// RUN: %slice %s | FileCheck %s
#include <stdio.h>

int word(FILE *f) {
  int low = fgetc(f);         // expected-remark {{in no loop of its function}}
  return fgetc(f) << 8 | low; // expected-remark {{in no loop of its function}}
}

char held[256];

// CHECK-LABEL: define {{.*}}@token(
// CHECK-NOT: foreslice_launch
// CHECK-LABEL: define {{.*}}@blocks(
int token(FILE *f) {
  int c = fgetc(f); // expected-remark {{in no loop of its function}}
  switch (c) {
  case 1:
    return word(f);
  case 2:
    // expected-remark@+1 {{in no loop of its function}}
    return fread(held, word(f), 1, f);
  }
  return c;
}

// Longer reads may lie apart.
// CHECK: foreslice_launch
int blocks(FILE *f) {
  // expected-remark@+1 {{prefetch slice of the rest of 'blocks' with 3 reads}}
  int n = fread(held, 200, 1, f);
  return n + fread(held, fgetc(f), 1, f);
}
