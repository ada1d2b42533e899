//===- posix_tool.c - a preloaded library that wraps files' calls ---------===//
//
// Keeps a table of descriptors, as tools that profile a program's files do. A
// descriptor that is closed twice is an error of the one who does that: the
// second close may hit a file that another thread has just opened.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

enum { MOST = 4096 };
static _Atomic unsigned char State[MOST]; // 0: unknown, 1: open, 2: closed

static void opened(int fd) {
  if (fd >= 0 && fd < MOST)
    State[fd] = 1;
}

#define FORWARD_OPEN(NAME)                                                     \
  int NAME(const char *path, int flags, ...) {                                 \
    static int (*next)(const char *, int, ...);                                \
    if (!next)                                                                 \
      next = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #NAME);         \
    va_list more;                                                              \
    va_start(more, flags);                                                     \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;    \
    va_end(more);                                                              \
    int fd = next(path, flags, mode);                                          \
    opened(fd);                                                                \
    return fd;                                                                 \
  }
FORWARD_OPEN(open)
FORWARD_OPEN(open64)

ssize_t read(int fd, void *to, size_t bytes) {
  static ssize_t (*next)(int, void *, size_t);
  if (!next)
    next = (ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
  return next(fd, to, bytes);
}

ssize_t pread64(int fd, void *to, size_t bytes, off64_t at) {
  static ssize_t (*next)(int, void *, size_t, off64_t);
  if (!next)
    next =
        (ssize_t (*)(int, void *, size_t, off64_t))dlsym(RTLD_NEXT, "pread64");
  return next(fd, to, bytes, at);
}

int close(int fd) {
  static int (*next)(int);
  if (!next)
    next = (int (*)(int))dlsym(RTLD_NEXT, "close");
  int known = fd >= 0 && fd < MOST && State[fd] == 1;
  if (known)
    State[fd] = 2;
  int error = next(fd);
  if (known && error && errno == EBADF)
    dprintf(2, "posix_tool: descriptor %d was closed twice\n", fd);
  return error;
}
