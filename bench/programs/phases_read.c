/* How bench/programs/phases reads: by pread(), by MPI-IO with -DBY_MPI. */
#include "phases.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef BY_MPI
#include <mpi.h>
#endif

char data[Blocks][Block];
int rank, ranks = 1;

static void check(int holds, const char *what) {
  if (!holds) {
    perror(what);
    exit(1);
  }
}

#ifdef BY_MPI
void readBlocks(const char *name, int first, int count) {
  MPI_File f;
  check(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL,
                      &f) == MPI_SUCCESS,
        name);
  int own = PATTERN == SAME ? count : count / ranks,
      begin = PATTERN == SAME ? 0 : rank * own;
  for (int i = begin; i < begin + own; i++)
    MPI_File_read_at(f, (MPI_Offset)i * Block, data[first + i], Block, MPI_BYTE,
                     MPI_STATUS_IGNORE);
  MPI_File_close(&f);
}
#else
void readBlocks(const char *name, int first, int count) {
  int fd = open(name, O_RDONLY);
  check(fd >= 0, name);
  for (int i = 0; i < count; i++)
    check(pread(fd, data[first + i], Block, (off_t)i * Block) == Block, name);
  close(fd);
}
#endif
