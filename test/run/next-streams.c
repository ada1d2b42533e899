// A program reads the files of a folder one after another, by streams of stdio, which read
// unseen. The companion learns that each file is read to its end, which is not the end of a
// page.
// RUN: %real-clang -O1 -I %S/Inputs %s -o %t
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: cd %t.d && env FORESLICE_ALWAYS=1 %foreslice-run --stats=%t.json -- %t
// RUN: %python -c 'import json; print(any(f["reads"] and f["read_bytes"] %% 200001 == 0 for f in json.load(open("%t.json"))["files"]))' | FileCheck %s
// CHECK: True
#include "open_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { Files = 40, Bytes = 200001 };

static void name_of(char *name, int number) { sprintf(name, "part.%d", number); }

static void make(int number) {
  static char bytes[Bytes];
  char name[32];
  name_of(name, number);
  FILE *f = fopen(name, "w");
  if (!f || fwrite(bytes, 1, Bytes, f) != Bytes || fclose(f) != 0)
    _exit(3);
}

static void read_all(int number) {
  static char bytes[10000];
  char name[32];
  name_of(name, number);
  FILE *f = fopen(name, "r");
  while (f && fread(bytes, 1, sizeof bytes, f) > 0)
    ;
  if (!f || fclose(f) != 0)
    _exit(4);
}

static int is_next_open(int number) {
  char end[40] = "/";
  name_of(end + 1, number + 1);
  return is_open(end);
}

int main(void) {
  for (int i = 0; i < Files; i++)
    make(i);
  // Until it has read some that were open before. A minute, which ends the test only where
  // the run time fails.
  int ahead = 0;
  for (int turn = 0; turn < 150 && ahead < 10; turn++)
    for (int i = 0; i < Files && ahead < 10; i++, usleep(10000)) {
      read_all(i);
      ahead += is_next_open(i);
    }
  return ahead < 10;
}
