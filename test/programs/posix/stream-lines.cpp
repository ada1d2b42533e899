// Lines by std::getline(), to the end of one file and with a delimiter in
// another one, whose lines say where in a third file the data are.
// RUN: %check-program --expect 'dependent_reads>=1' --expect 'hits>=20'
#include "posix.h"

#include <fstream>
#include <iostream>
#include <string>

enum { Lines = 4000, Records = 40, Bytes = 50000 };

static void make() {
  std::ofstream lines("lines"), index("index");
  for (int i = 0; i < Lines; i++)
    lines << i << std::string(static_cast<size_t>(i % 100), 'x') << "\n";
  lines << "the last one";
  for (int i = 0; i < Records; i++)
    index << "at=" << i * 13 % Records * Bytes << ";";
  makeData("data", Records * Bytes, 7);
}

static uint64_t readLines(std::istream &in, uint64_t d) {
  std::string line;
  size_t n = 0;
  while (std::getline(in, line)) {
    d = digest(d, line.data(), line.size());
    if (++n % 100 == 0)
      usleep(200);
  }
  printf("%zu lines, %d\n", n, in.eof());
  return d;
}

static uint64_t readRecords(uint64_t d) {
  std::ifstream index("index"), data("data", std::ios::binary);
  std::string entry;
  std::string record(Bytes / 2, '\0');
  while (std::getline(index, entry, ';')) {
    data.seekg(std::stol(entry.substr(3)));
    data.read(&record[0], Bytes / 2);
    d = digest(d, record.data(), record.size());
    usleep(300);
  }
  return d;
}

int main() {
  make();
  std::ifstream in("lines");
  uint64_t d = readLines(in, DIGEST_START);
  result(readRecords(d));
}
