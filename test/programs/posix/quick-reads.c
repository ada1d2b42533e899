// A small read from a stream's buffer, in a region, is only counted: by the
// stream of the last such read, without a look at its descriptor.
// REQUIRES: valgrind
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %foreslice-clang -O1 %s -o plain
// RUN: %foreslice-clang -O1 -fprefetch-slice %s -o sliced
// RUN: %bin-dir/foreslice-dump sliced | FileCheck %s
// RUN: %python -B %S/../Inputs/instructions.py 35 10000 ./plain ./sliced
// CHECK: slice of the loop in main
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int n = atoi(argv[1]), sum = 0;
  FILE *f = fopen("data", "w+");
  for (int i = 0; i < n; i++)
    fwrite(&i, sizeof i, 1, f);
  rewind(f);
  for (int i = 0, k; fread(&k, sizeof k, 1, f) == 1; i++)
    sum += k ^ i;
  fclose(f);
  return sum;
}
