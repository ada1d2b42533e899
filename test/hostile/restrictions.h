//===- restrictions.h - few descriptors, little memory --------------------===//
//
// What programs set for themselves, as their surroundings would; system calls
// that are forbidden.
//
//===----------------------------------------------------------------------===//

#ifndef HOSTILE_RESTRICTIONS_H
#define HOSTILE_RESTRICTIONS_H

#include "fuzz.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

static int fillers[1024], fillerCount;

/// All descriptors but so many are taken.
static void fillDescriptors(int left) {
  struct rlimit now;
  getrlimit(RLIMIT_NOFILE, &now);
  now.rlim_cur = sizeof fillers / sizeof *fillers;
  setrlimit(RLIMIT_NOFILE, &now);
  int fd;
  while ((fd = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0)
    fillers[fillerCount++] = fd;
  while (left-- > 0 && fillerCount > 0)
    close(fillers[--fillerCount]);
}

static void giveDescriptors(void) {
  while (fillerCount > 0)
    close(fillers[--fillerCount]);
}

static int inputClosed;

static void closeInput(void) {
  close(0);
  inputClosed = 1;
}

/// Whether a closed descriptor's number is the next one that is given out, as
/// programs rely on that exchange their standard input.
static int exchangesInput(void) {
  struct stat s;
  // The MPI library's, which got the number; the run time would close its own
  // at exec.
  if (inputClosed && !fstat(0, &s) && S_ISREG(s.st_mode))
    return 2 + fcntl(0, F_GETFD);
  close(0);
  return open("/dev/null", O_RDONLY) == 0;
}

static void limit(int what, rlim_t value) {
  struct rlimit now;
  getrlimit((__rlimit_resource_t)what, &now);
  now.rlim_cur = value < now.rlim_max ? value : now.rlim_max;
  setrlimit((__rlimit_resource_t)what, &now);
}

/// So much more address space than there is now.
static void limitMemory(u64 more) {
  unsigned long long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file && fscanf(file, "%llu", &pages) == 1)
    limit(RLIMIT_AS, (rlim_t)(pages * 4096 + more));
  if (file)
    fclose(file);
}

/// As containers do: these system calls are not allowed.
static void forbid(const int *calls, int count) {
  struct sock_filter filter[40];
  int n = 0;
  filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                                             offsetof(struct seccomp_data, nr));
  for (int i = 0; i < count; i++)
    filter[n++] = (struct sock_filter)BPF_JUMP(
        BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i], (byte)(count - i), 0);
  filter[n++] =
      (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  filter[n++] =
      (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  struct sock_fprog program = {(unsigned short)n, filter};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

#endif
