// Offsets in containers, a lambda for the arithmetic, an owner of the file.
// RUN: %check-program
#include "program.h"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <vector>

namespace {

class InputFile {
public:
  explicit InputFile(const char *name)
      : File(openFile(name, MPI_MODE_RDONLY)) {}
  ~InputFile() { MPI_File_close(&File); }
  InputFile(const InputFile &) = delete;
  template <typename T> void read(MPI_Offset at, std::vector<T> &to) const {
    MPI_File_read_at(File, at, to.data(), int(to.size() * sizeof(T)), MPI_BYTE,
                     MPI_STATUS_IGNORE);
  }

private:
  MPI_File File;
};

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 2 << 20, 55);
  uint64_t d = DIGEST_START;
  {
    auto in = std::make_unique<InputFile>("data");
    std::vector<MPI_Offset> order(200);
    std::iota(order.begin(), order.end(), myRank());
    std::reverse(order.begin() + 50, order.end());
    const int record = 10000;
    auto place = [&](MPI_Offset o) { return o % 200 * record; };
    std::vector<double> b(1000);
    for (MPI_Offset o : order) {
      in->read(place(o), b);
      d = digest(d, b.data(), b.size() * sizeof(double));
    }
  }
  result(d);
  MPI_Finalize();
}
