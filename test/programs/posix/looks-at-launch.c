// What the run time looks at where all files are in memory: at the launch of a
// region that reads text, the lowest descriptors, and of a file that the
// program maps, a few pages, each once, and none behind the end of the file.
// RUN: %real-clang -O1 -shared -fPIC %S/../Inputs/counted_calls.c -o %t.so
// RUN: %check-program --slices 2 --env FORESLICE_ALWAYS=0 --flag=-rdynamic --flag=%t.so --expect 'launches>=9' --expect 'found>=0'
#include "posix.h"
#include <dlfcn.h>
#include <sys/mman.h>

enum { Files = 8, Bytes = 500000, Gap = 8, Others = 1, MostSamples = 4 };

extern unsigned LooksOfMain, Samples;
extern void countSamples(void);

/// Where the free descriptors begin.
static unsigned behindOpen(void) {
  unsigned n = 32;
  while (n > 0 && fcntl((int)n - 1, F_GETFD) < 0)
    n--;
  return n;
}

static void most(const char *what, unsigned count, unsigned most) {
  if (dlsym(RTLD_DEFAULT, "foreslice_packet") && count > most)
    printf("%s: %u looks\n", what, count);
}

uint64_t lines(FILE *f, uint64_t d) {
  char line[64];
  while (fgets(line, sizeof line, f))
    d = digest(d, line, strlen(line));
  return d;
}

uint64_t maps(uint64_t d) {
  for (int i = 0; i < Files; i++) {
    int fd = open("data", O_RDONLY);
    const unsigned char *p = mmap(NULL, 2 * Bytes, PROT_READ, MAP_PRIVATE, fd, 0);
    if (p == MAP_FAILED || close(fd) != 0)
      exit(2);
    for (size_t k = 0; k < Bytes; k++)
      d = d * 31 + p[k];
    munmap((void *)p, 2 * Bytes);
    usleep(1000);
  }
  return d;
}

// Functions out of the sight of main have slices of their own.
int main(void) {
  uint64_t (*theLines)(FILE *, uint64_t), (*theMaps)(uint64_t);
  *(void **)&theLines = dlsym(RTLD_DEFAULT, "lines");
  *(void **)&theMaps = dlsym(RTLD_DEFAULT, "maps");
  makeData("data", Bytes, 1);
  FILE *f = fopen("text", "w+");
  for (int i = 0; i < 1000; i++)
    fprintf(f, "line %d\n", i);
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Files; i++) {
    rewind(f);
    LooksOfMain = 0;
    d = theLines(f, d);
    most("text", LooksOfMain, behindOpen() + Gap + Others);
    usleep(1000);
  }
  countSamples();
  d = theMaps(d);
  most("mappings", Samples, Files * MostSamples);
  result(d);
}
