// A forked child that ends by exit() looks for leaks where the program has
// AddressSanitizer. What the run time holds is none: its threads, which point to
// that, are not in the child.
// RUN: rm -rf %t && mkdir -p %t && head -c 8000000 /dev/zero > %t/data
// RUN: %foreslice-clang -O1 -fsanitize=address %s -o %t/plain
// RUN: %foreslice-clang -O1 -fsanitize=address -fprefetch-slice %s -o %t/sliced
// RUN: %t/plain %t/data 2> %t/plain.errors > %t/right
// RUN: env FORESLICE_ALWAYS=1 %t/sliced %t/data 2> %t/sliced.errors > %t/got && diff %t/right %t/got
// RUN: env FORESLICE_ALWAYS=1 ASAN_OPTIONS=verify_asan_link_order=0 %foreslice-run %t/plain %t/data 2> %t/run.errors > %t/got && diff %t/right %t/got
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static char Block[65536];

int main(int Argc, char **Argv) {
  int Fd = open(Argv[Argc - 1], O_RDONLY);
  for (int I = 0; I < 60; I++) {
    pread(Fd, Block, 4096, I * 37 % 100 * 65536LL);
    if (I % 20 != 15)
      continue;
    fflush(stdout);
    pid_t Child = fork();
    if (Child == 0)
      exit(0);
    int Status = 0;
    waitpid(Child, &Status, 0);
    printf("child %d\n", WEXITSTATUS(Status));
  }
}
