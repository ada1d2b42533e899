//===- SystemRead.cpp - demand reads that the program makes itself
//-----------===//
//
// The files are of kernel delivery. The cache serves no page and waits for
// none. The ledger learns which pages the main thread has come to. The scheme,
// the engine and the statistics hear of the read as of a served read.
//
//===----------------------------------------------------------------------===//

#include "cache/Deliveries.h"
#include "cache/DemandReads.h"
#include "support/Clock.h"
#include "support/Scheduling.h"

#include <ctime>
#include <new>
#include <utility>

using namespace foreslice;

/// So long this thread has been on a processor.
static uint64_t processorNs() {
  timespec T{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &T);
  return static_cast<uint64_t>(T.tv_sec) * 1'000'000'000 +
         static_cast<uint64_t>(T.tv_nsec);
}

struct SystemRead::Impl {
  Impl(DeliveryCache &Cache, CachedFile &File, std::span<const PagePart> Parts)
      : Cache(Cache), File(File), Parts(Parts) {}

  void look() FORESLICE_REQUIRES(Cache.State.M);
  void markUsed() FORESLICE_REQUIRES(Cache.State.M);
  /// The program's read began then, and took so long.
  void count(uint64_t FromNs, uint64_t Ns) const;

  DeliveryCache &Cache;
  CachedFile &File;
  std::span<const PagePart> Parts; ///< Owned by the caller.
  size_t Ready = 0, Coming = 0, Missed = 0;
  size_t FirstUses = 0; ///< Pages fetched for this read.
  uint64_t BeganNs = 0;
  /// Whether to measure for how long the read blocks, and the thread's state
  /// before: two system calls.
  bool Watches = false;
  uint64_t BeganProcessorNs = 0;
  long BlockedBefore = 0;

  uint64_t blockedNs(uint64_t Ns) const;
};

/// State of each page: in the operating system's memory, on its way there, or
/// neither.
void SystemRead::Impl::look() {
  CacheState &State = Cache.State;
  for (const PagePart &Part : Parts) {
    Slot S = State.Pool.find(File, Part.Page);
    if (S && !State.isStillThere(S)) {
      State.loseToSystem(S);
      S = 0;
    }
    if (S && !State.Pool.fetched(S).contains(Part.Bytes)) {
      State.noteNeed(S, Part);
      S = 0;
    }
    bool IsReady = S && State.Pool[S].Is == Page::State::Ready;
    Ready += IsReady;
    Coming += S && !IsReady;
    Missed += !S;
  }
  State.Policy->demanded(Ready != Parts.size());
  if (Missed == 0)
    return;
  Cache.withdraw(File, Parts);
  State.Policy->missed(State.Pool.content());
  ++State.DemandsMissing;
}

void SystemRead::Impl::markUsed() {
  CacheState &State = Cache.State;
  for (const PagePart &Part : Parts) {
    Slot S = State.Pool.find(File, Part.Page);
    if (!S)
      continue;
    FirstUses += !State.Pool[S].EverUsed;
    if (State.Pool[S].Is == Page::State::Ready) {
      State.Pool.use(S);
      State.followFuture(S);
    } else {
      State.Pool.useComing(S);
    }
  }
  State.Policy->used(State.Pool.content());
}

/// Blocked time of a read that took Ns, as far as watched.
uint64_t SystemRead::Impl::blockedNs(uint64_t Ns) const {
  // A read that only gave up the core to others did not wait for storage.
  if (!Watches || scheduling::timesBlocked() == BlockedBefore)
    return 0;
  return Ns - std::min(Ns, processorNs() - BeganProcessorNs);
}

void SystemRead::Impl::count(uint64_t FromNs, uint64_t Ns) const {
  File.Stats->add(Counter::ReadyHits, Ready);
  File.Stats->add(Counter::UnreadyHits, Coming);
  File.Stats->add(Counter::Misses, Missed);
  if (Coming != 0 && Missed == 0) {
    File.Stats->add(Counter::HitWaitNs, Ns);
    trace::extent("waits for pages", FromNs, File.Stats->Path.c_str());
  }
}

SystemRead::SystemRead() = default;

SystemRead::SystemRead(SystemRead &&) noexcept = default;

SystemRead &SystemRead::operator=(SystemRead &&Other) noexcept {
  std::swap(P, Other.P);
  return *this;
}

SystemRead::~SystemRead() { over(true); }

bool SystemRead::ready() const { return P && P->Missed == 0 && P->Coming == 0; }

bool SystemRead::found() const { return P && P->Missed == 0; }

bool SystemRead::fetchedForIt() const { return ready() && P->FirstUses != 0; }

SystemRead DemandReads::readsItself(CachedFile &File,
                                    std::span<const PagePart> Pages) {
  SystemRead Now;
  if (Pages.empty())
    return Now;
  DeliveryCache &C = All.of(File);
  Now.P = std::make_unique<SystemRead::Impl>(C, File, Pages);
  SystemRead::Impl &Read = *Now.P;
  {
    MutexLock L(C.State.M);
    if (OtherReads.load(std::memory_order_relaxed)) {
      OtherReads.store(false, std::memory_order_relaxed);
      C.State.Policy->readElsewhere();
    }
    C.State.Policy->readBegins(Pages.size(), nowNs());
    C.State.Policy->reads(&File.Whole, Pages);
    C.Io.attend();
    Read.look();
    Read.Watches = File.Kernel.mayWait();
    if (Read.Ready != Pages.size() &&
        C.State.idles(Read.Missed != 0 ? Scheme::Idle::OwnRead
                                       : Scheme::Idle::OthersRead))
      C.Io.wake();
  }
  Read.BeganNs = nowNs();
  if (Read.Watches) {
    Read.BeganProcessorNs = processorNs();
    Read.BlockedBefore = scheduling::timesBlocked();
  }
  return Now;
}

void SystemRead::over(bool OnlyStarted) {
  if (!P || P->BeganNs == 0)
    return;
  const uint64_t BeganNs = std::exchange(P->BeganNs, 0);
  const uint64_t Ns = nowNs() - BeganNs;
  const uint64_t BlockedNs = P->blockedNs(Ns);
  DeliveryCache &Cache = P->Cache;
  CacheState &State = Cache.State;
  {
    EngineLock L(Cache);
    try {
      P->markUsed();
    } catch (const std::bad_alloc &) {
      // The pages count as not used: the read itself is over.
    }
    State.Policy->readEnds(nowNs());
    if (P->Missed != 0) {
      State.DemandsMissing -= State.DemandsMissing != 0;
      State.TurnOwed = true;
    } else if (P->Coming == 0 && !OnlyStarted) {
      P->File.Kernel.readyReadWaited(Ns, BlockedNs);
      P->File.noteKernelNews();
    }
    if (trace::isOn())
      State.observe();
  }
  P->count(BeganNs, OnlyStarted ? 0 : Ns);
}
