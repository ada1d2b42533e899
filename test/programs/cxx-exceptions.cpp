// Exceptions leave the region and are caught outside; the region runs again.
// RUN: %check-program
#include "program.h"

#include <stdexcept>
#include <string>
#include <vector>

static void check(int code) {
  if (code != MPI_SUCCESS)
    throw std::runtime_error("MPI error " + std::to_string(code));
}

static uint64_t process(MPI_File fh, int bad) {
  std::vector<char> b(8192);
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 100; i++) {
    check(MPI_File_read_at(fh, i * 8192, b.data(), int(b.size()), MPI_BYTE,
                           MPI_STATUS_IGNORE));
    d = digest(d, b.data(), b.size());
    if (i == bad)
      throw std::out_of_range("record " + std::to_string(i));
  }
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 56);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  for (int bad : {30, 99, 1000, 0, -1})
    try {
      result(process(fh, bad));
    } catch (const std::exception &e) {
      printf("%s\n", e.what());
    }
  MPI_File_close(&fh);
  MPI_Finalize();
}
