/* Of test/programs/posix/changed-start.c and test/programs/changed-start.c:
   another process changes the file once a slice has read it, and before the
   program opens it. */
#include <stdio.h>
#include <stdlib.h>
#ifdef BY_MPI
#include <mpi.h>
#endif

extern void dropFromMemory(const char *name);
extern const char *awaitInMemory(long at);

/* The command of CHANGE, with the file's name as $1. */
void changeOnceRead(const char *name) {
  char command[8192];
  const char *change = getenv("CHANGE");
  fprintf(stderr, "read ahead: %s\n", awaitInMemory(983040));
  snprintf(command, sizeof command, "set -- '%s'; %s", name, change);
  if (system(command) != 0)
    exit(99);
}

__attribute__((constructor)) static void drop(int argc, char **argv) {
  dropFromMemory(argv[argc - 1]);
}

#ifdef BY_MPI
/* The name is the last argument. */
int MPI_Init(int *argc, char ***argv) {
  int error;
  changeOnceRead((*argv)[*argc - 1]);
  error = PMPI_Init(argc, argv);
  return error;
}
#endif
