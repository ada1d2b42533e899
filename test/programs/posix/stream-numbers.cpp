// Numbers and words by operator>>: a head of text that says how much of binary
// data follows, as in many formats of meshes, and a file of numbers alone.
// RUN: %check-program --expect 'dependent_reads>=1' --expect 'hits>=20'
#include "posix.h"

#include <fstream>
#include <iostream>
#include <string>
#include <vector>

enum { Parts = 6, Items = 30000 };

static std::string partName(int i) {
  char name[16];
  snprintf(name, sizeof name, "mesh.%d", i);
  return name;
}

static void make() {
  for (int i = 0; i < Parts; i++) {
    std::ofstream out(partName(i), std::ios::binary);
    out << "ply\nformat binary 1.0\ncomment made here\nelement vertex "
        << Items + i << "\nproperty float x\nend_header\n";
    for (int j = 0; j < (Items + i) * 3; j++) {
      float f = static_cast<float>(i * j % 1000);
      out.write(reinterpret_cast<char *>(&f), sizeof f);
    }
    out << "tail";
  }
  std::ofstream numbers("numbers");
  for (int i = 0; i < 50000; i++)
    numbers << i % 977 - 40 << "\t" << i * 0.25 << "  " << i * 100000L << "\n";
}

static uint64_t readMesh(const std::string &name, uint64_t d) {
  std::ifstream in(name, std::ios::binary);
  std::string word, line;
  long items = 0;
  in >> word;
  while (in >> word && word != "end_header") {
    if (word == "comment")
      std::getline(in, line);
    else if (word == "element")
      in >> word >> items;
  }
  in.ignore(100, '\n');
  std::vector<float> row(3);
  for (long i = 0; i < items; i++) {
    in.read(reinterpret_cast<char *>(row.data()), 12);
    if (i % 1000 == 0)
      usleep(50);
    d = digest(d, row.data(), 12);
  }
  char tail[5];
  in.get(tail[0]);
  in >> tail[1] >> tail[2];
  tail[3] = static_cast<char>(in.get());
  return digest(d, tail, 4);
}

static uint64_t readNumbers(std::istream &in, uint64_t d) {
  int a;
  double b;
  long c, n = 0;
  while (in >> a >> b >> c) {
    d = digest(d, &a, sizeof a);
    d = digest(d, &b, sizeof b);
    d = digest(d, &c, sizeof c);
    if (++n % 1000 == 0)
      usleep(200);
  }
  printf("%ld triples, %d\n", n, in.eof());
  return d;
}

int main() {
  make();
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Parts; i++)
    d = readMesh(partName(i), d);
  std::ifstream in("numbers");
  result(readNumbers(in, d));
}
