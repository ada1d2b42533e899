// Hash tables of text and sorted vectors decide what is read: the slice looks up
// and sorts itself, and waits for nothing.
// REQUIRES: fuse
// RUN: %check-program --expect 'missed<=8' --slices 3 --ranks 1,2 --slow "--service-us 1000" \
// RUN:   --expect 'slice_waits==0' --expect 'hits>=100' --expect 'pages_wasted<=8'
#include "program.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

enum { Block = 65536, Blocks = 160, Reads = 60 };

#include "blocks.h"

using Places = std::unordered_map<std::string, long>;

static std::string name(int i) {
  return "a name of some length " + std::to_string(i);
}

static void byName(const Places &places, const std::vector<std::string> &names) {
  for (const std::string &n : names)
    if (auto it = places.find(n); it != places.end())
      readBlock(it->second);
}

/// Of the slice's own making, as it grows.
static void byGrowingTable(int n) {
  Places places;
  for (int i = 0; i < n; i++) {
    long &at = places[name(i * 7 % 20)];
    at += i;
    readBlock(at);
  }
}

static void sorted(int rounds) {
  for (int k = 0; k < rounds; k++) {
    std::vector<long> places;
    for (int i = 0; i < Reads / 2; i++)
      places.push_back(i * 7919 % (Blocks - k));
    std::sort(places.begin(), places.end());
    for (long at : places)
      readBlock(at);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", (size_t)Block * Blocks, 35);
  Places places;
  std::vector<std::string> names;
  for (int i = 0; i < Reads; i++) {
    places[name(i)] = i * 13 % Blocks;
    names.push_back(name(i * 11 % (Reads + 5)));
  }
  fh = openFile("data", MPI_MODE_RDONLY);
  d = digest(DIGEST_START, "", 0);
  volatile int rounds = 1; // A region for each loop, not one for all.
  for (int i = 0; i < rounds; i++) {
    byName(places, names);
    byGrowingTable(Reads);
    sorted(2);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
