//===- HelperLife.cpp - how long the helper threads exist -----------------===//
//
// See HelperLife.h. A region that ends leaves a note, and wakes the last thread
// only if the thread does not look by itself after a while.
//
//===----------------------------------------------------------------------===//

#include "support/HelperLife.h"

#include "support/Clock.h"
#include "support/DescriptorTable.h"
#include "support/ForkGuard.h"
#include "support/Mutex.h"
#include "support/NamedFiles.h"
#include "support/OwnWork.h"
#include "support/ProcessObject.h"
#include "support/TextFile.h"
#include "support/Thread.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <ctime>
#include <optional>
#include <pthread.h>
#include <semaphore.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace foreslice;

namespace {

/// Threads stay for IdleNs behind a region, for the next region. To start and
/// end all threads takes 0.1 ms of processor time, measured over 100 regions 60
/// ms apart.
constexpr uint64_t IdleNs = 20'000'000;
/// The last thread goes away when a region has been under way for AwayNs, and
/// comes back at the end of the region: while two threads have the program's
/// descriptors, the kernel counts references, and locks, in each call by a
/// descriptor. To come back takes the program 30 to 50 us.
constexpr uint64_t AwayNs = 5'000'000;

/// Most time that an ending thread of the program waits for the other threads.
constexpr uint64_t MostEndNs = 1'000'000'000;

std::atomic<bool> MayEnd{false}, Stays{false};
void (*AskAll)() = nullptr; // written before MayEnd

class Life {
public:
  Life() {
    sem_init(&News, 0, 0);
    if (Stays.load())
      needed();
  }

  void needed() {
    Launches.fetch_add(1, std::memory_order_relaxed);
    Regions.fetch_add(1);
  }
  void notNeeded() {
    if (Regions.fetch_sub(1) != 1)
      return;
    if (Sleeps.load() && Sleeps.exchange(false))
      sem_post(&News);
    if (IsAway.load())
      comeBack();
  }

  void begins() FORESLICE_EXCLUDES(M) {
    MutexLock L(M);
    ++Threads;
    if (!IsUp && !IsAway.load() && !descriptor_table::hasLeft())
      IsUp = start();
  }
  bool begins(void (*Start)(void *), void *Address) FORESLICE_EXCLUDES(M);
  void failed() FORESLICE_EXCLUDES(M) {
    {
      MutexLock L(M);
      --Threads;
    }
    sem_post(&News);
  }
  /// False if nobody will join the thread.
  bool ends(pthread_t Thread) FORESLICE_EXCLUDES(M) {
    std::optional<pthread_t> Keeper;
    {
      MutexLock L(M);
      if (!IsUp) {
        if (--Threads == 0)
          Keeper = descriptor_table::giveUp();
      } else {
        Ended.push_back(Thread);
        sem_post(&News);
        return true;
      }
    }
    if (Keeper)
      pthread_join(*Keeper, nullptr);
    return false;
  }
  void threadEnds() {
    if (IsAway.load() && Regions.load() == 0 && !comeBack())
      endWithoutLast(MostEndNs);
  }
  void endNow(uint64_t MostNs) FORESLICE_EXCLUDES(M);
  bool isOfProcess() const { return Pid == getpid(); }

private:
  bool start() FORESLICE_REQUIRES(M);
  static void *body(void *Self);
  void run() FORESLICE_EXCLUDES(M);
  void hearNews() FORESLICE_EXCLUDES(M);
  bool isOver() FORESLICE_EXCLUDES(M);
  bool goesAway() FORESLICE_EXCLUDES(M);
  bool comeBack() FORESLICE_EXCLUDES(M);
  void endWithoutLast(uint64_t MostNs) FORESLICE_EXCLUDES(M);
  void leave() FORESLICE_REQUIRES(M);
  bool awaitNews();

  const pid_t Pid = getpid();
  std::atomic<unsigned> Regions{0}; ///< Under way.
  std::atomic<uint64_t> Launches{0};
  /// The last thread wants to be woken when no region is under way.
  std::atomic<bool> Sleeps{false};
  std::atomic<bool> Hurries{false}; ///< Somebody waits for the end of all.
  /// The last thread is away, or about to go: who ends the last region has the
  /// thread come back.
  std::atomic<bool> IsAway{false};
  sem_t News;
  Mutex M;
  unsigned Threads FORESLICE_GUARDED_BY(M) = 0; ///< Threads to be joined.
  std::vector<pthread_t> Ended FORESLICE_GUARDED_BY(M);
  /// Functions to be called, and their arguments.
  std::vector<std::pair<void (*)(void *), void *>>
      Starts FORESLICE_GUARDED_BY(M);
  bool IsUp FORESLICE_GUARDED_BY(M) = false;
  /// The last thread, if up, or if somebody waits for the thread's end.
  std::optional<pthread_t> Last FORESLICE_GUARDED_BY(M);
  /// The last thread has ended, or is about to end, and nobody can join the
  /// thread.
  bool HasLeft FORESLICE_GUARDED_BY(M) = false;
};

/// The threads of the process. A forked child has none.
constinit ProcessObject<Life> OfProcess;
Life &life() { return OfProcess.get(); }

/// Starts the last thread.
bool Life::start() {
  fork_guard::watch();
  pthread_t Thread;
  sigset_t All, Was;
  sigfillset(&All);
  pthread_sigmask(SIG_SETMASK, &All, &Was);
  // The program's own functions may run there at the end: a stack as large as
  // the program's.
  const bool Started = pthread_create(&Thread, nullptr, body, this) == 0;
  pthread_sigmask(SIG_SETMASK, &Was, nullptr);
  if (!Started)
    return false;
  IsAway.store(false);
  if (std::optional<pthread_t> Before = std::exchange(Last, Thread)) {
    Ended.push_back(*Before);
    ++Threads;
  }
  return true;
}

/// The last thread is about to end. ThreadSanitizer reports an ended thread
/// that nobody has joined.
void Life::leave() {
  IsUp = false;
  if (Hurries.exchange(false))
    return;
  Last.reset();
  HasLeft = true;
  pthread_detach(pthread_self());
}

/// False if the last thread is needed.
bool Life::goesAway() {
  IsAway.store(true);
  MutexLock L(M);
  // A region that ends now sees IsAway, or is seen here.
  if (Regions.load() == 0 || !Ended.empty() || !Starts.empty()) {
    IsAway.store(false);
    return false;
  }
  leave();
  return true;
}

/// Starts the last thread anew, on a thread of the program, where no region is
/// under way. False if the last thread is needed, and cannot be started here.
bool Life::comeBack() {
  MutexLock L(M);
  if (IsAway.load() && !IsUp && Regions.load() == 0)
    IsUp = !OwnWork::isInHandler() && start();
  return IsUp || Regions.load() != 0;
}

void *Life::body(void *Self) {
  pthread_setname_np(pthread_self(), "foreslice-end");
  static_cast<Life *>(Self)->run();
  return nullptr;
}

bool Life::begins(void (*Start)(void *), void *Address) {
  {
    MutexLock L(M);
    if (!IsUp)
      IsUp = start();
    if (!IsUp)
      return false;
    ++Threads;
    Starts.emplace_back(Start, Address);
  }
  sem_post(&News);
  return true;
}

/// Starts waiting threads, and joins ended threads.
void Life::hearNews() {
  std::vector<pthread_t> Now;
  std::vector<std::pair<void (*)(void *), void *>> ToStart;
  {
    MutexLock L(M);
    std::swap(Now, Ended);
    std::swap(ToStart, Starts);
  }
  for (auto [Start, Of] : ToStart)
    Start(Of);
  for (pthread_t Thread : Now)
    pthread_join(Thread, nullptr);
  MutexLock L(M);
  Threads -= static_cast<unsigned>(Now.size());
}

/// Whether all others have ended. From then on the next thread that begins
/// starts a new last thread.
bool Life::isOver() {
  std::optional<pthread_t> Keeper;
  {
    MutexLock L(M);
    if (Threads != 0)
      return false;
    leave();
    Keeper = descriptor_table::giveUp();
  }
  if (Keeper)
    pthread_join(*Keeper, nullptr);
  return true;
}

/// Waits for news. False if a region is under way without news.
bool Life::awaitNews() {
  Sleeps.store(true);
  if (Regions.load() != 0) {
    const timespec Until = timeIn(AwayNs);
    const bool IsNews = sem_clockwait(&News, CLOCK_MONOTONIC, &Until) == 0;
    Sleeps.store(false);
    return IsNews;
  }
  Sleeps.store(false);
  const timespec Until = timeIn(IdleNs);
  sem_clockwait(&News, CLOCK_MONOTONIC, &Until);
  return true;
}

/// A slice, or storage, may take long, and an ending thread may start another:
/// all are asked until all have ended.
void Life::run() {
  uint64_t Known = 0, SinceNs = nowNs();
  for (;;) {
    if (!awaitNews() && goesAway())
      return;
    hearNews();
    if (const uint64_t Now = Launches.load();
        Regions.load() != 0 || Now != Known) {
      Known = Now;
      SinceNs = nowNs();
    }
    if (Regions.load() != 0 || (!Hurries.load() && nowNs() - SinceNs < IdleNs))
      continue;
    AskAll();
    if (isOver())
      return;
  }
}

/// Whether the kernel still lists a thread of the run time: a joined thread is
/// listed until its files are closed.
bool isAnyThere() {
  constexpr size_t MostBytes = 64;
  constexpr std::array<std::string_view, 4> Names{
      "foreslice\n", "foreslice-io\n", "foreslice-pf\n", "foreslice-end\n"};
  bool Is = false;
  named_files::list("/proc/self/task", [&](const std::string &Task) {
    std::string Name;
    Is = readTextFile("/proc/self/task/" + Task + "/comm", MostBytes, Name)
             .empty() &&
         (std::ranges::count(Names, Name) != 0 || Name.starts_with("iou-wrk"));
    return !Is;
  });
  return Is;
}

/// As the last thread, which cannot be started, on a thread of the program. A
/// thread that has not ended in time ends later by itself.
void Life::endWithoutLast(uint64_t MostNs) {
  if (OwnWork::isInHandler())
    return;
  const timespec Nap{0, 50'000};
  const uint64_t Until = nowNs() + MostNs;
  auto IsAny = [&] {
    MutexLock L(M);
    return Threads != 0;
  };
  while (Regions.load() == 0 && (IsAny() || isAnyThere()) && nowNs() < Until) {
    AskAll();
    nanosleep(&Nap, nullptr);
  }
}

void Life::endNow(uint64_t MostNs) {
  const timespec Nap{0, 50'000};
  const uint64_t Until = nowNs() + MostNs;
  std::optional<pthread_t> Over;
  bool Left = false;
  for (;;) {
    if (Regions.load() != 0)
      return;
    if (IsAway.load() && !comeBack())
      return endWithoutLast(MostNs);
    {
      MutexLock L(M);
      if (!IsUp) {
        Over = std::exchange(Last, std::nullopt);
        Left = std::exchange(HasLeft, false);
        break;
      }
    }
    if (!Hurries.exchange(true))
      sem_post(&News);
    if (nowNs() >= Until)
      return;
    nanosleep(&Nap, nullptr);
  }
  if (!Over && !Left)
    return;
  if (Over && !joinWithin(*Over, MostNs))
    pthread_detach(*Over);
  while (isAnyThere() && nowNs() < Until)
    nanosleep(&Nap, nullptr);
}

} // namespace

void helper_life::endWhenIdle(void (*Ask)()) {
  AskAll = Ask;
  MayEnd.store(true);
}

void helper_life::stay() {
  if (MayEnd.load() && !Stays.exchange(true))
    life().needed();
}

void helper_life::needed() {
  if (MayEnd.load(std::memory_order_relaxed))
    life().needed();
}

void helper_life::notNeeded() {
  if (MayEnd.load(std::memory_order_relaxed))
    life().notNeeded();
}

void helper_life::threadEnds() {
  if (mayEnd())
    life().threadEnds();
}

void helper_life::begins() {
  if (MayEnd.load(std::memory_order_relaxed))
    life().begins();
}

bool helper_life::begins(void (*Start)(void *), void *Address) {
  if (MayEnd.load(std::memory_order_relaxed))
    return life().begins(Start, Address);
  Start(Address);
  return true;
}

void helper_life::failed() {
  if (MayEnd.load(std::memory_order_relaxed))
    life().failed();
}

void helper_life::ends() {
  if (!MayEnd.load(std::memory_order_relaxed) || !life().ends(pthread_self()))
    pthread_detach(pthread_self());
}

bool helper_life::mayEnd() {
  const Life *L = OfProcess.ifAny();
  return L && L->isOfProcess();
}

void helper_life::endNow(uint64_t MostNs) {
  if (mayEnd())
    life().endNow(MostNs);
}
