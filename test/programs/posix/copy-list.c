// Files of a list are copied, block by block. The list is a file itself.
// RUN: %check-program --expect 'files_opened_ahead>=3' --expect 'hits>=1'
#include "posix.h"

enum { Files = 16, Block = 32768, Name = 64 };

static char block[Block];

static void makeList(void) {
  FILE *list = fopen("list", "wb");
  mkdir("from", 0755);
  mkdir("to", 0755);
  for (unsigned i = 0; i < Files; i++) {
    char name[Name] = {0};
    snprintf(name, sizeof name, "part-%u", i * 7 % Files);
    fwrite(name, sizeof name, 1, list);
    char path[80];
    snprintf(path, sizeof path, "from/%s", name);
    makeData(path, 50000 + 9000 * i, i);
  }
  fclose(list);
}

static uint64_t copy(const char *from, const char *to, uint64_t d) {
  int in = open(from, O_RDONLY);
  if (in < 0)
    return d;
  int out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  ssize_t n;
  while ((n = read(in, block, sizeof block)) > 0) {
    d = digest(d, block, (size_t)n);
    if (write(out, block, (size_t)n) != n)
      exit(2);
  }
  close(in);
  close(out);
  return d;
}

int main(void) {
  makeList();
  static char names[Files][Name];
  FILE *list = fopen("list", "rb");
  if (fread(names, sizeof names[0], Files, list) != Files)
    return 1;
  fclose(list);
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Files; i++) {
    char from[80], to[80];
    snprintf(from, sizeof from, "from/%s", names[i]);
    snprintf(to, sizeof to, "to/%s", names[i]);
    d = copy(from, to, d);
  }
  result(d);
}
