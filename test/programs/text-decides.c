// A program of MPI whose reads are told by lines of a list: each rank reads the
// list itself, and so does its slice.
// RUN: %check-program --expect 'cache_reads>=10'
#include "program.h"
#include <stdio.h>
#include <string.h>

enum { Blocks = 64, Block = 8192 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", Blocks * Block, 5);
  if (myRank() == 0) {
    FILE *list = fopen("list", "w");
    for (int i = 0; list && i < Blocks; i++)
      fprintf(list, "block %d\n", i * 29 % Blocks);
    if (list)
      fclose(list);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File file = openFile("data", MPI_MODE_RDONLY);
  FILE *list = fopen("list", "r");
  uint64_t d = DIGEST_START;
  static char b[Block];
  char line[40];
  while (list && fgets(line, sizeof line, list)) {
    long block = 0;
    if (sscanf(line, "block %ld", &block) != 1)
      break;
    MPI_File_read_at(file, block * Block, b, Block, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, b, Block);
  }
  if (list)
    fclose(list);
  MPI_File_close(&file);
  result(d);
  MPI_Finalize();
}
