//===- HelperTime.cpp - what the helper threads take of the cores ---------===//
//
// See HelperTime.h.
//
//===----------------------------------------------------------------------===//

#include "support/HelperTime.h"

#include "support/TextFile.h"

#include <atomic>
#include <cstdio>
#include <ctime>
#include <string>

using namespace foreslice;

namespace {
constexpr unsigned MostThreads = 64;
std::atomic<unsigned> Threads{0};
clockid_t Clocks[MostThreads];
std::atomic<bool> Known[MostThreads];
} // namespace

/// A clock outlives its thread: it can be asked, and gives an error.
void helper_time::add(pthread_t Thread) {
  unsigned I = Threads.fetch_add(1);
  if (I < MostThreads && !pthread_getcpuclockid(Thread, &Clocks[I]))
    Known[I].store(true);
}

uint64_t helper_time::cpuNs() {
  uint64_t Sum = 0;
  for (unsigned I = 0; I < MostThreads; ++I) {
    timespec T;
    if (Known[I].load() && !clock_gettime(Clocks[I], &T))
      Sum += uint64_t(T.tv_sec) * 1'000'000'000 + uint64_t(T.tv_nsec);
  }
  return Sum;
}

uint64_t helper_time::delayNs(pid_t Thread) {
  std::string Path = "/proc/self/task/" + std::to_string(Thread) + "/schedstat";
  constexpr size_t MostBytes = 128; // of three numbers
  std::string Text;
  unsigned long long Ran = 0, Delayed = 0;
  bool Found = readTextFile(Path, MostBytes, Text).empty() &&
               sscanf(Text.c_str(), "%llu %llu", &Ran, &Delayed) == 2;
  return Found ? Delayed : 0;
}
