// A file for each iteration, with names from std::string. One is empty, and one
// is not there.
// RUN: %check-program --expect 'files_opened_ahead>=2' --expect 'hits>=5'
#include "posix.h"

#include <fstream>
#include <string>
#include <vector>

int main() {
  std::vector<std::string> names;
  for (unsigned i = 0; i < 10; i++) {
    names.push_back("part." + std::to_string(i));
    if (i != 4)
      makeData(names[i].c_str(), i == 6 ? 0 : 200000 + 1000 * i, i);
  }
  std::vector<char> b(65536);
  uint64_t d = DIGEST_START;
  for (const std::string &name : names) {
    std::ifstream in(name, std::ios::in | std::ios::binary);
    if (!in.is_open()) {
      printf("%s is not there\n", name.c_str());
      continue;
    }
    while (!in.eof()) {
      in.read(b.data(), static_cast<std::streamsize>(b.size()));
      d = digest(d, b.data(), static_cast<size_t>(in.gcount()));
    }
    in.close();
    usleep(500);
  }
  result(d);
}
