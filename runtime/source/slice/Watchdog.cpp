//===- Watchdog.cpp - notices a slice that computes without end -----------===//
//
// POSIX CPU timers, as the header tells; SIGEV_THREAD_ID is Linux.
//
//===----------------------------------------------------------------------===//

#include "source/slice/Watchdog.h"

#include <unistd.h>
#include <utility>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

using namespace foreslice;

bool Watchdog::start(int Signal) {
  struct sigevent Event{};
  Event.sigev_notify = SIGEV_THREAD_ID;
  Event.sigev_signo = Signal;
  Event.sigev_value.sival_ptr = const_cast<char *>(&TickMark);
  Event.sigev_notify_thread_id = gettid();
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &Event, &Timer))
    return false;
  Running = true;
  return arm(EachNs);
}

bool Watchdog::arm(long FirstNs) {
  itimerspec Spec{};
  Spec.it_value.tv_nsec = FirstNs;
  Spec.it_interval.tv_nsec = EachNs;
  return !timer_settime(Timer, 0, &Spec, nullptr);
}

void Watchdog::expect(bool OnlyFiles) {
  const long Ns = OnlyFiles ? FilesTickNs : TickNs;
  if (std::exchange(EachNs, Ns) != Ns && Running)
    arm(EachNs);
}

void Watchdog::tickSoon() {
  if (Running)
    arm(1'000'000);
}

void Watchdog::stop() {
  if (Running)
    timer_delete(Timer);
  Running = false;
}
