// Part of whole-program.c: where the blocks are, from a table that is made at
// run time.
#include "whole-program.h"

static MPI_Offset Order[Blocks];

void makeOrder(void) {
  for (int i = 0; i < Blocks; i++)
    Order[i] = (i * 37 + 11) % Blocks;
}

MPI_Offset placeOf(int i) { return Order[i % Blocks] * BlockBytes; }
