// Lambdas that capture by reference advance where the next read is; so does a
// reader that has a reference to its place.
// RUN: %check-program
#include "program.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

namespace {

constexpr int Blocks = 96, Bytes = 8192;

struct Place {
  MPI_Offset At = 0;
  int Count = 0;
};

class Reader {
public:
  Reader(MPI_File file, Place &place) : File(file), Where(place) {}
  template <size_t N> int next(std::array<char, N> &to) {
    MPI_File_read_at(File, Where.At, to.data(), N, MPI_BYTE, MPI_STATUS_IGNORE);
    Where.At += N;
    return ++Where.Count;
  }

private:
  MPI_File File;
  Place &Where;
};

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", Blocks * Bytes, 74);
  std::string name = "da";
  name += "ta";
  MPI_File fh = openFile(name.c_str(), MPI_MODE_RDONLY);
  uint64_t d = DIGEST_START;

  std::array<char, Bytes> b;
  MPI_Offset at = MPI_Offset(myRank()) * Bytes;
  int reads = 0;
  auto next = [&] {
    MPI_File_read_at(fh, at, b.data(), Bytes, MPI_BYTE, MPI_STATUS_IGNORE);
    at += MPI_Offset(worldSize()) * Bytes;
    reads++;
    return at < MPI_Offset(Blocks) * Bytes;
  };
  bool more = true;
  while (more) {
    more = next();
    d = digest(d, b.data(), b.size());
  }

  Place place;
  Reader in(fh, place);
  d += DIGEST_START;
  while (place.Count < Blocks) {
    in.next(b);
    d = digest(d, b.data(), b.size());
  }

  std::vector<int> order(Blocks);
  std::iota(order.begin(), order.end(), 0);
  std::rotate(order.begin(), order.begin() + 40, order.end());
  std::for_each(order.begin(), order.end(), [&](int i) {
    MPI_File_read_at(fh, MPI_Offset(i) * Bytes, b.data(), Bytes, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, b.data(), b.size());
  });
  MPI_File_close(&fh);
  result(d + reads);
  MPI_Finalize();
}
