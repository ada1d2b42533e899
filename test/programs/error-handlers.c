// No communicator more can be made after the program has opened its file: that
// the run time cannot have one either is not for the program's error handler.
// REQUIRES: mpich
// RUN: %check-program --mpi mpich --ranks 1
// RUN: %check-program --mpi mpich --ranks 2 --unserved "the ranks have no communicator to agree by"
#include "program.h"

static int calls;
static void count(MPI_Comm *comm, int *error, ...) { calls++; }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 71);
  static MPI_Comm all[1 << 16];
  int n = 0, left = 0;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  while (n < 1 << 16 && !MPI_Comm_dup(MPI_COMM_WORLD, &all[n]))
    n++;
  MPI_File fh;
  do
    MPI_Comm_free(&all[--n]), left++;
  while (MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_RDONLY, MPI_INFO_NULL,
                       &fh));
  MPI_File_close(&fh);

  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(count, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  if (MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_RDONLY, MPI_INFO_NULL,
                    &fh))
    MPI_Abort(MPI_COMM_WORLD, 92);
  char b[8192];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 100; i++) {
    MPI_File_read_at_all(fh, i * 8192, b, sizeof b, MPI_BYTE,
                         MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
  }
  MPI_File_close(&fh);
  printf("%d left for the file, %d errors\n", left, calls);
  result(d);
  while (n > 0)
    MPI_Comm_free(&all[--n]);
  MPI_Errhandler_free(&handler);
  MPI_Finalize();
}
