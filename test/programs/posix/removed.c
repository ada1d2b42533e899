// A program takes files in turns: reads, closes and removes each, or puts another in its
// place. Behind the call the run time has none of them open, or mapped: the file system
// would keep the space, and NFS the folder. Slices open files ahead, and read by
// descriptors, streams and mappings.
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir && mkdir f && head -c 700000 /dev/urandom > f/00
// RUN: cd %t.dir && sh -c 'for i in $(seq 1 39); do cp f/00 f/$(printf %%02d $i); done'
// RUN: cp -r %t.dir/f %t.dir/g && %real-clang -O1 -I %S/../../run/Inputs %s -o %t.plain
// RUN: %foreslice-clang -O1 -fprefetch-slice -I %S/../../run/Inputs %s -o %t
// RUN: cd %t.dir && %t.plain f > plain
// RUN: cd %t.dir && env FORESLICE_ALWAYS=1 %t g > sliced && cmp plain sliced
// Delays show a file that a slice is opening at the moment. Beside much else a program may
// have ended before its slice opens anything.
// RUN: cd %t.dir && mkdir h && head -c 70000 /dev/urandom > small && sh -c 'for i in $(seq 0 39); do cp small h/$(printf %%02d $i); done'
// RUN: cd %t.dir && rm -rf f && cp -r h f && %t.plain f > plain
// RUN: cd %t.dir && sh -c 'for i in $(seq 60); do rm -rf g && cp -r h g && FORESLICE_DELAYS=$i FORESLICE_STATS=stats.$i FORESLICE_ALWAYS=1 %t g > sliced && cmp plain sliced || exit 1; done'
// RUN: cat %t.dir/stats.* | FileCheck %s
// CHECK: "files_opened_ahead":{{ *}}{{[1-9]}}
#include "open_files.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>

static char b[50000];

static unsigned by_descriptor(const char *name) {
  unsigned sum = 0;
  int fd = open(name, O_RDONLY);
  for (ssize_t n; (n = read(fd, b, sizeof b)) > 0;)
    sum = sum * 31 + (unsigned char)b[n - 1];
  close(fd);
  return sum;
}

static unsigned by_stream(const char *name) {
  unsigned sum = 0;
  FILE *f = fopen(name, "r");
  if (!f)
    return 0;
  for (size_t n; (n = fread(b, 1, sizeof b, f)) > 0;)
    sum = sum * 31 + (unsigned char)b[n - 1];
  fclose(f);
  return sum;
}

static unsigned by_mapping(const char *name) {
  unsigned sum = 0;
  struct stat s;
  int fd = open(name, O_RDONLY);
  if (fd < 0 || fstat(fd, &s))
    return 0;
  unsigned char *p = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_SHARED, fd, 0);
  close(fd);
  for (off_t i = 0; i < s.st_size; i += 1000)
    sum = sum * 31 + p[i];
  munmap(p, (size_t)s.st_size);
  return sum;
}

static int is_mapped(const char *end) {
  char line[4096];
  int found = 0;
  FILE *maps = fopen("/proc/self/maps", "r");
  while (fgets(line, sizeof line, maps))
    found |= strstr(line, end) != NULL;
  fclose(maps);
  return found;
}

static int is_kept(const char *name) {
  char end[100];
  snprintf(end, sizeof end, "/%s (deleted)", name);
  return is_open(end) | is_mapped(end);
}

static int take(const char *folder, int kind, int i) {
  char name[100], other[100];
  snprintf(name, sizeof name, "%s/%d%d", folder, kind, i);
  unsigned sum = kind == 0   ? by_descriptor(name)
                 : kind == 1 ? by_stream(name)
                             : by_mapping(name);
  snprintf(other, sizeof other, "%s/3%d", folder, i);
  int failed = i % 3 == 0   ? unlink(name)
               : i % 3 == 1 ? remove(name)
                            : rename(other, name);
  printf("%u %d\n", sum, failed);
  return is_kept(name);
}

int main(int argc, char **argv) {
  int kept = 0;
  for (int i = 0; i < 10; i++) {
    char name[100];
    snprintf(name, sizeof name, "%s/0%d", argv[1], i);
    unsigned sum = by_descriptor(name);
    int failed = unlink(name);
    kept += is_kept(name);
    printf("%u %d\n", sum, failed);
  }
  for (int kind = 1; kind < 3; kind++)
    for (int i = 0; i < 10; i++)
      kept += take(argv[1], kind, i);
  printf("kept %d\n", kept);
  return kept;
}
