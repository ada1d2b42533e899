// Text: the run time does not see the reads, and looks at the files when they are
// opened. The slice starts when one is not in memory. Nobody else reads ahead.
// REQUIRES: fuse
// RUN: %check-program --env FORESLICE_ALWAYS=0 --flag=-DFILES=10 --expect 'slices_not_needed==1' --expect 'pages_prefetched==0'
// RUN: %check-program --unserved "reads of text are not counted" --slow "--kernel-cache --service-us 500" --env FORESLICE_ALWAYS=0 --env FORESLICE_SOURCES=slices --flag=-DFILES=40 --expect 'slices_not_needed==0' --expect 'pages_prefetched>=10'
#include "posix.h"

enum { InMemory = 10, Files = FILES, Lines = 2000 };

static void nameOf(char *name, size_t room, int i) {
  snprintf(name, room, "part.%d", i);
}

static uint64_t count(uint64_t d, const char *name) {
  char line[64];
  FILE *f = fopen(name, "r");
  if (!f)
    exit(2);
  while (fgets(line, sizeof line, f))
    d = digest(d, line, strlen(line));
  fclose(f);
  return d;
}

int main(void) {
  char name[32];
  for (int i = 0; i < Files; i++) {
    nameOf(name, sizeof name, i);
    FILE *f = fopen(name, "w");
    for (int k = 0; k < Lines; k++)
      fprintf(f, "line %d of part %d\n", k, i);
    if (i >= InMemory && (fflush(f) || fsync(fileno(f)) ||
                          posix_fadvise(fileno(f), 0, 0, POSIX_FADV_DONTNEED)))
      exit(2);
    fclose(f);
  }
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Files; i++) {
    nameOf(name, sizeof name, i);
    d = count(d, name);
    usleep(2000);
  }
  result(d);
}
