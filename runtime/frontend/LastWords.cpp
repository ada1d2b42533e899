//===- LastWords.cpp - what an early end writes ---------------------------===//
//
// Two semaphores: posting one is all that a signal handler may do to wake a
// thread (POSIX, 2.4.3), and waiting for one is a system call.
//
//===----------------------------------------------------------------------===//

#include "frontend/LastWords.h"

#include "support/Thread.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <semaphore.h>

using namespace foreslice;

namespace {

/// A step that takes longer waits for what the ending thread will never give
/// up.
constexpr time_t SecondsPerStep = 10;

void (*const *Steps)() = nullptr; // set before the thread starts
unsigned StepCount = 0;           // likewise
std::atomic<bool> Ready{false};   // there is a thread that waits
std::atomic<bool> Dismissed{false};
sem_t Asked, StepDone;

void *threadMain(void *) {
  while (sem_wait(&Asked))
    ; // EINTR
  for (unsigned I = 0; I < StepCount && !Dismissed.load(); ++I) {
    Steps[I]();
    sem_post(&StepDone);
  }
  return nullptr;
}

} // namespace

static bool start(void (*const *What)(), unsigned Count) {
  Steps = What;
  StepCount = Count;
  pthread_t Thread;
  if (sem_init(&Asked, 0, 0) || sem_init(&StepDone, 0, 0) ||
      !startHelperThread(Thread, threadMain, nullptr, DescriptorsOf::Program))
    return false;
  pthread_detach(Thread);
  return true;
}

bool last_words::prepare(void (*const *What)(), unsigned Count) {
  static constinit std::atomic<bool> Begun{false}, Started{false};
  if (!Begun.exchange(true))
    Started.store(start(What, Count));
  Ready.store(Started.load());
  return Started.load();
}

void last_words::say() {
  if (!Ready.exchange(false))
    return;
  int Saved = errno;
  // The program's handlers could end the process once more, and so on.
  sigset_t All, Before;
  sigfillset(&All);
  pthread_sigmask(SIG_SETMASK, &All, &Before);
  sem_post(&Asked);
  for (unsigned I = 0; I < StepCount; ++I) {
    timespec End;
    clock_gettime(CLOCK_MONOTONIC, &End);
    End.tv_sec += SecondsPerStep;
    int Failed;
    while ((Failed = sem_clockwait(&StepDone, CLOCK_MONOTONIC, &End)) &&
           errno == EINTR)
      ;
    if (Failed)
      break;
  }
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  errno = Saved;
}

void last_words::dismiss() {
  if (!Ready.exchange(false))
    return;
  Dismissed.store(true);
  sem_post(&Asked);
}
