// A process without a companion makes a stream behind a filter that forbids all system calls but a few: the run time
// asks nothing of the stream's file.
// RUN: head -c 3000000 /dev/urandom > %t.data
// RUN: %real-clang -O1 %s -o %t && %t %t.data > %t.alone
// RUN: %foreslice-clang -O1 -fprefetch-slice %s -o %t.sliced && %t.sliced %t.data > %t.got && cmp %t.alone %t.got
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#define ALLOW(NUMBER)                                                          \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NUMBER, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static void filter(void) {
  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      ALLOW(SYS_read), ALLOW(SYS_write), ALLOW(SYS_close), ALLOW(SYS_fstat), ALLOW(SYS_newfstatat),
      ALLOW(SYS_fcntl), ALLOW(SYS_brk), ALLOW(SYS_exit_group), ALLOW(SYS_lseek), ALLOW(SYS_getrandom),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)};
  struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

int main(int argc, char **argv) {
  unsigned s = 0;
  setvbuf(stdout, NULL, _IONBF, 0);
  int fd = open(argv[1], O_RDONLY);
  filter();
  FILE *f = fdopen(fd, "r");
  for (int c; (c = getc(f)) != EOF;)
    s = s * 31 + (unsigned)c;
  fclose(f);
  printf("%u\n", s);
}
