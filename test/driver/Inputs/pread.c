/* Reads a file by pread, and says which library has pread. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
  unsigned sum = 0;
  int fd = open(argv[argc - 1], O_RDONLY);
  for (int i = 0; i < 4; i++) {
    unsigned char b[4];
    if (pread(fd, b, sizeof b, i * 4) == sizeof b)
      sum += b[0];
  }
  Dl_info where;
  dladdr(dlsym(RTLD_DEFAULT, "pread"), &where);
  printf("sum %u, pread of %s\n", sum, where.dli_fname);
}
