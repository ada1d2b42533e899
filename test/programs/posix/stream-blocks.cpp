// Blocks read by a std::ifstream till read() fails, with the rest by gcount().
// RUN: %check-program --expect 'hits>=10' --expect 'pages_prefetched<=32'
#include "posix.h"

#include <fstream>
#include <vector>

int main() {
  makeData("data", 2000000, 3);
  std::ifstream in("data", std::ios::binary);
  if (!in)
    return 1;
  std::vector<char> b(70000);
  uint64_t d = DIGEST_START;
  while (in.read(b.data(), static_cast<std::streamsize>(b.size())) ||
         in.gcount() > 0) {
    d = digest(d, b.data(), static_cast<size_t>(in.gcount()));
    usleep(500);
  }
  printf("%d %d\n", in.eof(), in.bad());
  result(d);
}
