// Part of whole-program-cxx.cpp: a class that reads, and what is local to it.
#include "whole-program-reader.h"

namespace {
int Order[4] = {2, 0, 3, 1};
struct Shuffled : Layout {
  explicit Shuffled(int step) : Step(step) {}
  MPI_Offset at(int i) const override {
    int k = i * Step % Blocks;
    return MPI_Offset(k / 4 * 4 + Order[k % 4]) * BlockBytes;
  }
  int Step;
};
} // namespace

int Reader::Reads = 0;

Reader::Reader(MPI_File file, int step)
    : File(file), Step(step), Where(new Shuffled(step)) {
  // Known at run time only.
  int first = Order[0];
  Order[0] = Order[step % 4];
  Order[step % 4] = first;
}

Reader::~Reader() { delete Where; }

void Reader::block(int i, void *to) {
  MPI_File_read_at(File, Where->at(i), to, BlockBytes, MPI_BYTE,
                   MPI_STATUS_IGNORE);
  ++Reads;
}

// A loop of this source alone.
void Reader::all(std::vector<char> &to) {
  for (int i = 0; i < Blocks; i++)
    MPI_File_read_at(File, MPI_Offset(i) * BlockBytes,
                     &to[size_t(i) * BlockBytes], BlockBytes, MPI_BYTE,
                     MPI_STATUS_IGNORE);
}
