//===- LastWords.cpp - output of an early end -----------------------------===//
//
// Two semaphores: a signal handler may wake a thread only by posting a
// semaphore (POSIX, 2.4.3), and waiting for a semaphore is a system call.
//
//===----------------------------------------------------------------------===//

#include "frontend/LastWords.h"

#include "support/TextFile.h"
#include "support/Thread.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <semaphore.h>
#include <string>

using namespace foreslice;

namespace {

/// A longer step waits for a resource held for ever by the ending thread.
constexpr uint64_t NsPerStep = 10'000'000'000;
/// Time between two looks whether the thread is the last.
constexpr uint64_t LookEveryNs = 100'000'000;

void (*const *Steps)() = nullptr; // set before the thread starts
unsigned StepCount = 0;           // set before the thread starts
bool EndsAlone = false;           // set before the thread starts
std::atomic<bool> Begun{false};   // a thread was started, or refused
std::atomic<bool> Started{false}; // and not refused
std::atomic<bool> Ready{false};   // a thread waits
std::atomic<bool> Dismissed{false};
sem_t Asked, StepDone;
pthread_t Thread; // written before Ready

/// Whether main has left by pthread_exit, and all other threads have ended: the
/// first of the process is still counted then.
bool isAlone() {
  constexpr size_t MostBytes = 4096;
  std::string Text;
  if (!readTextFile("/proc/self/stat", MostBytes, Text).empty())
    return false;
  const size_t Name = Text.rfind(')');
  char State = 0;
  long Threads = 0;
  return Name != std::string::npos &&
         sscanf(Text.c_str() + Name,
                ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d "
                "%*d %*d %ld",
                &State, &Threads) == 2 &&
         State == 'Z' && Threads == 2;
}

/// False if nobody is left who would ask.
bool waitForAsked() {
  for (;;) {
    const timespec Until = timeIn(LookEveryNs);
    if (!(EndsAlone ? sem_clockwait(&Asked, CLOCK_MONOTONIC, &Until)
                    : sem_wait(&Asked)))
      return true;
    if (errno == ETIMEDOUT && isAlone())
      return false;
  }
}

void *threadMain(void *) {
  if (!waitForAsked())
    return nullptr;
  for (unsigned I = 0; I < StepCount && !Dismissed.load(); ++I) {
    Steps[I]();
    sem_post(&StepDone);
  }
  return nullptr;
}

} // namespace

bool last_words::prepare(void (*const *What)(), unsigned Count, bool Alone) {
  if (Begun.load(std::memory_order_relaxed) || Begun.exchange(true))
    return Started.load();
  Steps = What;
  StepCount = Count;
  EndsAlone = Alone;
  Dismissed.store(false);
  Started.store(!sem_init(&Asked, 0, 0) && !sem_init(&StepDone, 0, 0) &&
                startHelperThread(Thread, threadMain, nullptr,
                                  DescriptorsOf::Program, "foreslice-last"));
  Ready.store(Started.load());
  return Started.load();
}

bool last_words::pause(uint64_t MostNs) {
  if (!Ready.exchange(false))
    return false;
  Dismissed.store(true);
  sem_post(&Asked);
  if (joinWithin(Thread, MostNs))
    Begun.store(false);
  return true;
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
    const timespec End = timeIn(NsPerStep);
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
  pthread_detach(Thread); // nobody waits for the thread from here on
}
