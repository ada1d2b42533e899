// What comes into a file by other ways than MPI is seen after a sync, on all
// nodes, whoever has fetched the pages before.
// RUN: %if nodes %{ %check-program --expect 'found>=97' --nodes 2x1,2x2 --expect "pages_remote>=20" \
// RUN:   --env FORESLICE_PAGE_SIZE=4K --env FORESLICE_CACHE_SIZE=1M %}
// RUN: %check-program --ranks 2
#include "program.h"

#include <fcntl.h>

enum { Block = 4096, Blocks = 24, Rounds = 5 };

static void change(int round) {
  static unsigned char b[Block];
  int fd = open("data", O_WRONLY);
  for (int i = 0; i < Blocks; i++) {
    for (int j = 0; j < Block; j++)
      b[j] = (unsigned char)(i * 7 + j * (round + 2));
    if (pwrite(fd, b, Block, (off_t)i * Block) != Block)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  close(fd);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", (size_t)Blocks * Block, 1);
  int rank = myRank();
  MPI_File fh = openFile("data", MPI_MODE_RDWR);
  static unsigned char b[Block];
  uint64_t d = DIGEST_START;
  for (int r = 0; r < Rounds; r++) {
    for (int i = 0; i < Blocks; i++) {
      int block = (i + rank * 5) % Blocks;
      MPI_File_read_at(fh, (MPI_Offset)block * Block, b, Block, MPI_BYTE,
                       MPI_STATUS_IGNORE);
      d = digest(d, b, Block);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
      change(r);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(fh);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
