// A list has the names of files: the slice opens the files ahead.
// RUN: %check-program --expect 'files_opened_ahead>=5' --expect 'pages_to_system>=5'
#include "posix.h"

enum { Files = 30 };

int main(void) {
  FILE *list = fopen("list", "w");
  for (int i = 0; list && i < Files; i++) {
    char name[32];
    snprintf(name, sizeof name, "file%c%d", i % 3 ? '.' : '-', i * i);
    if (i % 10 != 9)
      makeData(name, 30000 + (size_t)i * 1000, (unsigned)i);
    fprintf(list, "%s%s\n", name, i % 2 ? " " : "");
  }
  if (!list || fclose(list) || !(list = fopen("list", "r")))
    return 1;
  uint64_t d = DIGEST_START;
  static char b[100000];
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, list) != -1) {
    line[strcspn(line, " \n")] = 0;
    int fd = open(line, O_RDONLY);
    if (fd < 0) {
      printf("%s is not there\n", line);
      continue;
    }
    ssize_t n = read(fd, b, sizeof b);
    d = digest(d, b, n > 0 ? (size_t)n : 0);
    close(fd);
  }
  free(line);
  result(d);
}
