//===- HelperTime.cpp - processor time of the helper threads --------------===//
//
// See HelperTime.h.
//
//===----------------------------------------------------------------------===//

#include "support/HelperTime.h"

#include "support/TextFile.h"

#include <atomic>
#include <cstdio>
#include <ctime>
#include <pthread.h>
#include <string>

using namespace foreslice;

namespace {

constexpr unsigned MostThreads = 64;
/// Clocks of the running threads.
struct Place {
  std::atomic<bool> Taken{false}, Known{false};
  clockid_t Clock = 0;
};
constinit Place Places[MostThreads];
std::atomic<uint64_t> EndedNs{0}; ///< Processor time of ended threads.

/// 0 if the thread of Clock is gone.
uint64_t timeOf(clockid_t Clock) {
  timespec T;
  return clock_gettime(Clock, &T)
             ? 0
             : uint64_t(T.tv_sec) * 1'000'000'000 + uint64_t(T.tv_nsec);
}

} // namespace

helper_time::OfThread::OfThread() : Place(0) {
  while (Place < MostThreads && Places[Place].Taken.exchange(true))
    ++Place;
  if (Place < MostThreads &&
      !pthread_getcpuclockid(pthread_self(), &Places[Place].Clock))
    Places[Place].Known.store(true);
}

helper_time::OfThread::~OfThread() {
  EndedNs.fetch_add(timeOf(CLOCK_THREAD_CPUTIME_ID));
  if (Place >= MostThreads)
    return;
  Places[Place].Known.store(false);
  Places[Place].Taken.store(false);
}

uint64_t helper_time::cpuNs() {
  uint64_t Sum = EndedNs.load();
  for (const ::Place &P : Places)
    if (P.Known.load())
      Sum += timeOf(P.Clock);
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
