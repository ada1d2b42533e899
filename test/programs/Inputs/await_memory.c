/* Of test/programs/posix/early.c: what its slice cannot see. */
#include "in_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

static const char *file;
static int canTell;

void dropFromMemory(const char *name) {
  struct stat status;
  int fd = open(name, O_RDONLY);
  if (fd < 0 || fstat(fd, &status) != 0)
    return;
  file = mapForLooks(fd, status.st_size);
  canTell = takeFromMemory(fd, file, status.st_size);
  close(fd);
}

/* The file that was dropped by another process. */
void lookAt(const char *name) {
  struct stat status;
  int fd = open(name, O_RDONLY);
  if (fd < 0 || fstat(fd, &status) != 0)
    return;
  file = mapForLooks(fd, status.st_size);
  canTell = !isInMemory(file, status.st_size - 1);
  close(fd);
}

const char *awaitInMemory(long at) {
  const char *limit = getenv("AWAIT_SECONDS");
  int left = (limit ? atoi(limit) : 60) * 1000;
  if (!file || !canTell)
    return "yes, as far as can be told";
  for (; left > 0 && !isInMemory(file, at); left--)
    nanosleep(&(struct timespec){0, 1000000}, NULL);
  return isInMemory(file, at) ? "yes" : "no";
}
