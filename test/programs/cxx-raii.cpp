// A class hierarchy: a virtual call that computes, a member that reads, guards
// whose destructors run on every way out.
// RUN: %check-program
#include "program.h"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace {

struct Kernel {
  virtual ~Kernel() = default;
  virtual uint64_t run(const char *data, size_t bytes) = 0;
};
struct Sum : Kernel {
  uint64_t Total = 0;
  uint64_t run(const char *data, size_t bytes) override {
    return Total = digest(Total, data, bytes);
  }
};
struct Timer {
  std::map<std::string, int> &Calls;
  std::string Name;
  ~Timer() { ++Calls[Name]; }
};

struct Dataset {
  MPI_File File;
  int Rank, Size;
  std::map<std::string, int> Calls;
  std::unique_ptr<char[]> Buffer = std::make_unique<char[]>(4096);

  uint64_t scan(Kernel &k, int records) {
    uint64_t last = 0;
    for (int i = Rank; i < records; i += Size) {
      Timer t{Calls, i % 2 ? "odd" : "even"};
      MPI_File_read_at(File, MPI_Offset(i) * 4096, Buffer.get(), 4096, MPI_BYTE,
                       MPI_STATUS_IGNORE);
      last = k.run(Buffer.get(), 4096);
    }
    return last;
  }
};

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 57);
  {
    Sum sum;
    Dataset set{openFile("data", MPI_MODE_RDONLY), myRank(), worldSize(), {}};
    uint64_t d = set.scan(sum, 250);
    result(d + set.Calls["odd"] * 1000 + set.Calls["even"]);
    MPI_File_close(&set.File);
  }
  MPI_Finalize();
}
