//===- ProcessObject.cpp - an object for each process, forks included -----===//
//
// See ProcessObject.h.
//
//===----------------------------------------------------------------------===//

#include "support/ProcessObject.h"

using namespace foreslice;

std::atomic<ProcessObjectBase *> ProcessObjectBase::First{nullptr};

/// In a child just forked, with one thread.
void ProcessObjectBase::renewAll() {
  for (ProcessObjectBase *O = First.load(); O; O = O->Next) {
    O->Making = PTHREAD_MUTEX_INITIALIZER;
    O->Object.store(nullptr);
  }
}

void ProcessObjectBase::noteOnce() {
  static constinit std::atomic<bool> Registered{false};
  if (!Registered.exchange(true))
    pthread_atfork(nullptr, nullptr, renewAll);
  if (Noted.exchange(true))
    return;
  Next = First.load();
  while (!First.compare_exchange_weak(Next, this))
    ;
}

void *ProcessObjectBase::make(void *(*Make)()) {
  noteOnce();
  pthread_mutex_lock(&Making);
  void *Known = Object.load(std::memory_order_relaxed);
  if (!Known) {
    try {
      Known = Make();
    } catch (...) {
      pthread_mutex_unlock(&Making);
      throw;
    }
    Object.store(Known, std::memory_order_release);
  }
  pthread_mutex_unlock(&Making);
  return Known;
}
