//===- DelayQueue.cpp - replies with a delay ------------------------------===//
//
// The thread sleeps until the earliest deadline; replies are sent outside the
// lock, so a slow reply does not delay the arrival of requests.
//
//===----------------------------------------------------------------------===//

#include "DelayQueue.h"

#include <algorithm>
#include <chrono>
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
    Counter.count(R);
    if (!Finishing && (!R.IsWrite || DelayWrites)) {
      Heap.push_back({Model.deadline(nowNs(), R.File, R.Offset, R.Size),
                      NextOrder++, std::move(Reply)});
      std::push_heap(Heap.begin(), Heap.end(), later);
      Counter.queueIs(Heap.size());
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

void DelayQueue::countOpen() {
  const std::lock_guard Guard(Lock);
  Counter.countOpen();
}

Counts DelayQueue::counts() const {
  std::lock_guard Guard(Lock);
  return Counter.total();
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
