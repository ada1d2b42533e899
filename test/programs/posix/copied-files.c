// Copies files one after the other. That the copies can be opened and written is
// taken for granted.
// RUN: %check-program --expect 'files_opened_ahead>=2' --expect 'hits>=10'
#include "posix.h"

enum { Files = 16, Block = 65536 };

static char b[Block];

static int copy(const char *from, const char *to) {
  int in = open(from, O_RDONLY);
  if (in < 0)
    return -1;
  struct stat s;
  int out = fstat(in, &s) ? -1 : open(to, O_WRONLY | O_CREAT | O_EXCL, s.st_mode & 0777);
  if (out < 0) {
    close(in);
    return -1;
  }
  ssize_t n;
  while ((n = read(in, b, Block)) > 0) {
    if (write(out, b, (size_t)n) != n)
      break;
    usleep(300);
  }
  close(in);
  close(out);
  return n ? -1 : 0;
}

int main(void) {
  char from[32], to[32];
  for (unsigned i = 0; i < Files; i++) {
    snprintf(from, sizeof from, "from.%u", i);
    makeData(from, 100000 + 9000 * i, i);
  }
  makeData("to.5", 10, 1);
  int bad = 0;
  for (int i = 0; i <= Files; i++) {
    snprintf(from, sizeof from, "from.%d", i);
    snprintf(to, sizeof to, "to.%d", i);
    bad += copy(from, to) != 0;
  }
  printf("%d bad\n", bad);
}
