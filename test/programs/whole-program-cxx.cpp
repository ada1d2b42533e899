// A class of another source reads, at places that a table of that source and a
// virtual function decide. The class has a loop of its own, too, which has a
// slice in its source.
// RUN: %check-program --slices=3 --expect='launches>=2' --flag=%S/Inputs/whole-program-reader.cpp
// RUN: %check-program --slices=3 --expect='launches>=2' --flag=-g --flag=-fPIC --flag=%S/Inputs/whole-program-reader.cpp
// RUN: %check-program --slices=1 --env FORESLICE_SOURCES=slices --flag=-fno-prefetch-slice-whole-program --flag=%S/Inputs/whole-program-reader.cpp
#include "whole-program-reader.h"
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", Blocks * BlockBytes, 71);
  Reader reader(openFile("data", MPI_MODE_RDONLY), 5 + argc);
  std::vector<char> b(BlockBytes);
  uint64_t d = DIGEST_START;
  for (int i = myRank(); i < Blocks; i += worldSize()) {
    reader.block(i, b.data());
    d = digest(d, b.data(), b.size());
  }
  std::vector<char> whole(size_t(Blocks) * BlockBytes);
  reader.all(whole);
  d = digest(d, whole.data(), whole.size());
  result(d + Reader::Reads + reader.steps());
  MPI_Finalize();
}
