// Part of whole-program-rest.c.
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

extern int First;
static int Seen;

void note(int byte) {
  Seen += byte;
  if (Seen != 123456789)
    return;
  void (*change)(int *) = (void (*)(int *))getenv("NOBODY_SETS_THIS");
  if (change)
    change(&First);
}

int sumOf(MPI_File file, int blocks) {
  static char b[8192];
  int sum = 0;
  for (int i = 0; i < blocks; i++) {
    MPI_File_read_at(file, (MPI_Offset)i * 8192, b, 8192, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    sum += b[i];
    if (i % 4 == 0)
      usleep(1000);
  }
  return sum;
}
