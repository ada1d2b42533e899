// A stream on a file in memory tells nothing: the process has no part of the companion's memory, also
// where the file system does not say without a mapping what is in memory, as that of /dev/shm.
// RUN: %real-clang -O1 %s -o %t
// RUN: rm -rf /dev/shm/foreslice-%basename_t && mkdir /dev/shm/foreslice-%basename_t
// RUN: head -c 1000000 /dev/zero > /dev/shm/foreslice-%basename_t/data
// RUN: %foreslice-run -- %t /dev/shm/foreslice-%basename_t/data | FileCheck %s
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run -- %t /dev/shm/foreslice-%basename_t/data | FileCheck --check-prefix=ALWAYS %s
// RUN: rm -r /dev/shm/foreslice-%basename_t
// CHECK: takes part: no
// ALWAYS: takes part: yes
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  FILE *data = fopen(argv[1], "r"), *maps = fopen("/proc/self/maps", "r");
  if (!data || !maps)
    return 1;
  int takes = 0;
  char line[4096];
  while (fgets(line, sizeof line, maps))
    takes |= strstr(line, "memfd:foreslice") != NULL;
  printf("takes part: %s\n", takes ? "yes" : "no");
  fclose(maps);
  return fclose(data);
}
