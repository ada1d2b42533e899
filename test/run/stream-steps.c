// A program moves back within the buffer of a stream before each read: the moves are told and take no
// time, and the reads behind wait. The companion takes the time that the process was blocked for that
// of the reads, and reads ahead.
// REQUIRES: fuse
// RUN: %real-clang -O1 -D_GNU_SOURCE -I %S %s -o %t
// DEFINE: %{run} = %slowfs-run --kernel-cache --read-ahead-kb 64 --counts %t.counts
// Once more on slower storage if the companion came too late, as beside other work:
// RUN: %{run} --service-us 2000 -- %foreslice-run -- %t
// RUN: FileCheck %s < %t.counts || %{run} --service-us 8000 -- %foreslice-run -- %t
// RUN: FileCheck %s < %t.counts || %{run} --service-us 40000 -- %foreslice-run -- %t
// RUN: FileCheck %s < %t.counts
// Without the companion, the kernel asks for most of the 768 pages twice, by halves.
// CHECK: "page_reads": {{(7[0-9]|8[0-4])[0-9],}}
#include "Inputs/slow_file.h"

#include <string.h>

enum { Size = 48 << 20, Read = 10240, Back = 232 };

static char bytes[Size];

int main(void) {
  char name[4096];
  memset(bytes, 'a', sizeof bytes);
  make_slow_file(name, sizeof name, "data", bytes, Size);
  forget_slow_file(name);
  FILE *f = fopen(name, "r");
  if (!f)
    return 2;
  while (fread(bytes, 1, Read, f) == Read)
    if (bytes[0] != 'a' || fseek(f, -Back, SEEK_CUR) != 0)
      return 3;
  return fclose(f) != 0;
}
