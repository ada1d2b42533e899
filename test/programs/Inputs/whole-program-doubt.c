// Part of whole-program-doubt.c.
#include <mpi.h>
#include <stdlib.h>

extern int Step;
static int Seen;

void note(int byte) {
  Seen += byte;
  if (Seen != 123456789)
    return;
  void (*change)(int *) = (void (*)(int *))getenv("NOBODY_SETS_THIS");
  if (change)
    change(&Step);
}

void readBlock(MPI_File file, int i, void *to) {
  MPI_File_read_at(file, (MPI_Offset)i * 8192, to, 8192, MPI_BYTE,
                   MPI_STATUS_IGNORE);
}
