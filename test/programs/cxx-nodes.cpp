// Containers of nodes decide what is read: a list that ends at its own head, a
// map and a hash table that grow while the program reads, and a map of names.
// RUN: %check-program --flag=-fprefetch-slice-budget=300 --slices 2 --expect "cache_reads>=200" --expect "pages_wasted<=8" --slow "--service-us 1000"
#include "program.h"

#include <list>
#include <map>
#include <string>
#include <unordered_map>

enum { Reads = 64, Bytes = 8192, Step = 65536 };

static uint64_t readAt(MPI_File fh, MPI_Offset at, uint64_t d) {
  char b[Bytes];
  MPI_File_read_at(fh, at, b, Bytes, MPI_BYTE, MPI_STATUS_IGNORE);
  usleep(2000);
  return digest(d, b, Bytes);
}

static uint64_t fromList(MPI_File fh, uint64_t d) {
  std::list<MPI_Offset> places;
  for (int i = 0; i < Reads; i++)
    places.push_back(MPI_Offset(i * 13 % Reads) * Step);
  for (MPI_Offset at : places)
    d = readAt(fh, at, d);
  return d;
}

/// The next place of each of 16 records.
template <typename Map> static uint64_t fromGrowing(MPI_File fh, uint64_t d) {
  Map next;
  for (int i = 0; i < Reads; i++) {
    int record = i * 7 % 16;
    auto it = next.find(record);
    if (it == next.end())
      it = next.emplace(record, MPI_Offset(i) * Step).first;
    else
      it->second += 16 * Step;
    d = readAt(fh, it->second, d);
  }
  return d;
}

/// Places by names that are put together.
static uint64_t fromNames(MPI_File fh, uint64_t d) {
  std::map<std::string, MPI_Offset> places;
  auto name = [](int i) { return "a name of some length " + std::to_string(i); };
  for (int i = 0; i < Reads; i++)
    places[name(i)] = MPI_Offset(i * 13 % Reads) * Step;
  for (int i = 0; i < Reads; i++)
    d = readAt(fh, places[name(i * 5 % Reads)], d);
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 8 << 20, 61);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  uint64_t d = digest(DIGEST_START, "", 0);
  d = fromList(fh, d);
  d = fromGrowing<std::map<int, MPI_Offset>>(fh, d);
  d = fromGrowing<std::unordered_map<int, MPI_Offset>>(fh, d);
  d = fromNames(fh, d);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
