// What the source files of whole-program.c share.
#ifndef WHOLE_PROGRAM_H
#define WHOLE_PROGRAM_H

#include <mpi.h>

enum { Blocks = 256, BlockBytes = 8192 };

struct input {
  MPI_File file;
};

void makeOrder(void);
MPI_Offset placeOf(int i);
int readBlock(struct input *in, int i, void *to);

#endif
