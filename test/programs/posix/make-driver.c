// A driver that knows all its inputs: a child "compiles" each source. The child
// reads the source and the headers that the driver has listed for that source.
// Children read as without slices.
// RUN: %check-program --expect 'launches==0'
#include "posix.h"
#include <sys/wait.h>

enum { Sources = 12, Headers = 6, Block = 16384 };

struct rule {
  char source[24], header[3][24];
};
static struct rule rules[Sources];

static void makeRules(void) {
  char name[24];
  for (unsigned h = 0; h < Headers; h++) {
    snprintf(name, sizeof name, "header%u.h", h);
    makeData(name, 30000 + 1000 * h, h);
  }
  for (unsigned s = 0; s < Sources; s++) {
    snprintf(rules[s].source, sizeof rules[s].source, "source%u.c", s);
    makeData(rules[s].source, 20000 + 3000 * s, 40 + s);
    for (unsigned k = 0; k < 3; k++)
      snprintf(rules[s].header[k], sizeof name, "header%u.h",
               (s * 5 + k) % Headers);
  }
}

static uint64_t take(const char *name, uint64_t d) {
  static char b[Block];
  int fd = open(name, O_RDONLY);
  ssize_t n;
  while ((n = read(fd, b, sizeof b)) > 0)
    d = digest(d, b, (size_t)n);
  close(fd);
  return d;
}

static int compile(const struct rule *rule) {
  uint64_t d = take(rule->source, DIGEST_START);
  for (int k = 0; k < 3; k++)
    d = take(rule->header[k], d);
  char object[32];
  snprintf(object, sizeof object, "%s.o", rule->source);
  int out = open(object, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  return write(out, &d, sizeof d) != sizeof d;
}

int main(void) {
  makeRules();
  int failed = 0;
  for (int s = 0; s < Sources; s++) {
    pid_t child = fork();
    if (child == 0)
      _exit(compile(&rules[s]));
    int status = 0;
    waitpid(child, &status, 0);
    failed += status != 0;
  }
  printf("%d failed\n", failed);
}
