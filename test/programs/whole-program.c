// The loop is in one source file, the read in a second one, and what it reads is
// decided in a third. The link slices all of them, with -flto or without.
// RUN: %check-program --flag=-flto --flag=-fuse-ld=lld --flag=%S/Inputs/whole-program-input.c --flag=%S/Inputs/whole-program-blocks.c
//
// RUN: %check-program --flag=%S/Inputs/whole-program-input.c --flag=%S/Inputs/whole-program-blocks.c
// RUN: %if mpich %{ %check-program --mpi mpich --flag=%S/Inputs/whole-program-input.c --flag=%S/Inputs/whole-program-blocks.c %}
//
// There is no loop with a read in any of them.
// RUN: %check-program --slices=0 --flag=-fno-prefetch-slice-whole-program --flag=%S/Inputs/whole-program-input.c --flag=%S/Inputs/whole-program-blocks.c
// RUN: %check-program --slices=0 --flag=-flto=thin --flag=-fuse-ld=lld --flag=%S/Inputs/whole-program-input.c --flag=%S/Inputs/whole-program-blocks.c
#include "whole-program.h"
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", Blocks * BlockBytes, 71);
  makeOrder();
  struct input in = {openFile("data", MPI_MODE_RDONLY)};
  char b[BlockBytes];
  uint64_t d = DIGEST_START;
  int reads = 0;
  for (int i = myRank(); i < Blocks; i += worldSize()) {
    reads = readBlock(&in, i, b);
    d = digest(d, b, sizeof b);
  }
  MPI_File_close(&in.file);
  result(d + reads);
  MPI_Finalize();
}
