// A program maps one file after the other, and reads each from begin to end. No call tells of
// these reads: the companion sees in the page table that files are read as a whole, and fetches the
// next files before the program maps them.
// REQUIRES: fuse
// On a busy machine the companion may miss files of the first pass, and learn a wrong order of them for good: of three
// runs, one is to be ahead.
// DEFINE: %{slow} = %slowfs-run --service-us 500 --kernel-cache --
// DEFINE: %{small} = %slowfs-run --service-us 4000 --kernel-cache --
// DEFINE: %{learned} = %{slow} %foreslice-run -- %t
// DEFINE: %{longer} = %{small} %foreslice-run -- %t longer
// DEFINE: %{sliced} = %{slow} %t.sliced
// RUN: %real-clang -O1 %s -o %t
// RUN: %{learned} || %{learned} || %{learned}
// RUN: %{slow} env FORESLICE_DISABLE=1 %foreslice-run -- %t never
// Small files, and mappings that are longer than these:
// RUN: %{longer} || %{longer} || %{longer}
// RUN: %foreslice-clang -O1 -fprefetch-slice %s -o %t.sliced
// RUN: %{sliced} || %{sliced} || %{sliced}
#include "Inputs/slow_file.h"

#include <string.h>

enum { Files = 20, Most = 512 << 10, Step = 4096 };
static char bytes[Most], names[Files][4096];

__attribute__((noinline)) static unsigned touch(const char *file, long length) {
  unsigned sum = 0;
  for (long i = 0; i < length; i += Step)
    sum += (unsigned)*(volatile const char *)(file + i);
  return sum;
}

int main(int argc, char **argv) {
  int isAhead = 0, never = argc > 1 && strcmp(argv[1], "never") == 0, longer = argc > 1 && !never;
  const long length = longer ? 192 << 10 : Most, mapped = longer ? 3 * length : length;
  unsigned sum = 0;
  const char *looks[Files];
  for (int i = 0; i < Files; i++) {
    char end[32];
    snprintf(end, sizeof end, "part.%02d", i);
    make_slow_file(names[i], sizeof names[i], end, bytes, length);
    looks[i] = map_slow_file(names[i], length);
  }
  for (int pass = 0; pass < (never ? 3 : 60) && !isAhead; pass++) {
    for (int i = 0; i < Files; i++)
      forget_slow_file(names[i]);
    for (int i = 0; i < Files && !isAhead; i++) {
      isAhead = isInMemory(looks[i], length - Step);
      int fd = open(names[i], O_RDONLY);
      const char *file = mmap(NULL, mapped, PROT_READ, MAP_SHARED, fd, 0);
      if (file == MAP_FAILED)
        return 3;
      sum += touch(file, length);
      if (munmap((void *)file, mapped) != 0 || close(fd) != 0)
        return 3;
    }
  }
  return sum != 0 ? 5 : isAhead == never ? 4 : 0;
}
