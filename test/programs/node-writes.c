// What a rank writes others read behind a barrier, without a sync: where all see
// one file system that works with the MPI library, so it does with the cache,
// whoever has fetched the pages before.
// RUN: %check-program --expect 'found>=95' --ranks 2,4
// RUN: %check-program --expect 'found>=95' --ranks 4 --env FORESLICE_PAGE_SIZE=4K \
// RUN:   --env FORESLICE_CACHE_SIZE=1M --env FORESLICE_DELAYS=7
// RUN: %if mpich %{ %check-program --expect 'found>=90' --mpi mpich --ranks 2,4 %}
// RUN: %if nodes %{ %check-program --expect 'found>=65' --nodes 2x1,2x2 --expect "pages_remote>=1" \
// RUN:   --env FORESLICE_PAGE_SIZE=4K --env FORESLICE_CACHE_SIZE=1M \
// RUN:   --env FORESLICE_DELAYS=9 %}
#include "program.h"

enum { Block = 3000, Blocks = 40, Rounds = 6 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", (size_t)Blocks * Block, 1);
  int rank = myRank(), size = worldSize();
  MPI_File fh = openFile("data", MPI_MODE_RDWR);
  static unsigned char b[Block], w[Block];
  uint64_t d = DIGEST_START;
  for (int r = 0; r < Rounds; r++) {
    for (int i = 0; i < Blocks; i++) {
      MPI_File_read_at(fh, (MPI_Offset)i * Block, b, Block, MPI_BYTE,
                       MPI_STATUS_IGNORE);
      d = digest(d, b, Block);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = rank; i < Blocks; i += size) {
      for (int j = 0; j < Block; j++)
        w[j] = (unsigned char)(i * 5 + j * (r + 3));
      MPI_File_write_at(fh, (MPI_Offset)i * Block, w, Block, MPI_BYTE,
                        MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
