//===- ForkGuard.cpp - whether this is a forked child ---------------------===//
//
// See ForkGuard.h.
//
//===----------------------------------------------------------------------===//

#include "support/ForkGuard.h"

#include <atomic>
#include <pthread.h>

using namespace foreslice;

static std::atomic<bool> Child{false};

void fork_guard::watch() {
  static const int Registered = pthread_atfork(
      nullptr, nullptr, [] { Child.store(true, std::memory_order_relaxed); });
  (void)Registered;
}

bool fork_guard::isChild() { return Child.load(std::memory_order_relaxed); }
