// Files that nftw(), ftw() and fts_read() find, in folders and the folders in
// them.
// RUN: %check-program --expect 'files_opened_ahead>=12' --expect 'hits>=20' --expect 'slice_waits==0'
#define _GNU_SOURCE
#include "posix.h"

#include <fts.h>
#include <ftw.h>

enum { Files = 24, Block = 65536 };

static char b[Block];
static uint64_t all;

static uint64_t readFile(const char *name) {
  int fd = open(name, O_RDONLY);
  uint64_t d = DIGEST_START;
  ssize_t n;
  while ((n = read(fd, b, Block)) > 0)
    d = digest(d, b, (size_t)n);
  close(fd);
  usleep(500);
  return d;
}

// What is named with an x is not read, and ends the walk at level 3.
static int visit(const char *path, const struct stat *s, int type,
                 struct FTW *at) {
  if (type != FTW_F || s->st_size == 0 || path[at->base] == 'x')
    return at->level == 3;
  all += readFile(path);
  return 0;
}

static int visitAll(const char *path, const struct stat *s, int type) {
  if (type == FTW_F && s->st_size > 0)
    all += readFile(path);
  return 0;
}

static void walk(const char *root, const char *other) {
  char *roots[] = {(char *)root, (char *)other, NULL};
  FTS *folders = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  FTSENT *e;
  while ((e = fts_read(folders))) {
    if (e->fts_info == FTS_D && e->fts_level > 0 && !strcmp(e->fts_name, "not"))
      fts_set(folders, e, FTS_SKIP);
    if (e->fts_info == FTS_F && e->fts_statp->st_size > 0)
      all += readFile(e->fts_path);
  }
  fts_close(folders);
}

int main(void) {
  const char *folders[] = {"tree", "tree/a", "tree/a/b", "tree/not"};
  for (int i = 0; i < 4; i++)
    mkdir(folders[i], 0755);
  for (unsigned i = 0; i < Files; i++) {
    char name[64];
    snprintf(name, sizeof name, "%s/%s%u", folders[i % 4], i == 7 ? "x" : "", i);
    makeData(name, i == 9 ? 0 : 30000 + 3000 * i, i);
  }
  nftw("tree", visit, 20, FTW_PHYS);
  result(all);
  ftw("tree", visitAll, 20);
  result(all);
  walk("tree/a", "tree");
  result(all);
  walk("none", "tree/not/3");
  result(all);
}
