// The program limits its addresses, reads, and then takes nearly all that it is allowed to
// have: the run time has taken none of them.
// RUN: %check-program --unserved "the program may need its addresses" --expect "launches>=0" --expect "storage_reads<=0"
#include "posix.h"

#include <sys/resource.h>
#include <sys/syscall.h>

enum { Block = 4096, Blocks = 2000, Mib = 1 << 20 };

static char b[Block];

// Before main, and so before any region; by bare calls, which are in no slice.
__attribute__((constructor)) static void limitAddresses(void) {
  char text[128] = "";
  long fd = syscall(SYS_openat, AT_FDCWD, "/proc/self/statm", O_RDONLY);
  syscall(SYS_read, fd, text, sizeof text - 1);
  syscall(SYS_close, fd);
  rlim_t most = strtoul(text, NULL, 10) * Block + 24 * Mib;
  setrlimit(RLIMIT_AS, &(struct rlimit){most, most});
}

int main(void) {
  makeData("data", (size_t)Block * Blocks, 5);
  uint64_t d = DIGEST_START;
  int fd = open("data", O_RDONLY);
  for (unsigned i = 0; i < Blocks; i++)
    if (pread(fd, b, sizeof b, (off_t)(i * 7 % Blocks) * Block) == sizeof b)
      d = digest(d, b, sizeof b);
  char *all = malloc(20 * Mib);
  printf("%d\n", all != NULL);
  result(d);
}
