// What the programs without MPI share: data files and a result line.
#ifndef POSIX_H
#define POSIX_H

#include "data.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Writes a file with that content.
static inline void makeData(const char *name, size_t bytes, unsigned seed) {
  unsigned char *data = (unsigned char *)malloc(bytes + 1);
  for (size_t i = 0; i < bytes; i++)
    data[i] = dataByte(i, seed);
  int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (fd < 0 || write(fd, data, bytes) != (ssize_t)bytes || close(fd))
    exit(90);
  free(data);
}

static inline void result(uint64_t d) {
  printf("%016llx\n", (unsigned long long)d);
  fflush(stdout);
}

#endif
