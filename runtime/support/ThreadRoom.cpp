//===- ThreadRoom.cpp - whether the run time may start threads ------------===//
//
// See ThreadRoom.h. A malloc of the executable counts as having locks if the
// executable uses threads, as allocators for threads do, or hands on to libc's.
//
//===----------------------------------------------------------------------===//

#include "support/ThreadRoom.h"

#include "support/AddressRoom.h"
#include "support/Lazy.h"
#include "support/NextSymbol.h"
#include "support/OwnWork.h"
#include "support/Statistics.h"

using namespace foreslice;

static bool mayLackLocks() {
  static constinit LazyValue<bool> May;
  return May.get([] {
    return executableHas("malloc") && !executableUses("pthread_") &&
           !executableUses("thrd_") && !executableUses("__libc_malloc");
  });
}

bool thread_room::isLeft() {
  if (address_room::isLimited()) {
    Statistics::get().note("the program's addresses are limited (RLIMIT_AS, "
                           "ulimit -v), and the program may need them all: no "
                           "more threads are started");
    return false;
  }
  if (mayLackLocks()) {
    Statistics::get().note("the program has a malloc of its own and no "
                           "threads, so that malloc may have no locks: no "
                           "threads are started");
    return false;
  }
  return true;
}

bool thread_room::isLeftHere() { return isLeft() && !OwnWork::isInHandler(); }
