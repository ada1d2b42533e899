// The outer loop of a program as grep: names from a list, of which one may
// stand for standard input, wrappers around open() and read() that mend their
// errors, and complaints that go on with the next file.
// RUN: %check-program --expect 'files_opened_ahead>=8' --expect 'hits>=40' --expect 'slice_waits==0'
#define _GNU_SOURCE
#include "posix.h"
#include <errno.h>
#include <stdarg.h>
static char *buffer, *buflim;
static size_t bufalloc;
static off_t bufoffset;
static int bufdesc, errors, seek_failed;
static void suppressible_error(const char *m) {
  if (errno != ENOENT)
    fprintf(stderr, "grep: %s: %s\n", m, strerror(errno));
  errors++;
}
static int fd_safer(int fd) {
  if (0 <= fd && fd <= 2) {
    int f = fcntl(fd, F_DUPFD, 3);
    int e = errno;
    close(fd);
    errno = e;
    fd = f;
  }
  return fd;
}
static int openat_safer(int dir, const char *file, int flags, ...) {
  mode_t mode = 0;
  if (flags & O_CREAT) {
    va_list ap;
    va_start(ap, flags);
    mode = va_arg(ap, mode_t);
    va_end(ap);
  }
  return fd_safer(openat(dir, file, flags, mode));
}
static ssize_t safe_read(int fd, void *buf, size_t count) {
  for (;;) {
    ssize_t n = read(fd, buf, count);
    if (0 <= n)
      return n;
    else if (errno == EINTR)
      continue;
    else if (errno == EINVAL && count > 0x7ff00000)
      count = 0x7ff00000;
    else
      return n;
  }
}
static int reset(int fd, const struct stat *st) {
  buflim = buffer;
  bufdesc = fd;
  bufoffset = fd == 0 ? 0 : lseek(fd, 0, SEEK_CUR);
  seek_failed = bufoffset < 0;
  if (seek_failed) {
    if (errno != ESPIPE) {
      suppressible_error("lseek failed");
      return 0;
    }
    bufoffset = 0;
  }
  return 1;
}
static int fillbuf(size_t save, const struct stat *st) {
  int cc = 1;
  if (!buffer) {
    bufalloc = 32768;
    buffer = malloc(bufalloc);
    buflim = buffer;
  }
  ssize_t n = safe_read(bufdesc, buffer, bufalloc);
  if (n < 0) {
    cc = 0;
    n = 0;
  }
  bufoffset += n;
  buflim = buffer + n;
  return cc;
}
static long grep(int fd, const struct stat *st, int *ineof) {
  long lines = 0;
  if (!reset(fd, st))
    return 0;
  if (!fillbuf(0, st)) {
    suppressible_error("read");
    return 0;
  }
  while (buflim > buffer) {
    usleep(300);
    for (char *p = buffer; p < buflim; p++)
      lines += *p == '\n';
    if (!fillbuf(0, st)) {
      suppressible_error("read");
      break;
    }
  }
  return lines;
}
static int grepdesc(int desc, int command_line, const char *filename) {
  struct stat st;
  int status = 1;
  int ineof = 0;
  if (fstat(desc, &st) != 0) {
    suppressible_error(filename);
    goto closeout;
  }
  if (S_ISDIR(st.st_mode))
    goto closeout;
  long count = grep(desc, &st, &ineof);
  status = !count;
  printf("%s:%ld\n", filename, count);
closeout:
  if (desc != 0 && close(desc) != 0)
    suppressible_error(filename);
  return status;
}
static int grepfile(int dirdesc, const char *name, int follow,
                    int command_line) {
  int oflag = O_RDONLY | O_NOCTTY | (follow ? 0 : O_NOFOLLOW);
  int desc = openat_safer(dirdesc, name, oflag);
  if (desc < 0) {
    suppressible_error(name);
    return 1;
  }
  return grepdesc(desc, command_line, name);
}
static int grep_command_line_arg(const char *arg) {
  if (strcmp(arg, "-") == 0)
    return grepdesc(0, 1, "(standard input)");
  return grepfile(AT_FDCWD, arg, 1, 1);
}
int main(int argc, char **argv) {
  char names[16][16];
  char *list[17];
  char **files = list;
  int status = 1;
  for (unsigned i = 0; i < 16; i++) {
    snprintf(names[i], 16, "d%u", i);
    makeData(names[i], i == 3 ? 0 : 200000 + i * 1000, i);
    list[i] = names[i];
  }
  list[16] = NULL;
  do
    status &= grep_command_line_arg(*files++);
  while (*files != NULL);
  return status;
}
