/* How many threads the process has, and their names. */
#ifndef THREADS_NOW_H
#define THREADS_NOW_H

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
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

static inline int has_thread(const char *name) {
  int found = 0;
  DIR *tasks = opendir("/proc/self/task");
  for (struct dirent *task; tasks && (task = readdir(tasks));) {
    char path[300], text[32] = {0};
    snprintf(path, sizeof path, "/proc/self/task/%s/comm", task->d_name);
    long fd = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY);
    if (fd < 0)
      continue;
    if (syscall(SYS_read, fd, text, sizeof text - 1) > 0)
      found |= !strncmp(text, name, strlen(name)) && text[strlen(name)] == '\n';
    syscall(SYS_close, fd);
  }
  closedir(tasks);
  return found;
}

#endif
