// Streams of libc++: blocks, lines and words that name files, places that the
// data say, characters, and whole files.
// REQUIRES: libcxx
// RUN: %check-program --flag=-fprefetch-slice-budget=300 --flag=-stdlib=libc++ --slices 4 --expect 'files_opened_ahead>=4' --expect 'hits>=10'
#include "posix.h"

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

enum { Files = 16, Block = 10000 };

static std::string nameOf(unsigned i) {
  std::string name = "part-with-a-long-name";
  name += "." + std::to_string(i);
  return name;
}

static uint64_t readBlocks(std::istream &in) {
  uint64_t d = DIGEST_START;
  std::vector<char> b(Block);
  while (in.read(b.data(), Block) || in.gcount() > 0) {
    d = digest(d, b.data(), static_cast<size_t>(in.gcount()));
    usleep(300);
  }
  return d * 31 + static_cast<uint64_t>(in.eof() + 2 * in.bad());
}

// The first number is where the rest begins.
static uint64_t readFrom(const std::string &name) {
  std::ifstream in(name, std::ios::binary);
  long at = 0, length = 0;
  char separator = 0;
  if (!(in >> at >> separator >> length) || separator != ',')
    return 1;
  in.seekg(at);
  uint64_t d = static_cast<uint64_t>(in.tellg());
  std::vector<char> b(static_cast<size_t>(length));
  in.read(b.data(), length);
  usleep(2000);
  d = digest(d, b.data(), b.size());
  return d + static_cast<uint64_t>(in.get());
}

static uint64_t readNamed() {
  uint64_t all = 0;
  std::ifstream list("list");
  for (std::string line; std::getline(list, line);) {
    std::ifstream whole(line, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(whole)),
                     std::istreambuf_iterator<char>());
    all = digest(all, text.data(), text.size());
    usleep(500);
  }
  return all;
}

static uint64_t readAll() {
  uint64_t d = 0;
  for (unsigned i = 0; i < Files; i++)
    d = d * 31 + readFrom(nameOf(i));
  return d;
}

// Calls that nobody sees through: each function is a region of its own.
static uint64_t (*volatile blocks)(std::istream &) = readBlocks;
static uint64_t (*volatile all)() = readAll;
static uint64_t (*volatile named)() = readNamed;

int main() {
  {
    std::ofstream list("list");
    for (unsigned i = 0; i < Files; i++) {
      makeData(nameOf(i).c_str(), 200000 + 1000 * i, i);
      std::fstream out(nameOf(i), std::ios::in | std::ios::out);
      out << 1000 * i + 70000 << ", " << 5000 << ' ';
      list << nameOf(i) << '\n';
    }
  }
  std::ifstream in(nameOf(3), std::ios::binary);
  uint64_t d = static_cast<uint64_t>(in.peek());
  result(d + blocks(in));
  result(all());
  result(named());
}
