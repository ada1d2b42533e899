// Engines and distributions of C++ are memory like any other: the slice has a
// copy of the engine and draws the same.
// REQUIRES: fuse
// RUN: %check-program --slow "--service-us 1000" --ranks 1,2 \
// RUN:   --expect 'slice_waits==0' --expect 'hits>=50' --expect 'pages_wasted<=16'
#include "program.h"

#include <random>

enum { Block = 65536, Blocks = 200 };

#include "blocks.h"

static void local() {
  std::mt19937 engine(3);
  std::uniform_int_distribution<int> place(0, Blocks - 1);
  for (int i = 0; i < 20; i++)
    readBlock(place(engine));
}

static std::mt19937_64 shared;

static void global() {
  std::uniform_real_distribution<double> part(0, Blocks);
  for (int i = 0; i < 20; i++)
    readBlock(static_cast<long>(part(shared)));
}

static void passed(std::minstd_rand &engine) {
  std::normal_distribution<double> spread(100, 30);
  for (int i = 0; i < 20; i++)
    readBlock(static_cast<long>(std::abs(spread(engine))));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", static_cast<size_t>(Block) * Blocks, 46);
  fh = openFile("data", MPI_MODE_RDONLY);
  d = digest(DIGEST_START, "", 0);
  local();
  global();
  std::minstd_rand engine(9);
  passed(engine);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
