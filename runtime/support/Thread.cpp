//===- Thread.cpp - the run time's helper threads -------------------------===//
//
// A new thread inherits the signal mask, so the mask is set around the
// creation: no signal can hit the thread.
//
//===----------------------------------------------------------------------===//

#include "support/Thread.h"

#include "support/Clock.h"
#include "support/DescriptorTable.h"
#include "support/HelperTime.h"
#include "support/TellingScope.h"
#include "support/ThreadRoom.h"

#include <csignal>
#include <memory>

using namespace foreslice;

static constexpr size_t StackSize = 256u << 10;

static int createBeside(pthread_t &Thread, const pthread_attr_t *Attributes,
                        void *(*Body)(void *), void *Argument) {
  return pthread_create(&Thread, Attributes, Body, Argument);
}

namespace {
struct Work {
  void *(*Body)(void *);
  void *Argument;
  const char *Name;
};
} // namespace

static void *threadMain(void *Given) {
  const Work W = *std::unique_ptr<Work>(static_cast<Work *>(Given));
  pthread_setname_np(pthread_self(), W.Name);
  const helper_time::OfThread Counts;
  TellingScope::stayOn();
  return W.Body(W.Argument);
}

bool foreslice::startHelperThread(pthread_t &Thread, void *(*Body)(void *),
                                  void *Argument, DescriptorsOf Whose,
                                  const char *Name) {
  if (Whose == DescriptorsOf::RunTime && !thread_room::isLeft())
    return false;
  auto *Create = Whose == DescriptorsOf::RunTime
                     ? descriptor_table::createThread
                     : createBeside;
  sigset_t All, Before;
  sigfillset(&All);
  if (pthread_sigmask(SIG_SETMASK, &All, &Before) != 0)
    return false;
  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  pthread_attr_setstacksize(&Attributes, StackSize);
  auto W = std::make_unique<Work>(Work{Body, Argument, Name});
  int Error = Create(Thread, &Attributes, threadMain, W.get());
  // Static TLS is taken from the stack: a program with much TLS needs more.
  if (Error != 0)
    Error = Create(Thread, nullptr, threadMain, W.get());
  pthread_attr_destroy(&Attributes);
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  if (Error == 0)
    (void)W.release(); // the thread's now
  return Error == 0;
}

void foreslice::joinHelperThread(pthread_t Thread) {
  pthread_join(Thread, nullptr);
}

bool foreslice::joinWithin(pthread_t Thread, uint64_t MostNs) {
  const timespec Until = timeIn(MostNs);
  return pthread_clockjoin_np(Thread, nullptr, CLOCK_MONOTONIC, &Until) == 0;
}

timespec foreslice::timeIn(uint64_t Ns) {
  const uint64_t Then = nowNs() + Ns;
  timespec T;
  T.tv_sec = static_cast<time_t>(Then / 1'000'000'000);
  T.tv_nsec = static_cast<long>(Then % 1'000'000'000);
  return T;
}
