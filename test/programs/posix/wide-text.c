// Lines of wide characters, the last of which says where a block lies in the
// next file.
// RUN: %check-program --expect 'files_opened_ahead>=4' --expect 'pages_used>=16'
#include "posix.h"

#include <locale.h>
#include <wchar.h>

enum { Files = 24, Lines = 100, Block = 5000 };

static uint64_t readFile(int i) {
  char name[32], b[Block];
  wchar_t line[100], last[100] = L"";
  snprintf(name, sizeof name, "text.%d", i);
  FILE *text = fopen(name, "r");
  if (!text)
    return 1;
  uint64_t d = DIGEST_START;
  while (fgetws(line, 100, text)) {
    d = digest(d, line, wcslen(line) * sizeof line[0]);
    wcscpy(last, line);
  }
  fclose(text);
  usleep(3000);
  snprintf(name, sizeof name, "data.%d", i);
  int fd = open(name, O_RDONLY);
  ssize_t n = pread(fd, b, sizeof b, 4096 * (i % 7));
  close(fd);
  return digest(d, b, n > 0 ? (size_t)n : 0) + (uint64_t)last[0];
}

int main(void) {
  setlocale(LC_ALL, "C.UTF-8");
  for (int i = 0; i < Files; i++) {
    char name[32];
    snprintf(name, sizeof name, "data.%d", i);
    makeData(name, 100000, (unsigned)i);
    snprintf(name, sizeof name, "text.%d", i);
    FILE *out = fopen(name, "w");
    if (!out)
      return 1;
    for (int j = 0; j < Lines; j++)
      fprintf(out, "%d \xc3\xa4 line %d\n", i, j);
    fclose(out);
  }
  uint64_t all = 0;
  for (int i = 0; i < Files; i++)
    all = all * 31 + readFile(i);
  result(all);
}
