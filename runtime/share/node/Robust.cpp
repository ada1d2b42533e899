//===- Robust.cpp - mutexes that survive the death of a process -----------===//
//
// See Robust.h.
//
//===----------------------------------------------------------------------===//

#include "share/node/Robust.h"

#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

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
  std::ifstream In(Folder + "/stat");
  std::string Line;
  std::getline(In, Line);
  size_t NameEnd = Line.rfind(')'); // the name may hold anything
  if (NameEnd == std::string::npos)
    return 0;
  std::istringstream Rest(Line.substr(NameEnd + 1));
  std::vector<std::string> Fields(std::istream_iterator<std::string>(Rest), {});
  constexpr size_t State = 0, Start = 19; // proc(5), from behind the name on
  if (Fields.size() <= Start)
    return 0;
  std::error_code None;
  if (Fields[State] == "Z" || Fields[State] == "X") {
    // Or the first of several threads has ended.
    std::filesystem::directory_iterator Threads(Folder + "/task", None), End;
    if (std::distance(Threads, End) < 2)
      return 0;
  }
  return std::strtoull(Fields[Start].c_str(), nullptr, 10);
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
