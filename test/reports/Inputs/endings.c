/* Reads data and ends in the way that the argument names. With two ranks, rank 1 ends and
 * rank 0 waits for what comes of it. Prints one line before. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void finalize(void) { MPI_Finalize(); }
static void endIn(int number) { exit(number == SIGUSR1 ? 4 : 5); }
static void abortIn(int number) { MPI_Abort(MPI_COMM_WORLD, number == SIGUSR1 ? 4 : 5); }

int main(int argc, char **argv) {
  const char *way = argv[1];
  if (!strcmp(way, "late"))
    atexit(finalize);
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File file;
  if (MPI_File_open(MPI_COMM_WORLD, argv[2], MPI_MODE_RDONLY, MPI_INFO_NULL, &file))
    MPI_Abort(MPI_COMM_WORLD, 2);
  static char buffer[8192];
  unsigned sum = 0;
  for (int i = 0; i < 64; i++) {
    MPI_File_read_at(file, (MPI_Offset)i * 8192, buffer, 8192, MPI_BYTE, MPI_STATUS_IGNORE);
    for (int j = 0; j < 8192; j++)
      sum += (unsigned char)buffer[j];
    if (i == 50) {
      printf("sum %u\n", sum);
      fflush(stdout);
      MPI_Barrier(MPI_COMM_WORLD); /* all have printed before any ends */
      int size;
      MPI_Comm_size(MPI_COMM_WORLD, &size);
      while (strcmp(way, "full") && rank < size - 1)
        sleep(1);
      if (!strcmp(way, "return") || !strcmp(way, "late"))
        return 4;
      if (!strcmp(way, "exit"))
        exit(4);
      if (!strcmp(way, "abort"))
        MPI_Abort(MPI_COMM_WORLD, 4);
      if (!strncmp(way, "handler", 7)) {
        struct sigaction action = {.sa_handler = way[8] == 'e' ? endIn : abortIn};
        if (!strcmp(way, "handler-exit-unblocked"))
          action.sa_flags = SA_NODEFER;
        sigaction(SIGUSR1, &action, NULL);
        raise(SIGUSR1);
      }
      if (!strcmp(way, "child")) {
        if (!fork())
          exit(0);
        wait(NULL);
        _exit(4);
      }
      if (!strcmp(way, "full")) { /* a full disk for the run time, too */
        struct rlimit small = {4096, 4096};
        setrlimit(RLIMIT_FSIZE, &small);
        MPI_Finalize();
        return 4;
      }
    }
  }
  return 3;
}
