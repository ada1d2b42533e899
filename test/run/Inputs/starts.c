// Starts what its arguments but the last name, each with the last one alone; alone,
// reads that file in a loop.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  static char b[4096];
  long sum = 0;
  for (int i = 1; i + 1 < argc; i++) {
    char command[4096];
    snprintf(command, sizeof command, "%s %s", argv[i], argv[argc - 1]);
    if (system(command))
      return 1;
  }
  int fd = open(argv[argc - 1], O_RDONLY);
  for (ssize_t n; (n = read(fd, b, sizeof b)) > 0;)
    sum += b[n - 1];
  return sum != 0;
}
