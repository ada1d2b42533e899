/* Files on slow storage, of which the kernel has nothing in memory. */
#ifndef SLOW_FILE_H
#define SLOW_FILE_H

#include "in_memory.h"

#include <stdio.h>
#include <stdlib.h>

/* Makes a file in the folder of slowfs-run; its path goes to name. */
static inline void make_slow_file(char *name, size_t room, const char *end, const char *bytes, size_t length) {
  snprintf(name, room, "%s/%s", getenv("SLOWFS_DIR"), end);
  FILE *f = fopen(name, "w");
  if (!f || fwrite(bytes, 1, length, f) != length || fclose(f) != 0)
    _exit(3);
}

/* The file, mapped to look which pages are in memory, and not to be read. */
static inline const char *map_slow_file(const char *name, long bytes) {
  int fd = open(name, O_RDONLY);
  const char *file = fd < 0 ? MAP_FAILED : mapForLooks(fd, bytes);
  if (file == MAP_FAILED || close(fd) != 0)
    _exit(3);
  return file;
}

/* Files part.0 and so on of the same content, and mappings of them to look at. */
static inline void make_slow_files(char (*names)[4096], const char **looks, int files, const char *bytes, size_t length) {
  for (int i = 0; i < files; i++) {
    char end[32];
    snprintf(end, sizeof end, "part.%d", i);
    make_slow_file(names[i], sizeof names[i], end, bytes, length);
    looks[i] = map_slow_file(names[i], (long)length);
  }
}

static inline void forget_slow_file(const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd < 0 || fdatasync(fd) != 0 || posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) != 0 || close(fd) != 0)
    _exit(3);
}

#endif
