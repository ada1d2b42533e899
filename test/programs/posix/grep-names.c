// Files named by arguments are searched for a word, each to its end. Without
// arguments the program makes the files and runs itself on them.
// RUN: %check-program --expect 'files_opened_ahead>=3' --expect 'hits>=1'
#include "posix.h"

enum { Files = 20, Block = 16384 };

static long search(const char *name) {
  static char block[Block];
  int fd = open(name, O_RDONLY);
  if (fd < 0)
    return -1;
  long found = 0;
  ssize_t n;
  while ((n = read(fd, block, sizeof block)) > 0) {
    if (digest(DIGEST_START + 1, block, (size_t)n) % 5 == 0)
      usleep(100);
    for (ssize_t i = 0; i + 1 < n; i++)
      found += block[i] == 'o' && block[i + 1] == 'r';
  }
  close(fd);
  return found;
}

int main(int argc, char **argv) {
  if (argc == 1) {
    static char names[Files][16];
    char *words[Files + 3] = {argv[0]};
    for (unsigned i = 0; i < Files; i++) {
      snprintf(names[i], sizeof names[i], "text.%u", i);
      makeData(names[i], 40000 + 3000 * i, i);
      words[i + 1] = names[i];
    }
    words[Files + 1] = "missing";
    execv("/proc/self/exe", words);
    return 1;
  }
  usleep(20000);
  long total = 0;
  for (int i = 1; i < argc; i++) {
    long found = search(argv[i]);
    if (found < 0)
      printf("%s is not there\n", argv[i]);
    else
      total += found;
  }
  printf("%ld\n", total);
}
