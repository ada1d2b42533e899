//===- Robust.cpp - mutexes that survive the death of a process -----------===//
//
// See Robust.h.
//
//===----------------------------------------------------------------------===//

#include "share/node/Robust.h"
#include "support/NamedFiles.h"
#include "support/TextFile.h"

#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <string>
#include <unistd.h>

using namespace foreslice;

/// If a woken waiter is killed before taking the mutex, and a third process has
/// the mutex meanwhile, the kernel wakes nobody else: a waiter looks again
/// after WakeNs.
static constexpr long WakeNs = 20'000'000;

bool RobustMutex::initialize() {
  pthread_mutexattr_t A;
  pthread_mutexattr_init(&A);
  bool Made = pthread_mutexattr_setpshared(&A, PTHREAD_PROCESS_SHARED) == 0 &&
              pthread_mutexattr_setrobust(&A, PTHREAD_MUTEX_ROBUST) == 0 &&
              pthread_mutex_init(&M, &A) == 0;
  pthread_mutexattr_destroy(&A);
  return Made;
}

void RobustMutex::lock() {
  while (!tryLock()) {
    timespec Until;
    clock_gettime(CLOCK_MONOTONIC, &Until);
    Until.tv_nsec += WakeNs;
    Until.tv_sec += Until.tv_nsec / 1'000'000'000;
    Until.tv_nsec %= 1'000'000'000;
    if (got(pthread_mutex_clocklock(&M, CLOCK_MONOTONIC, &Until)))
      return;
  }
}

bool RobustMutex::tryLock() { return got(pthread_mutex_trylock(&M)); }

bool RobustMutex::got(int Error) {
  if (Error == EOWNERDEAD)
    pthread_mutex_consistent(&M);
  return Error == 0 || Error == EOWNERDEAD;
}

/// The start time of a process; 0 if the process is gone, or has no thread left
/// and waits for the parent (a zombie).
static uint64_t startOf(pid_t Pid) {
  std::string Folder = "/proc/" + std::to_string(Pid);
  constexpr size_t MostBytes = 4096;
  std::string Line;
  readTextFile(Folder + "/stat", MostBytes, Line);
  const size_t NameEnd = Line.rfind(") "); // the name may hold anything
  if (NameEnd == std::string::npos)
    return 0;
  const size_t State = NameEnd + 2;
  size_t Start = State;
  constexpr unsigned Between = 19; // proc(5)
  for (unsigned I = 0; I < Between && Start != 0; ++I)
    Start = Line.find(' ', Start) + 1;
  if (Start == 0)
    return 0;
  if (Line[State] == 'Z' || Line[State] == 'X') {
    // Or the first of several threads has ended.
    unsigned Threads = 0;
    named_files::list(Folder + "/task",
                      [&](const std::string &) { return ++Threads < 2; });
    if (Threads < 2)
      return 0;
  }
  return std::strtoull(Line.c_str() + Start, nullptr, 10);
}

void ProcessLife::begin() {
  Pid = getpid();
  Start = startOf(Pid);
  Held.lock();
}

bool ProcessLife::isOver() {
  if (HasEnded.load(std::memory_order_relaxed))
    return true;
  // The process's own thread has the mutex, or another process that looks.
  if (!Held.tryLock())
    return false;
  Held.unlock();
  // The thread is gone; usually with the process.
  if (startOf(Pid) != Start)
    HasEnded.store(true);
  return HasEnded;
}
