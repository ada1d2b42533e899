// Offsets and lengths from tables: an index that one rank reads and broadcasts,
// local, static and on the heap.
// RUN: %check-program
#include "program.h"

static MPI_Offset places[256];
static char b[16384];

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 4 << 20, 18);
  uint64_t d = DIGEST_START;
  int lengths[256];
  MPI_Offset *sorted = malloc(256 * sizeof *sorted);
  for (int i = 0; i < 256; i++) {
    if (myRank() == 0)
      places[i] = ((i * 167) % 256) * 16384;
    lengths[i] = 1 + (i * i) % 16384;
    sorted[i] = i * 16000;
  }
  MPI_Bcast(places, 256, MPI_OFFSET, 0, MPI_COMM_WORLD);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  for (int i = 0; i < 256; i++) {
    MPI_File_read_at(fh, places[i], b, 4096, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, 4096);
  }
  for (int i = 0; i < 256; i++) {
    MPI_File_read_at(fh, i * 16384, b, lengths[i], MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, lengths[i]);
  }
  for (int i = 255; i >= 0; i--) {
    MPI_File_read_at(fh, sorted[i], b, 512, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, 512);
  }
  free(sorted);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
