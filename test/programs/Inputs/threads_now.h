/* How many threads the process has. */
#ifndef THREADS_NOW_H
#define THREADS_NOW_H

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Not by functions of which slices know that they read. */
static int threads(void) {
  char text[4096] = {0};
  long fd = syscall(SYS_openat, AT_FDCWD, "/proc/self/status", O_RDONLY);
  syscall(SYS_read, fd, text, sizeof text - 1);
  syscall(SYS_close, fd);
  const char *count = strstr(text, "Threads:");
  return count ? atoi(count + 8) : 0;
}

#endif
