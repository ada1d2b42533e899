// One file under two names and two handles: what is written through one is read
// through the other.
// RUN: %check-program --expect 'found>=90'
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 32);
  if (myRank() == 0 && link("data", "alias"))
    MPI_Abort(MPI_COMM_WORLD, 92);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File reader = openFile("data", MPI_MODE_RDONLY);
  MPI_File writer = openFile("alias", MPI_MODE_RDWR);
  char b[8192];
  uint64_t d = DIGEST_START;
  for (int round = 0; round < 5; round++) {
    for (int i = 0; i < 64; i++) {
      MPI_File_read_at(reader, i * 8192, b, sizeof b, MPI_BYTE,
                       MPI_STATUS_IGNORE);
      d = digest(d, b, sizeof b);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (myRank() == 0) {
      memset(b, round, sizeof b);
      MPI_File_write_at(writer, (round * 11 + 3) * 8192, b, sizeof b, MPI_BYTE,
                        MPI_STATUS_IGNORE);
    }
    MPI_File_sync(writer);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(writer);
  }
  MPI_File_close(&writer);
  MPI_File_close(&reader);
  result(d);
  MPI_Finalize();
}
