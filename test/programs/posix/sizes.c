// How large files are says how much is read of them: by descriptor, by name, in
// a folder that is open. The names are computed.
// RUN: %check-program --expect 'files_opened_ahead>=4' --expect 'hits>=10'
#define _GNU_SOURCE
#include "posix.h"

enum { Files = 24 };

static uint64_t load(uint64_t d, int fd, size_t bytes) {
  char *data = (char *)malloc(bytes + 1);
  posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
  ssize_t n = read(fd, data, bytes);
  if (n != (ssize_t)bytes)
    exit(3);
  d = digest(d, data, bytes);
  free(data);
  return d;
}

int main(void) {
  char name[32];
  mkdir("in", 0755);
  for (unsigned i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "in/%u", i);
    makeData(name, i == 7 ? 0 : 70000 + 3001 * i, i);
  }
  int folder = open("in", O_RDONLY | O_DIRECTORY);
  if (folder < 0)
    return 1;
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "%d", i);
    struct stat s;
    struct statx x;
    int fd = openat(folder, name, O_RDONLY);
    if (fd < 0)
      exit(2);
    if (i % 3 == 0) {
      fstat(fd, &s);
    } else if (i % 3 == 1) {
      if (fstatat(folder, name, &s, 0))
        exit(4);
    } else {
      if (statx(fd, "", AT_EMPTY_PATH, STATX_SIZE, &x))
        exit(5);
      s.st_size = (off_t)x.stx_size;
    }
    d = load(d, fd, (size_t)s.st_size);
    close(fd);
  }
  close(folder);
  result(d);
}
