// Each iteration allocates its buffers, of other sizes each time, and gives them
// back: far more in all than a slice may have at a time.
// RUN: %check-program --expect 'slices_out_of_memory==0' --expect 'dependent_reads>=100'
#include "program.h"

#include <vector>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 77);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  uint64_t d = DIGEST_START;
  unsigned at = 0;
  for (int i = 0; i < 300; i++) {
    std::vector<unsigned char> index(100000 + i * 300);
    auto *spare = static_cast<int *>(malloc(4000));
    MPI_File_read_at(fh, at, index.data(), 64, MPI_BYTE, MPI_STATUS_IGNORE);
    spare[i] = index[3] + 256 * index[5];
    MPI_File_read_at(fh, 10 * spare[i], index.data(), 3000, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, index.data(), 3000);
    at = static_cast<unsigned>(spare[i]);
    free(spare);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
