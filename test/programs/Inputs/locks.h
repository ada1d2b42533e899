// Shared by the programs that lock the files they read.
#ifndef LOCKS_H
#define LOCKS_H

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

/// Whether another process could lock the file.
static inline int isFree(int fd) {
  pid_t child = fork();
  if (child == 0) {
    struct flock other = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    _exit(fcntl(fd, F_GETLK, &other) == 0 && other.l_type == F_UNLCK);
  }
  int status;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

#endif
