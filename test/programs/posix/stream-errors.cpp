// Ends and errors: exceptions at the end, states that are cleared, a stream that
// is opened anew, files that are not there, a std::filebuf alone.
// RUN: %check-program --expect 'hits>=10'
#include "posix.h"

#include <fstream>
#include <string>
#include <vector>

static uint64_t untilThrown(uint64_t d) {
  std::vector<char> b(30000);
  std::ifstream in("part.0", std::ios::binary);
  in.exceptions(std::ifstream::failbit | std::ifstream::badbit);
  try {
    while (true) {
      in.read(b.data(), static_cast<std::streamsize>(b.size()));
      d = digest(d, b.data(), b.size());
      usleep(300);
    }
  } catch (const std::ios_base::failure &) {
    printf("thrown behind %d bytes, %d\n", static_cast<int>(in.gcount()),
           in.eof());
  }
  return d;
}

static uint64_t again(uint64_t d) {
  std::vector<char> b(30000);
  std::ifstream in;
  for (unsigned i = 0; i < 8; i++) {
    in.open("part." + std::to_string(i));
    if (!in) {
      printf("%u is not there\n", i);
      in.clear();
      continue;
    }
    for (unsigned times = 0; times < 2; times++) {
      in.clear();
      in.seekg(0);
      while (in.good()) {
        in.read(b.data(), static_cast<std::streamsize>(b.size()));
        d = digest(d, b.data(), static_cast<size_t>(in.gcount()));
        usleep(100);
      }
    }
    in.close();
  }
  return d;
}

static uint64_t byBuffer(uint64_t d) {
  std::vector<char> b(30000);
  std::filebuf in;
  if (!in.open("part.1", std::ios::in) || in.open("part.2", std::ios::in))
    return 0;
  for (int i = 0; i < 8; i++) {
    in.pubseekpos(i * 24000);
    std::streamsize n = in.sgetn(b.data(), 10000);
    n += in.sgetn(b.data() + n, 100);
    d = digest(d, b.data(), static_cast<size_t>(n));
    usleep(300);
  }
  return d;
}

static uint64_t bySteps(uint64_t d) {
  std::ifstream in("part.2", std::ios::binary);
  char head[7];
  while (in.peek() != std::char_traits<char>::eof()) {
    in.read(head, sizeof head);
    in.ignore(5000);
    in.ignore();
    d = digest(d, head, static_cast<size_t>(in ? 7 : 0));
    usleep(50);
  }
  printf("%d %d\n", in.eof(), in.fail());
  return d;
}

int main() {
  for (unsigned i = 0; i < 8; i++)
    if (i % 3 != 1 || i == 1)
      makeData(("part." + std::to_string(i)).c_str(), 200000 + i, i);
  uint64_t d = again(DIGEST_START);
  d = byBuffer(d);
  d = bySteps(d);
  result(untilThrown(d));
}
