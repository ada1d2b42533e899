// Virtual functions, std::function and members decide what is read, and read.
// RUN: %check-program --slices=3
// RUN: %check-program --slices=3 --optimised-slices=1 --flag=-flto --flag=-fuse-ld=lld
#include "program.h"

#include <functional>
#include <memory>
#include <vector>

namespace {

constexpr int Blocks = 96, Bytes = 8192;

struct Layout {
  virtual ~Layout() = default;
  virtual MPI_Offset at(int i) const = 0;
};
struct Rows : Layout {
  MPI_Offset at(int i) const override { return MPI_Offset(i) * Bytes; }
};
struct Scattered : Layout {
  explicit Scattered(int factor) : Factor(factor) {}
  MPI_Offset at(int i) const override {
    return MPI_Offset(i * Factor % Blocks) * Bytes;
  }
  int Factor;
};

class Source {
public:
  virtual ~Source() = default;
  virtual void read(int i, std::vector<char> &to) = 0;
  int reads() const { return Reads; }

protected:
  int Reads = 0;
};
class FileSource : public Source {
public:
  FileSource(const char *name, std::unique_ptr<Layout> layout)
      : File(openFile(name, MPI_MODE_RDONLY)), Places(std::move(layout)) {}
  ~FileSource() override { MPI_File_close(&File); }
  void read(int i, std::vector<char> &to) override {
    ++Reads;
    MPI_File_read_at(File, Places->at(i), to.data(), int(to.size()), MPI_BYTE,
                     MPI_STATUS_IGNORE);
  }

private:
  MPI_File File;
  std::unique_ptr<Layout> Places;
};
class NoSource : public Source {
public:
  void read(int, std::vector<char> &to) override { to.assign(to.size(), 'x'); }
};

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", Blocks * Bytes, 73);
  std::vector<char> b(Bytes);
  uint64_t d = DIGEST_START;
  {
    std::unique_ptr<Layout> layout;
    if (myRank() % 2)
      layout = std::make_unique<Rows>();
    else
      layout = std::make_unique<Scattered>(35);
    std::shared_ptr<Source> in;
    if (worldSize() < 100)
      in = std::make_shared<FileSource>("data", std::move(layout));
    else
      in = std::make_shared<NoSource>();
    for (int i = 0; i < Blocks; i++) {
      in->read(i, b);
      d = digest(d, b.data(), b.size());
    }
    d += in->reads();
  }
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  const int factor = 5 + 2 * myRank();
  std::function<MPI_Offset(int)> place = [factor](int i) {
    return MPI_Offset(i * factor % Blocks) * Bytes;
  };
  d += DIGEST_START;
  for (int i = 0; i < Blocks; i++) {
    MPI_File_read_at(fh, place(i), b.data(), Bytes, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, b.data(), b.size());
  }
  std::function<void(int)> read = [&](int i) {
    MPI_File_read_at(fh, MPI_Offset(i) * Bytes, b.data(), Bytes, MPI_BYTE,
                     MPI_STATUS_IGNORE);
  };
  for (int i = Blocks - 1; i >= 0; i--) {
    read(i);
    d = digest(d, b.data(), b.size());
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
