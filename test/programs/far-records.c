// Small records far apart: only the blocks of 4 KiB that hold them are fetched, once the
// requests have shown their way, not the pages around them. Without that the records of a
// rank would take 6.5 MB.
// RUN: %check-program --ranks 1 --expect 'storage_bytes<=1500000'
// RUN: %check-program --ranks 2 --expect 'storage_bytes<=3000000'
#include "program.h"

#include <fcntl.h>
#include <unistd.h>

enum { Bytes = 5000, Step = 700000, First = 100, Records = 100 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const MPI_Offset begin = First + (MPI_Offset)myRank() * Records * Step;
  char b[Bytes];
  if (myRank() == 0) {
    int fd = open("records", O_CREAT | O_TRUNC | O_WRONLY, 0666);
    for (int i = 0; i < worldSize() * Records; i++) {
      memset(b, i, sizeof b);
      if (pwrite(fd, b, sizeof b, First + (off_t)i * Step) != sizeof b)
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    close(fd);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File fh = openFile("records", MPI_MODE_RDONLY);
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Records; i++) {
    MPI_File_read_at(fh, begin + (MPI_Offset)i * Step, b, Bytes, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, b, Bytes);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
