// What programs share that read numbered files which the storage has and the kernel has not.
#ifndef PARTS_H
#define PARTS_H

#include "program.h"

#include <fcntl.h>

enum { Pieces = 4, Page = 65536 };

/// Rank 0 makes the files part0 and so on, of Pieces pages each.
static inline void makeParts(int files, unsigned seed, const char *prefix) {
  char name[32];
  for (int i = 0; i < files; i++) {
    snprintf(name, sizeof name, "%s%d", prefix, i);
    makeData(name, Pieces * Page, seed + (unsigned)i);
  }
}

/// What was just written is in the kernel's memory.
static inline void forget(const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd < 0 || fsync(fd) || posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED))
    MPI_Abort(MPI_COMM_WORLD, 92);
  close(fd);
}

static inline void forgetParts(int files) {
  char name[32];
  for (int i = 0; i < files && myRank() == 0; i++) {
    snprintf(name, sizeof name, "part%d", i);
    forget(name);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

/// A file's name in the folder that holds the files of the mount, by which another client of the
/// file system would change it.
static inline void nameElsewhere(char *name, size_t room, const char *prefix, int i) {
  const char *backing = getenv("SLOWFS_BACKING");
  snprintf(name, room, "%s/%s%d", backing ? backing : ".", prefix, i);
}

/// Each page of a file changes, its size does not.
static inline void rewriteElsewhere(int i) {
  char name[4096];
  nameElsewhere(name, sizeof name, "part", i);
  int fd = open(name, O_WRONLY);
  for (int j = 0; j < Pieces; j++)
    if (pwrite(fd, "changed", 7, j * Page + 100) != 7)
      MPI_Abort(MPI_COMM_WORLD, 93);
  close(fd);
}

#endif
