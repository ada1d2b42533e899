//===- HelperQueue.cpp - work that a helper thread does -------------------===//
//
// See HelperQueue.h.
//
//===----------------------------------------------------------------------===//

#include "support/HelperQueue.h"

#include "support/Clock.h"
#include "support/HelperLife.h"
#include "support/ProcessObject.h"
#include "support/Thread.h"
#include "support/ThreadRoom.h"

#include <exception>

namespace foreslice {

HelperQueue &HelperQueue::get() {
  static constinit ProcessObject<HelperQueue> Q;
  return Q.get();
}

bool HelperQueue::start() {
  pthread_t Thread;
  Ends = false;
  helper_life::begins();
  if (startHelperThread(Thread, run, this))
    return true;
  helper_life::failed();
  return false;
}

bool HelperQueue::post(std::function<void()> Work) {
  MutexLock L(M);
  if (!Started && !thread_room::isLeftHere())
    return false;
  if (!Started)
    Started = start();
  if (!*Started)
    return false;
  Queue.push_back(std::move(Work));
  ++PostedCount;
  News.notifyOne();
  return true;
}

void HelperQueue::finish(uint64_t MostNs) {
  const uint64_t EndNs = nowNs() + MostNs;
  MutexLock L(M);
  const uint64_t Last = PostedCount;
  for (uint64_t Now = nowNs(); DoneCount < Last && Now < EndNs; Now = nowNs())
    Done.waitFor(M, EndNs - Now);
}

bool HelperQueue::isIdle() {
  MutexLock L(M);
  return DoneCount == PostedCount;
}

void *HelperQueue::run(void *Self) {
  static_cast<HelperQueue *>(Self)->serve();
  helper_life::ends();
  return nullptr;
}

void HelperQueue::endIdle() {
  MutexLock L(M);
  if (Started == true) {
    Ends = true;
    News.notifyOne();
  }
}

/// False if the thread is to end: from then on, the thread owns nothing of this
/// queue.
bool HelperQueue::take(std::function<void()> &Work) {
  MutexLock L(M);
  while (Queue.empty() && !Ends)
    News.wait(M);
  if (Queue.empty()) {
    Started.reset();
    return false;
  }
  Work = std::move(Queue.front());
  Queue.pop_front();
  return true;
}

void HelperQueue::serve() {
  for (std::function<void()> Work; take(Work);) {
    try {
      Work();
    } catch (const std::exception &) {
      // No memory: the work is left out.
    }
    Work = nullptr;
    MutexLock L(M);
    ++DoneCount;
    Done.notifyAll();
  }
}

} // namespace foreslice
