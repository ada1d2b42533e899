#include "reader.h"

static int Order[4] = {3, 2, 1, 0};

void turn() { Order[0] = Order[3]; }

void Reader::block(int i, char *to) {
  MPI_File_read_at(File, MPI_Offset(i / 4 * 4 + Order[i % 4]) * Bytes, to,
                   Bytes, MPI_BYTE, MPI_STATUS_IGNORE);
}
