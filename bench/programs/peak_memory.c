/* Runs a command and prints the most memory it had resident, in KiB, on
 * standard error. A small parent: a child's peak counts from its parent's. */

#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  const pid_t child = fork();
  if (child == 0) {
    execvp(argv[1], argv + 1);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (child == -1 || wait4(child, &status, 0, &usage) == -1)
    return 1;
  fprintf(stderr, "peak %ld\n", usage.ru_maxrss);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
