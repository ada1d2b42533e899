//===- WakeRelay.cpp - waking a ring from the other descriptor table ------===//
//
// See WakeRelay.h.
//
//===----------------------------------------------------------------------===//

#include "storage/WakeRelay.h"

#include "support/Thread.h"

#include <cerrno>
#include <cstdint>
#include <unistd.h>
#include <utility>

using namespace foreslice;

void foreslice::writeEvent(int EventFd) {
  uint64_t One = 1;
  while (::write(EventFd, &One, sizeof One) < 0 && errno == EINTR)
    ;
}

void WakeRelay::stop() {
  if (!std::exchange(Started, false))
    return;
  Stops.store(true);
  sem_post(&Asked);
  joinHelperThread(Thread);
}

bool WakeRelay::start(int Fd) {
  EventFd = Fd;
  Started =
      sem_init(&Asked, 0, 0) == 0 && startHelperThread(Thread, body, this);
  return Started;
}

void WakeRelay::wake() {
  if (!Pending.exchange(true))
    sem_post(&Asked);
}

void *WakeRelay::body(void *Self) {
  auto &R = *static_cast<WakeRelay *>(Self);
  while (true) {
    if (sem_wait(&R.Asked))
      continue; // interrupted
    if (R.Stops.load())
      return nullptr;
    R.Pending.store(false);
    writeEvent(R.EventFd);
  }
}
