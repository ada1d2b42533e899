//===- DelayQueue.cpp - replies that wait for their time ------------------===//
//
// The thread sleeps until the earliest deadline; replies are sent outside the
// lock, so that a slow reply does not delay the arrival of requests.
//
//===----------------------------------------------------------------------===//

#include "DelayQueue.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sys/prctl.h>

using namespace slowfs;
using Clock = std::chrono::steady_clock;

static uint64_t nowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             Clock::now().time_since_epoch())
      .count();
}

DelayQueue::DelayQueue(const ServiceParameters &P, bool DelayWrites)
    : DelayWrites(DelayWrites), Model(P), Thread([this] { run(); }) {}

void DelayQueue::post(const Request &R, std::function<void()> Reply) {
  {
    std::lock_guard Guard(Lock);
    (R.IsWrite ? Total.Writes : Total.Reads) += 1;
    (R.IsWrite ? Total.WriteBytes : Total.ReadBytes) += R.Size;
    if (!Finishing && (!R.IsWrite || DelayWrites)) {
      Heap.push_back({Model.deadline(nowNs(), R.FirstDisk, R.Offset, R.Size),
                      NextOrder++, std::move(Reply)});
      std::push_heap(Heap.begin(), Heap.end(), later);
      Total.DeepestQueue = std::max<uint64_t>(Total.DeepestQueue, Heap.size());
      if (Heap.front().Order == NextOrder - 1)
        Changed.notify_one();
      return;
    }
  }
  Reply();
}

void DelayQueue::finish() {
  {
    std::lock_guard Guard(Lock);
    Finishing = true;
    Changed.notify_one();
  }
  if (Thread.joinable())
    Thread.join();
}

Counts DelayQueue::counts() const {
  std::lock_guard Guard(Lock);
  return Total;
}

void DelayQueue::run() {
  // The kernel may wake a thread of normal priority 50 us late otherwise.
  prctl(PR_SET_TIMERSLACK, 1);
  std::unique_lock Guard(Lock);
  while (true) {
    if (Heap.empty()) {
      if (Finishing)
        return;
      Changed.wait(Guard);
      continue;
    }
    const uint64_t Deadline = Heap.front().Deadline;
    if (!Finishing && Deadline > nowNs()) {
      Changed.wait_until(Guard,
                         Clock::time_point(std::chrono::nanoseconds(Deadline)));
      continue;
    }
    std::pop_heap(Heap.begin(), Heap.end(), later);
    std::function<void()> Reply = std::move(Heap.back().Reply);
    Heap.pop_back();
    Guard.unlock();
    Reply();
    Guard.lock();
  }
}

bool slowfs::writeCounts(const Counts &C, const std::string &Path) {
  std::ofstream Out(Path);
  Out << "{\"reads\": " << C.Reads << ", \"read_bytes\": " << C.ReadBytes
      << ", \"writes\": " << C.Writes << ", \"write_bytes\": " << C.WriteBytes
      << ", \"deepest_queue\": " << C.DeepestQueue << "}\n";
  return static_cast<bool>(Out.flush());
}
