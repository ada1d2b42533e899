// A program has a small alternate stack for one of its signals. Other handlers need more
// stack, and do not ask for the alternate one. Foreslice runs these handlers on the stack
// that they have without Foreslice. The handlers are of faults, of sent signals, and of a
// signal whose handler leaves by a jump. Behind a handler the alternate stack is as before.
// RUN: head -c 3000000 /dev/urandom > %t.data
// RUN: %real-clang -O1 %s -o %t.plain && %foreslice-clang -O1 -fprefetch-slice %s -o %t
// RUN: %t.plain %t.data > %t.expected && env FORESLICE_ALWAYS=1 %t %t.data > %t.out && cmp %t.expected %t.out
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { Memory = 200000, At = 100000, Size = 8192 };
static char *memory, *page;
static sigjmp_buf before;
static volatile sig_atomic_t jumps, wasOn[NSIG], count[NSIG];
static volatile int zero;

static int isAlternate(const volatile void *p) {
  return (const volatile char *)p >= memory + At && (const volatile char *)p < memory + At + Size;
}

static void large(int signal, siginfo_t *info, void *context) {
  volatile char bytes[40000];
  for (size_t i = 0; i < sizeof bytes; i += 64)
    bytes[i] = (char)signal;
  wasOn[signal] |= isAlternate(bytes);
  count[signal]++;
  if (signal == SIGSEGV && info->si_code > 0 && !jumps)
    mprotect(page, 4096, PROT_READ | PROT_WRITE);
  else if (jumps)
    siglongjmp(before, 1);
  (void)context;
}

static void small(int signal) {
  volatile char byte = 0;
  wasOn[signal] |= isAlternate(&byte);
  count[signal]++;
}

static void set(int signal, void (*handler)(int, siginfo_t *, void *), void (*simple)(int), int flags) {
  struct sigaction a;
  memset(&a, 0, sizeof a);
  if (handler)
    a.sa_sigaction = handler;
  else
    a.sa_handler = simple;
  a.sa_flags = flags | (handler ? SA_SIGINFO : 0);
  sigaction(signal, &a, NULL);
}

static void look(const char *what) {
  stack_t now;
  sigaltstack(NULL, &now);
  int bad = 0;
  for (int i = 0; i < Memory; i++)
    bad += (i < At || i >= At + Size) && memory[i] != 'm';
  printf("%s: changed %d, alternate stack %d %ld %zu;", what, bad, now.ss_flags, (long)((char *)now.ss_sp - memory),
         now.ss_size);
  for (int i = 1; i < NSIG; i++)
    if (count[i])
      printf(" %d: %d %d", i, count[i], wasOn[i]);
  puts("");
}

int main(int argc, char **argv) {
  static char b[5000];
  memory = malloc(Memory);
  memset(memory, 'm', Memory);
  page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack_t own = {.ss_sp = memory + At, .ss_size = Size};
  sigaltstack(&own, NULL);
  set(SIGFPE, large, NULL, 0);
  set(SIGSEGV, large, NULL, 0);
  set(SIGBUS, large, NULL, 0);
  set(SIGURG, large, NULL, SA_RESTART);
  set(SIGUSR1, NULL, small, SA_ONSTACK);
  set(SIGILL, NULL, small, SA_ONSTACK);
  int fd = open(argv[1], O_RDONLY);
  unsigned sum = 0;
  for (int pass = 0; pass < 3; pass++) {
    for (off_t at = 0; at < 3000000; at += 30000)
      if (pread(fd, b, sizeof b, at) > 0)
        sum = sum * 31 + (unsigned char)b[7];
    jumps = pass;
    if (sigsetjmp(before, 1) == 0)
      *(volatile char *)page = 1;
    look("fault");
    if (sigsetjmp(before, 1) == 0)
      raise(SIGSEGV);
    if (sigsetjmp(before, 1) == 0)
      raise(SIGBUS);
    if (sigsetjmp(before, 1) == 0)
      raise(SIGURG);
    raise(SIGUSR1);
    raise(SIGILL);
    look("sent");
    jumps = 1;
#if defined(__x86_64__)
    if (sigsetjmp(before, 1) == 0)
      zero = 12345 / zero;
#endif
    look("division");
    mprotect(page, 4096, PROT_NONE);
  }
  printf("%u\n", sum);
  (void)argc;
}
