// Threads that are lambdas, each with a file of its own, and a loop of the main
// thread when they are over.
// RUN: %check-program --expect 'found>=40' --expect 'pages_wasted<=1' --expect "launches>=4" --expect "cache_reads>=20"
#include "program.h"

#include <thread>
#include <vector>

static uint64_t readBlocks(MPI_File fh, int first, int step) {
  uint64_t d = DIGEST_START;
  std::vector<char> b(4000);
  for (int i = first; i < 60; i += step) {
    MPI_File_read_at(fh, i * 4100, b.data(), 4000, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b.data(), b.size());
  }
  return d;
}

int main(int argc, char **argv) {
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  makeData("data", 1 << 18, 43);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  uint64_t digests[3];
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; t++)
    threads.emplace_back([&digests, t] {
      MPI_File own;
      MPI_File_open(MPI_COMM_SELF, "data", MPI_MODE_RDONLY, MPI_INFO_NULL,
                    &own);
      digests[t] = readBlocks(own, t, 3);
      MPI_File_close(&own);
    });
  for (std::thread &t : threads)
    t.join();
  uint64_t d = readBlocks(fh, 0, 2);
  MPI_File_close(&fh);
  result(digest(d, digests, sizeof digests));
  MPI_Finalize();
}
