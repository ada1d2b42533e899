// Part of whole-program.c: the read.
#include "whole-program.h"

static int Reads;

int readBlock(struct input *in, int i, void *to) {
  if (MPI_File_read_at(in->file, placeOf(i), to, BlockBytes, MPI_BYTE,
                       MPI_STATUS_IGNORE) != MPI_SUCCESS)
    MPI_Abort(MPI_COMM_WORLD, 92);
  return ++Reads;
}
