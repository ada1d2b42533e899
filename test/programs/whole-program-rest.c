// The rest of main has a slice in its own source, of the read that is in sight
// there, and none in the whole program. It must not keep the loop of the other
// source, which main calls, from having one.
// RUN: %check-program --slices=3 --expect='reads_posted>=20' --flag=%S/Inputs/whole-program-rest.c
#include "program.h"

enum { Blocks = 96, BlockBytes = 8192 };

int First = 1;
void note(int byte);
int sumOf(MPI_File file, int blocks);

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", Blocks * BlockBytes, 71);
  MPI_File file = openFile("data", MPI_MODE_RDONLY);
  char b[BlockBytes];
  note(argc);
  MPI_File_read_at(file, (MPI_Offset)First * BlockBytes, b, BlockBytes,
                   MPI_BYTE, MPI_STATUS_IGNORE);
  result(digest(DIGEST_START, b, sizeof b) + sumOf(file, Blocks));
  MPI_Finalize();
}
