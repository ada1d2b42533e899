//===- Trace.cpp - recording the events of a process ----------------------===//
//
// Events are recorded with CLOCK_MONOTONIC and written in time of day: the
// traces of all processes fit together as well as the clocks of their machines.
//
//===----------------------------------------------------------------------===//

#include "support/Trace.h"

#include "support/Mutex.h"
#include "support/ProcessObject.h"

#include <map>
#include <set>
#include <sys/mman.h>
#include <unistd.h>

namespace foreslice::trace {

std::atomic<bool> detail::On{false};

namespace {

/// Shortest interval of levels; doubles after each LevelsBeforeThinning levels.
constexpr uint64_t LevelsNs = 100'000;
constexpr uint64_t LevelsBeforeThinning = 1u << 14;

struct Names {
  Mutex Lock;
  std::map<pid_t, const char *> Threads FORESLICE_GUARDED_BY(Lock);
  std::set<std::string, std::less<>> Interned FORESLICE_GUARDED_BY(Lock);
};

/// Never destroyed: helper threads may outlive static destructors.
Names &names() {
  static constinit ProcessObject<Names> N;
  return N.get();
}

Event *Events = nullptr; // MostEvents events; written before On
std::atomic<size_t> Next{0};

uint32_t thread() {
  static thread_local const auto Id = static_cast<uint32_t>(gettid());
  return Id;
}

void add(Event::Kind Is, const Event &E) {
  size_t I = Next.fetch_add(1, std::memory_order_relaxed);
  if (I >= MostEvents)
    return;
  Event &To = Events[I];
  To.Thread = thread();
  To.Begin = E.Begin;
  To.Of = E.Of;
  std::atomic_ref(To.Is).store(Is, std::memory_order_release);
}

} // namespace

bool turnOn() {
  if (isOn())
    return true;
  void *Memory =
      mmap(nullptr, MostEvents * sizeof(Event), PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Memory == MAP_FAILED)
    return false;
  Events = static_cast<Event *>(Memory); // zeros: Kind::None
  detail::On.store(true, std::memory_order_release);
  return true;
}

void detail::addExtent(const char *Name, uint64_t BeginNs, const char *About,
                       uint64_t Bytes, uint64_t Offset) {
  Event E;
  E.Begin = BeginNs;
  E.Of.Extent = {Name, About, nowNs(), Bytes, Offset};
  add(Event::Kind::Extent, E);
}

void detail::addStorageRead(uint64_t BeginNs, const char *Path, uint64_t Bytes,
                            uint64_t Offset) {
  Event E;
  E.Begin = BeginNs;
  E.Of.Extent = {"storage read", Path, nowNs(), Bytes, Offset};
  add(Event::Kind::StorageRead, E);
}

void detail::addLevels(const Levels &L, uint64_t Time) {
  static Levels Last{};
  static uint64_t LastNs = 0, Count = 0, IntervalNs = LevelsNs;
  if (L == Last || Time - LastNs < IntervalNs)
    return;
  Last = L;
  LastNs = Time;
  if (++Count % LevelsBeforeThinning == 0)
    IntervalNs *= 2;
  Event E;
  E.Begin = Time;
  E.Of.Levels = L;
  add(Event::Kind::Levels, E);
}

void detail::addChange(const char *Name, const char *About) {
  Event E;
  E.Begin = nowNs();
  E.Of.Extent = {Name, About, E.Begin, 0, NoOffset};
  add(Event::Kind::Change, E);
}

void nameThread(const char *Name) {
  if (!isOn())
    return;
  Names &N = names();
  MutexLock G(N.Lock);
  N.Threads[gettid()] = Name;
}

const char *intern(std::string_view Text) {
  Names &N = names();
  MutexLock G(N.Lock);
  auto It = N.Interned.find(Text);
  if (It == N.Interned.end())
    It = N.Interned.emplace(Text).first;
  return It->c_str();
}

std::string json(int Rank) {
  size_t Taken = Next.load();
  size_t Count = std::min(Taken, MostEvents);
  Names &N = names();
  MutexLock G(N.Lock);
  return toJson(Rank, {Events, Events ? Count : 0}, N.Threads, Taken - Count);
}

} // namespace foreslice::trace
