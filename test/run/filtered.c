// A program gives up all system calls but a few: the kernel kills the process at any other
// call. Under foreslice-run the process makes no other call, and the companion learns of the
// reads. A sliced program makes none either: its slices end before.
// RUN: head -c 3000000 /dev/urandom > %t.data
// RUN: %real-clang -O1 %s -o %t && %t %t.data > %t.alone
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t %t.data > %t.run && cmp %t.alone %t.run
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t %t.data by-number > %t.run && cmp %t.alone %t.run
// RUN: %foreslice-clang -O1 -fprefetch-slice %s -o %t.sliced && %t.sliced %t.data > %t.got && cmp %t.alone %t.got
// RUN: env FORESLICE_ALWAYS=1 %t.sliced %t.data > %t.got && cmp %t.alone %t.got
// RUN: env FORESLICE_ALWAYS=1 FORESLICE_STATS=%t.stats %t.sliced %t.data by-number > %t.got && cmp %t.alone %t.got
// RUN: grep '"launches": *[1-9]' %t.stats
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ALLOW(NUMBER)                                                          \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NUMBER, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static void filter(int byNumber) {
  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      ALLOW(SYS_read), ALLOW(SYS_write), ALLOW(SYS_close), ALLOW(SYS_fstat),
      ALLOW(SYS_newfstatat), ALLOW(SYS_unlink), ALLOW(SYS_exit_group),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)};
  struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (byNumber)
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
  else
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

static unsigned sum(int fd, int most) {
  char b[4096];
  unsigned s = 0;
  for (ssize_t n; most-- > 0 && (n = read(fd, b, sizeof b)) > 0;)
    s = s * 31 + (unsigned char)b[n - 1];
  return s;
}

int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IONBF, 0);
  int fd = open(argv[1], O_RDONLY), other = open(argv[1], O_RDONLY);
  unsigned s = sum(fd, 100);
  filter(argc > 2);
  s += sum(fd, 100000) + sum(other, 100000);
  close(fd);
  unlink("/nowhere/at all");
  printf("%u\n", s);
}
