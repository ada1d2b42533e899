// Streams that are members of classes, in containers and behind pointers, that
// are moved, and that callees get by reference.
// RUN: %check-program --expect 'missed<=5' --expect 'hits>=20'
#include "posix.h"

#include <fstream>
#include <memory>
#include <string>
#include <vector>

enum { Blocks = 30, Bytes = 20000 };

namespace {
class Reader {
public:
  long number = 0;
  explicit Reader(const std::string &name) : in(name, std::ios::binary) {}
  bool next(std::vector<char> &block) {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    return in.gcount() == static_cast<std::streamsize>(block.size());
  }

private:
  std::ifstream in;
};
} // namespace

static bool readBlock(std::istream &in, std::vector<char> &block) {
  return static_cast<bool>(
      in.read(block.data(), static_cast<std::streamsize>(block.size())));
}

static uint64_t inPlace(Reader &r, uint64_t d) {
  std::vector<char> block(Bytes);
  while (r.next(block)) {
    d = digest(d, block.data(), block.size());
    usleep(300);
  }
  return d;
}

static uint64_t inTurns(uint64_t d) {
  std::vector<std::ifstream> all;
  for (unsigned i = 0; i < 4; i++)
    all.emplace_back("part." + std::to_string(i), std::ios::binary);
  std::vector<char> block(Bytes);
  for (unsigned i = 0; i < Blocks; i++)
    for (std::ifstream &in : all) {
      if (!readBlock(in, block))
        exit(5);
      d = digest(d, block.data(), block.size());
      usleep(100);
    }
  return d;
}

static uint64_t byPointers(uint64_t d) {
  std::vector<char> block(Bytes);
  for (unsigned i = 0; i < 4; i++) {
    auto in = std::make_unique<std::ifstream>("part." + std::to_string(i));
    for (unsigned j = 0; j < Blocks / 2; j++) {
      in->seekg(2 * j * Bytes);
      if (!readBlock(*in, block))
        exit(6);
      d = digest(d, block.data(), block.size());
      usleep(100);
    }
  }
  return d;
}

int main() {
  for (unsigned i = 0; i < 4; i++)
    makeData(("part." + std::to_string(i)).c_str(), Blocks * Bytes, i);
  Reader r("part.3");
  uint64_t d = inPlace(r, DIGEST_START);
  d = inTurns(d);
  result(byPointers(d));
}
