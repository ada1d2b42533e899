// Reads all files of a folder, in the order in which the folder has them, and of
// the folders in it.
// RUN: %check-program --expect 'files_opened_ahead>=4' --expect 'hits>=10'
#define _GNU_SOURCE
#include "posix.h"

#include <dirent.h>

enum { Files = 40, Block = 65536 };

static char b[Block];

static uint64_t readFile(int fd) {
  uint64_t d = DIGEST_START;
  ssize_t n;
  while ((n = read(fd, b, Block)) > 0)
    d = digest(d, b, (size_t)n);
  close(fd);
  return d;
}

static uint64_t readFolder(const char *path, int depth) {
  uint64_t all = 0;
  DIR *folder = opendir(path);
  if (!folder)
    return 0;
  struct dirent *e;
  while ((e = readdir(folder))) {
    if (e->d_name[0] == '.')
      continue;
    char name[600];
    snprintf(name, sizeof name, "%s/%s", path, e->d_name);
    struct stat s;
    if (lstat(name, &s))
      continue;
    if (S_ISDIR(s.st_mode)) {
      if (depth < 3)
        all += readFolder(name, depth + 1);
      continue;
    }
    int fd = openat(dirfd(folder), e->d_name, O_RDONLY);
    if (fd >= 0)
      all += readFile(fd);
  }
  closedir(folder);
  return all;
}

int main(void) {
  char name[64];
  for (int i = 0; i < 4; i++) {
    snprintf(name, sizeof name, i ? "tree/%d" : "tree", i);
    mkdir(name, 0755);
  }
  for (unsigned i = 0; i < Files; i++) {
    snprintf(name, sizeof name, i % 4 ? "tree/%u/%u" : "tree/f%u.%u", i % 4, i);
    makeData(name, 50000 + 2000 * i, i);
  }
  // Entries of a folder come in any order: what is printed is a sum.
  result(readFolder("tree", 0));
  uint64_t all = 0;
  DIR *folder = opendir("tree/1");
  if (!folder || !readdir(folder))
    return 1;
  struct dirent *e;
  while ((e = readdir(folder))) {
    int fd = openat(dirfd(folder), e->d_name, O_RDONLY);
    if (fd >= 0)
      all += readFile(fd);
  }
  closedir(folder);
  result(all);
}
