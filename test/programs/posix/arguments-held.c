// The loop over the program's arguments is no computation that reads could be
// hidden behind: where the file is in memory, the slice need not start. A loop that
// computes is, but not where the reads are of text: a thread would make all calls
// of stdio lock.
// RUN: %check-program --unserved "in memory" --env FORESLICE_ALWAYS=0 --expect 'slices_not_needed==1'
// RUN: %check-program --unserved "in memory" --flag=-DCOMPUTES --env FORESLICE_ALWAYS=0 --expect 'slices_not_needed==0'
// RUN: %check-program --unserved "in memory" --flag=-DCOMPUTES --flag=-DTEXT --env FORESLICE_ALWAYS=0 --expect 'slices_not_needed==1'
#include "posix.h"

enum { Bytes = 300000 };

struct options {
  const char *name;
  int from;
};

static struct options parse(int argc, char **argv) {
  struct options o = {"text", 'a'};
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "-f") && i + 1 < argc)
      o.name = argv[++i];
    else if (!strcmp(argv[i], "-a"))
      o.from = 'b';
  }
  return o;
}

__attribute__((constructor)) static void make(void) { makeData("text", Bytes, 1); }

int main(int argc, char **argv) {
  struct options o = parse(argc, argv);
#ifdef COMPUTES
  volatile double x = 0;
  for (int i = 0; i < 1000; i++)
    x = x * 0.5 + i;
#endif
  uint64_t d = DIGEST_START;
#ifdef TEXT
  FILE *f = fopen(o.name, "r");
  if (!f)
    return 2;
  for (int c; (c = fgetc(f)) != EOF;)
    d = d * 31 + (unsigned)(c - o.from);
  fclose(f);
#else
  static unsigned char b[4096];
  int fd = open(o.name, O_RDONLY);
  if (fd < 0)
    return 2;
  for (ssize_t n; (n = read(fd, b, sizeof b)) > 0;)
    d = digest(d, b, (size_t)n) + (unsigned)o.from;
  close(fd);
#endif
  printf("%llx\n", (unsigned long long)d);
}
