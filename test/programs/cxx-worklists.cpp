// Worklists decide what is read: the loop takes the first element out, and
// sometimes puts another one in, before it reads. When the slice begins, the
// program has already taken one out.
// REQUIRES: fuse
// RUN: %check-program --flag=-fprefetch-slice-budget=300 --slices 6 --ranks 1,2 --slow "--service-us 1000" \
// RUN:   --expect "hits>=150" --expect "pages_wasted<=20"
#include "program.h"

#include <deque>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <string>

enum { Reads = 64, Bytes = 8192, Step = 65536 };

static uint64_t readAt(MPI_File fh, MPI_Offset place, uint64_t d) {
  char b[Bytes];
  MPI_File_read_at(fh, place * Step, b, Bytes, MPI_BYTE, MPI_STATUS_IGNORE);
  usleep(2000);
  return digest(d, b, Bytes);
}

static uint64_t fromSet(MPI_File fh, std::set<int> &places, uint64_t d) {
  while (!places.empty()) {
    int at = *places.begin();
    places.erase(places.begin());
    if (at % 3 == 1 && at + 64 < 128)
      places.insert(at + 64);
    d = readAt(fh, at, d);
  }
  return d;
}

/// The last first, with names.
static uint64_t fromMap(MPI_File fh, std::map<std::string, int> &places,
                        uint64_t d) {
  while (!places.empty()) {
    auto last = std::prev(places.end());
    int at = last->second;
    places.erase(last);
    d = readAt(fh, at, d);
  }
  return d;
}

static uint64_t fromList(MPI_File fh, std::list<int> &places, uint64_t d) {
  while (!places.empty()) {
    int at = places.front();
    places.pop_front();
    d = readAt(fh, at, d);
  }
  return d;
}

static uint64_t fromQueue(MPI_File fh, std::queue<int> &places, uint64_t d) {
  while (!places.empty()) {
    int at = places.front();
    places.pop();
    if (at % 4 == 1)
      places.push(at + 63);
    d = readAt(fh, at, d);
  }
  return d;
}

static uint64_t fromHeap(MPI_File fh, std::priority_queue<int> &places,
                         uint64_t d) {
  while (!places.empty()) {
    int at = places.top();
    places.pop();
    d = readAt(fh, at, d);
  }
  return d;
}

/// More than a launch copies.
static uint64_t fromLarge(MPI_File fh, std::multimap<int, int> &places,
                          uint64_t d) {
  for (int i = 0; i < Reads; i++) {
    int at = places.begin()->second;
    places.erase(places.begin());
    d = readAt(fh, at, d);
  }
  return d;
}

/// The slice makes its own.
static uint64_t fromOwn(MPI_File fh, int n, uint64_t d) {
  std::set<int> places;
  for (int i = 0; i < n; i++)
    places.insert(i * 13 % n);
  return fromSet(fh, places, d);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 160 * Step, 62);
  std::set<int> set;
  std::map<std::string, int> map;
  std::list<int> list;
  std::queue<int> queue;
  std::priority_queue<int> heap;
  std::multimap<int, int> large;
  for (int i = 0; i < 5000; i++)
    large.emplace(i * 7919 % 5000, i * 13 % Reads);
  for (int i = 0; i < Reads; i++) {
    int place = i * 13 % Reads;
    set.insert(place);
    map["a name of some length " + std::to_string(i)] = place;
    list.push_back(place);
    queue.push(place);
    heap.push(place);
  }
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  uint64_t d = digest(DIGEST_START, "", 0);
  volatile int rounds = 1; // A region for each loop, not one for all.
  for (int i = 0; i < rounds; i++) {
    d = fromSet(fh, set, d);
    d = fromMap(fh, map, d);
    d = fromList(fh, list, d);
    d = fromQueue(fh, queue, d);
    d = fromHeap(fh, heap, d);
    d = fromLarge(fh, large, d);
  }
  d = fromOwn(fh, Reads, d);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
