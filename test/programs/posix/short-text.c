// The kernel reads a short file as a whole at the first read: no slice is ahead, and a
// thread would make the program's calls of stdio lock from then on. Programs read
// settings so. The slice starts with a second such file, or with a longer one.
// REQUIRES: fuse
// RUN: %check-program --unserved "one short file" --slow "--kernel-cache --service-us 500" --env FORESLICE_ALWAYS=0 --flag=-DFILES=1 --flag=-DLINES=900 --flag=-DBEHIND=0 --expect 'slices_not_needed==1' --expect 'pages_prefetched==0'
// RUN: %check-program --unserved "reads of text are not counted" --slow "--kernel-cache --service-us 500" --env FORESLICE_ALWAYS=0 --flag=-DFILES=9 --flag=-DLINES=900 --flag=-DBEHIND=0 --expect 'slices_not_needed==0' --expect 'pages_prefetched>=1'
// RUN: %check-program --unserved "reads of text are not counted" --slow "--kernel-cache --service-us 500" --env FORESLICE_ALWAYS=0 --flag=-DFILES=1 --flag=-DLINES=2000 --flag=-DBEHIND=0 --expect 'slices_not_needed==0'
// RUN: %check-program --unserved "one short file" --slow "--kernel-cache --service-us 500" --env FORESLICE_ALWAYS=0 --flag=-DFILES=1 --flag=-DLINES=900 --flag=-DBEHIND=1 --expect 'slices_not_needed==1' --expect 'pages_prefetched==0'
#include "posix.h"

enum { Files = FILES, Lines = LINES };

static void nameOf(char *name, size_t room, int i) {
  snprintf(name, room, "settings.%d", i);
}

static inline __attribute__((always_inline)) uint64_t take(uint64_t d, FILE *f) {
  char line[64];
  while (fgets(line, sizeof line, f))
    d = digest(d, line, strlen(line));
  return d;
}

#if BEHIND
// No slice knows the open: that of the loop over the lines is launched behind.
static uint64_t takeOpened(uint64_t d, FILE *f) { return take(d, f); }
static uint64_t takeNamed(uint64_t d, const char *name) {
  FILE *f = fopen(name, "r");
  uint64_t (*volatile takesOpened)(uint64_t, FILE *) = takeOpened;
  d = takesOpened(d, f);
  fclose(f);
  return d;
}
#else
static inline __attribute__((always_inline)) uint64_t takeNamed(uint64_t d, const char *name) {
  FILE *f = fopen(name, "r");
  d = take(d, f);
  fclose(f);
  return d;
}
#endif
static uint64_t (*volatile takesNamed)(uint64_t, const char *) = takeNamed;

int main(void) {
  char name[32];
  for (int i = 0; i < Files; i++) {
    nameOf(name, sizeof name, i);
    FILE *f = fopen(name, "w");
    for (int k = 0; k < Lines; k++)
      fprintf(f, "key.%d=value\n", k);
    if (fflush(f) || fsync(fileno(f)) || posix_fadvise(fileno(f), 0, 0, POSIX_FADV_DONTNEED))
      exit(2);
    fclose(f);
  }
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Files; i++) {
    nameOf(name, sizeof name, i);
    d = BEHIND ? takesNamed(d, name) : takeNamed(d, name);
    usleep(3000);
  }
  result(d);
}
