// Single bytes of a file that is in memory, in one page: the slice is held
// back, and most reads of the program are not timed. The processor's clock is
// counted by the signal of a process that may not read the clock.
// RUN: %check-program --unserved "the data are in memory, so that the slice is held back" --env FORESLICE_ALWAYS=0 --expect 'slices_not_needed>=1' --flag=-rdynamic
#define _GNU_SOURCE
#include "posix.h"
#include <dlfcn.h>
#include <signal.h>
#include <sys/prctl.h>
#include <ucontext.h>

enum { Bytes = 40000, MostTimed = 4000 };

static unsigned Clocks;

/// Gives the clock's instruction a number, and goes on behind it.
static void clockRead(int signal, siginfo_t *info, void *context) {
#if defined(__x86_64__)
  ucontext_t *c = context;
  const unsigned char *code =
      (const unsigned char *)c->uc_mcontext.gregs[REG_RIP];
  const int isShort = code[0] == 0x0f && code[1] == 0x31;
  const int isLong = code[0] == 0x0f && code[1] == 0x01 && code[2] == 0xf9;
  if (!isShort && !isLong)
    abort();
  c->uc_mcontext.gregs[REG_RIP] += isShort ? 2 : 3;
  c->uc_mcontext.gregs[REG_RAX] = (Clocks += 1);
  c->uc_mcontext.gregs[REG_RDX] = c->uc_mcontext.gregs[REG_RCX] = 0;
#endif
}

/// The region: its threads, if any, have begun before the clock is out of
/// reach.
uint64_t bytes(int fd, uint64_t d) {
  char c;
  for (unsigned i = 0; read(fd, &c, 1) == 1; i++) {
    d = digest(d, &c, 1);
    if (i == 0)
      prctl(PR_SET_TSC, PR_TSC_SIGSEGV);
  }
  prctl(PR_SET_TSC, PR_TSC_ENABLE);
  return d;
}

int main(void) {
  makeData("data", Bytes, 1);
  int fd = open("data", O_RDONLY);
  struct sigaction a = {.sa_sigaction = clockRead, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &a, NULL);
  // By its name, so that the call is a region of its own.
  uint64_t (*region)(int, uint64_t) = dlsym(RTLD_DEFAULT, "bytes");
  uint64_t d = region(fd, DIGEST_START);
  if (Clocks > MostTimed)
    printf("%u times of %d reads\n", Clocks, Bytes);
  result(d);
}
