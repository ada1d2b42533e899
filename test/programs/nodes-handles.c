// Ranks share pages of a file that all have opened together. One of each node
// has it open by itself, too, writes to it there, and reads through either
// handle what it has written; the first rank of all has only its own.
// RUN: %if nodes %{ %check-program --expect 'found>=70' --nodes 2x2 --env FORESLICE_PAGE_SIZE=4K \
// RUN:   --env FORESLICE_CACHE_SIZE=1M %}
// RUN: %if nodes %{ %check-program --expect 'found>=70' --nodes 3x1 --env FORESLICE_PAGE_SIZE=4K \
// RUN:   --env FORESLICE_CACHE_SIZE=1M %}
// RUN: %check-program --expect 'found>=70' --ranks 4
#include "program.h"

enum { Block = 3000, Blocks = 40, Rounds = 4 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", (size_t)Blocks * Block, 1);
  int rank = myRank(), size = worldSize();
  MPI_Comm most;
  MPI_Comm_split(MPI_COMM_WORLD, rank != 0, rank, &most);
  MPI_File all, own;
  MPI_File_open(most, "data", MPI_MODE_RDWR, MPI_INFO_NULL, &all);
  MPI_File_open(MPI_COMM_SELF, "data", MPI_MODE_RDWR, MPI_INFO_NULL, &own);
  static unsigned char b[Block], w[Block];
  uint64_t d = DIGEST_START;
  for (int r = 0; r < Rounds; r++) {
    for (int i = 0; i < Blocks; i++) {
      MPI_File_read_at(all, (MPI_Offset)i * Block, b, Block, MPI_BYTE,
                       MPI_STATUS_IGNORE);
      d = digest(d, b, Block);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = rank; i < Blocks; i += size) {
      for (int j = 0; j < Block; j++)
        w[j] = (unsigned char)(i * 5 + j * (r + 3) + rank);
      MPI_File_write_at(own, (MPI_Offset)i * Block, w, Block, MPI_BYTE,
                        MPI_STATUS_IGNORE);
      MPI_File_read_at(all, (MPI_Offset)i * Block, b, Block, MPI_BYTE,
                       MPI_STATUS_IGNORE);
      d = digest(d, b, Block);
    }
    MPI_File_sync(own);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(all);
  }
  MPI_File_close(&own);
  MPI_File_close(&all);
  MPI_Comm_free(&most);
  result(d);
  MPI_Finalize();
}
