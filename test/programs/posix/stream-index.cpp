// A file whose head says where the records are: seekg() to each, and to the end
// for the size.
// RUN: %check-program --expect 'dependent_reads>=1' --expect 'hits>=20'
#include "posix.h"

#include <fstream>
#include <vector>

enum { Records = 60, Bytes = 100000 };

static void makeIndexed(const char *name) {
  makeData(name, Records * Bytes + sizeof(int64_t) * Records, 5);
  std::fstream out(name, std::ios::in | std::ios::out | std::ios::binary);
  for (int64_t i = 0; i < Records; i++) {
    int64_t at = int64_t(sizeof(int64_t)) * Records + i * 37 % Records * Bytes;
    out.write(reinterpret_cast<const char *>(&at), sizeof at);
  }
}

static uint64_t readIndexed(std::istream &in) {
  in.seekg(0, std::ios::end);
  printf("%lld bytes\n", static_cast<long long>(in.tellg()));
  in.seekg(0);
  std::vector<int64_t> index(Records);
  in.read(reinterpret_cast<char *>(index.data()),
          static_cast<std::streamsize>(index.size() * sizeof index[0]));
  std::vector<char> record(50000);
  uint64_t d = DIGEST_START;
  for (int64_t at : index) {
    in.seekg(at);
    in.read(record.data(), 1000);
    in.seekg(30000, std::ios::cur);
    in.read(record.data() + 1000, 49000);
    d = digest(d, record.data(), record.size());
    usleep(500);
  }
  return d;
}

int main() {
  makeIndexed("data");
  std::ifstream in("data", std::ios::binary);
  result(readIndexed(in));
}
