//===- Engine.cpp - the thread that fetches pages -------------------------===//
//
// Turn by turn: publish reads that have come back, pick reads to go out,
// submit, wait. Everything but submitting and waiting happens under the cache's
// mutex.
//
//===----------------------------------------------------------------------===//

#include "engine/Engine.h"

#include "support/Delay.h"
#include "support/HelperLife.h"
#include "support/OwnWork.h"
#include "support/ReadFully.h"
#include "support/Scheduling.h"
#include "support/Thread.h"
#include "support/ThreadRoom.h"

#include <algorithm>
#include <cerrno>
#include <sched.h>
#include <utility>

using namespace foreslice;

/// Pause before another look: another process's write of a wanted page may be
/// over, or late processes may have caught up.
static constexpr uint64_t LookAgainNs = 2'000'000;
/// Times that a read is issued again after transient errors.
static constexpr unsigned MaxRetries = 16;

//===----------------------------------------------------------------------===//
// The thread
//===----------------------------------------------------------------------===//

Engine::~Engine() {
  {
    MutexLock L(State.M);
    Stop = true;
  }
  if (!HaveThread)
    return;
  wake();
  joinHelperThread(Thread);
}

void Engine::prepare() {
  if (Is == Life::NotStarted)
    Backend->prepare(State.IoDepth);
}

bool Engine::start() {
  EndsIdle = false;
  if (Is == Life::NotStarted && !OwnWork::isInHandler()) {
    if (thread_room::isLeft() && State.Pool.map()) {
      helper_life::begins();
      HaveThread = startHelperThread(Thread, body, this);
      if (!HaveThread)
        helper_life::failed();
    }
    Is = HaveThread ? Life::Started : Life::Refused;
  }
  return Is == Life::Started;
}

void Engine::endIdle() {
  {
    MutexLock L(State.M);
    if (Is != Life::Started)
      return;
    EndsIdle = true;
  }
  wake();
}

bool Engine::isIdle() {
  if (!State.Queue.empty() || State.ReadsInFlight != 0 || WithBackend != 0 ||
      !ToSubmit.empty() || !ToAsk.empty() || WrittenElsewhere != 0)
    return false;
  MutexLock L(AnswersM);
  return Answers.empty();
}

/// False if a thread does not get out of wake().
bool Engine::awaitWakers() const {
  constexpr uint64_t MostNs = 1'000'000'000;
  const uint64_t Until = nowNs() + MostNs;
  while (Wakers.load() != 0) {
    if (nowNs() > Until)
      return false;
    sched_yield();
  }
  return true;
}

/// Whether the thread is to end. From then on start() may start another thread,
/// and this thread owns nothing of the engine.
bool Engine::ends() {
  std::unique_ptr<Storage> Old;
  {
    MutexLock L(State.M);
    if (!EndsIdle || Stop || !isIdle())
      return false;
    std::unique_ptr<Storage> Next = Backend->another();
    if (!Next)
      return false;
    Old = std::exchange(Backend, std::move(Next));
    Running.store(nullptr);
    SharesLess = false;
    HaveThread = false;
    Is = Life::NotStarted;
  }
  if (!awaitWakers())
    (void)Old.release();
  return true;
}

EngineRest &Engine::rest() { return State.Sharing.engineRest(); }

void Engine::wake() {
  if (rest().rouse())
    return;
  // A backend not yet started needs no waking: the thread looks at the queue
  // before the first wait.
  Wakers.fetch_add(1);
  if (Storage *S = Running.load())
    S->wake();
  Wakers.fetch_sub(1);
}

void Engine::attend() {
  if (std::exchange(State.EngineRests, false))
    rest().rouse();
}

void *Engine::body(void *Self) {
  static_cast<Engine *>(Self)->run();
  return nullptr;
}

bool Engine::startBackend() {
  if (Backend->start(State.IoDepth))
    return true;
  Backend = makeThreadStorage();
  return Backend->start(State.IoDepth);
}

/// False if storage cannot be read.
bool Engine::begin() {
  if (!startBackend()) {
    {
      MutexLock L(State.M);
      Is = Life::Refused;
      HaveThread = false;
      State.Queue.clear();
      State.SourceNews.notifyAll();
    }
    helper_life::ends();
    return false;
  }
  {
    MutexLock L(State.M);
    Running.store(Backend.get());
  }
  State.SourceNews.notifyAll();
  return true;
}

void Engine::run() {
  if (!begin())
    return;
  std::vector<StorageRead *> Done;
  for (;;) {
    bool WakePages, WakeSources, Rest, Stays;
    rest().prepare();
    if (State.How == Delivery::Kernel)
      State.Limits.look(nowNs());
    {
      MutexLock L(State.M);
      Settled = false;
      for (StorageRead *Read : Done)
        settleRead(*Read);
      State.observe();
      takeAnswers();
      size_t Queued = State.Queue.size();
      if (!Stop)
        pick();
      else if (State.ReadsInFlight == 0)
        return;
      WakePages = State.PageWaiters != 0 && Settled;
      WakeSources = State.RoomWaiters != 0 && State.Queue.hasRoom();
      WakeSources |=
          State.DataWaiters != 0 && (Settled || State.Queue.size() != Queued);
      State.EngineWaits = true;
      State.EngineRests = Rest = mayRest();
      Stays = State.Policy->sharesCore();
      LooksAgain = WrittenElsewhere != 0;
      State.RestUntil = State.Policy->restUntil();
    }
    if (WakePages)
      State.PageSettled.notifyAll();
    if (WakeSources)
      State.SourceNews.notifyAll();
    for (Fetch *F : Over) {
      F->Handle.reset();
      F->File.reset();
      Idle.push_back(F);
    }
    Over.clear();
    GivenUp->close(*Backend);
    if (ends())
      return helper_life::ends();
    if (Settled)
      State.Sharing.settled();
    delayPoint();
    for (Fetch *F : ToAsk)
      ask(*F);
    ToAsk.clear();
    submit();
    Done.clear();
    if (Rest && Stays)
      takeSmallerShare();
    waitForStorage(Done, Rest);
    delayPoint();
  }
}

bool Engine::readsByPath(const std::atomic<bool> &Cancel) {
  while (start() && !Running.load() && !Cancel)
    State.SourceNews.wait(State.M);
  return Is == Life::Started && Running.load() && Running.load()->readsByPath();
}

/// Whether the main thread has enough to read for a while, would be interrupted
/// by looks at storage, and nobody else waits for anything.
bool Engine::mayRest() {
  const CacheState &S = State;
  if (Stop || S.ReadsInFlight == 0 || S.PageWaiters != 0 ||
      S.DataWaiters != 0 || S.RoomWaiters != 0 || S.DemandsMissing != 0 ||
      S.AsksOnly || S.Sharing.hasNodes() || WrittenElsewhere != 0 ||
      !S.Policy->mayRest(S.Pool.readyContent()))
    return false;
  // Whoever waits for a loading page from now on rouses the engine.
  return std::ranges::none_of(
      Fetches, [this](const auto &F) FORESLICE_REQUIRES(State.M) {
        return std::ranges::any_of(
            F->Slots, [this](Slot Of) FORESLICE_REQUIRES(State.M) {
              return State.Pool[Of].Is == Page::State::Loading &&
                     State.Pool.isAwaited(Of);
            });
      });
}

/// From now on takes less of a core than the main thread, which computes all
/// the time. Without a short slice, the engine would be kept off the core for
/// long.
void Engine::takeSmallerShare() {
  if (!std::exchange(SharesLess, true) && scheduling::shortenSlice())
    scheduling::lowerWeight();
}

void Engine::waitForStorage(std::vector<StorageRead *> &Done, bool Rest) {
  if (Rest && Backend->begin()) {
    ++Rests;
    rest().take();
    return Backend->wait(Done, 0);
  }
  Backend->wait(Done, LooksAgain ? LookAgainNs : Storage::Forever);
}

/// A fetch divided between nodes may become more reads than the backend takes.
void Engine::submit() {
  size_t Count = std::min<size_t>(ToSubmit.size(), State.IoDepth - WithBackend);
  for (size_t I = 0; I < Count; ++I) {
    ToSubmit[I]->Depth = WithBackend + static_cast<unsigned>(I) + 1;
    ToSubmit[I]->Handle->submit(*ToSubmit[I], *Backend);
  }
  ToSubmit.erase(ToSubmit.begin(),
                 ToSubmit.begin() + static_cast<std::ptrdiff_t>(Count));
  WithBackend += static_cast<unsigned>(Count);
  Statistics::get().ReadsInFlight.fetch_add(WithBackend - Counted,
                                            std::memory_order_relaxed);
  Counted = WithBackend;
}

//===----------------------------------------------------------------------===//
// Answers of others, on their threads
//===----------------------------------------------------------------------===//

void Engine::readDone(StorageRead &Read) {
  answered(static_cast<Fetch &>(Read));
}

/// Wakes the engine under AnswersM: the engine may be gone once it has the
/// answer.
void Engine::answered(Fetch &F) {
  MutexLock G(AnswersM);
  Answers.push_back(&F);
  wake();
}

void Engine::takeAnswers() {
  std::vector<Fetch *> Now;
  {
    MutexLock G(AnswersM);
    Now.swap(Answers);
  }
  for (Fetch *F : Now)
    switch (F->Next) {
    case Stage::Look:
      divide(*F);
      break;
    case Stage::Get:
      takeCopies(*F);
      break;
    case Stage::Read:
      settleRead(*F);
    }
}

//===----------------------------------------------------------------------===//
// Reads that come back
//===----------------------------------------------------------------------===//

/// Storage may return less than asked for, anywhere; only a read of no bytes is
/// the end of the file.
Engine::Progress Engine::advance(Fetch &F) {
  if (F.Result == -EINTR || F.Result == -EAGAIN)
    return ++F.Retries <= MaxRetries ? Progress::Again : Progress::Failed;
  if (F.Result < 0)
    return Progress::Failed;
  uint64_t N = static_cast<uint64_t>(F.Result);
  F.Got += N;
  F.TotalNs += F.ServiceNs;
  trace::storageRead(F.ServiceNs, F.File->Stats->Path.c_str(), N, F.Offset);
  F.Offset += N;
  std::span<iovec> Left = std::span(F.Vector).last(F.BufferCount);
  takeOff(Left, N);
  F.Buffers = Left.data();
  F.BufferCount = static_cast<unsigned>(Left.size());
  return F.Result == 0 || Left.empty() ? Progress::Complete : Progress::Again;
}

void Engine::settleRead(StorageRead &Read) {
  Fetch &F = static_cast<Fetch &>(Read);
  State.StorageIsStuck = false;
  --WithBackend;
  Progress P = advance(F);
  // Somebody waits for the bytes that have come, not for an end that nobody
  // would believe.
  if (P == Progress::Again && F.Result > 0 &&
      !State.endKnown(*F.File, F.WriteEpoch, F.NodeEpoch))
    P = Progress::Complete;
  if (P == Progress::Again) {
    F.File->Stats->add(Counter::StorageReads);
    ToSubmit.push_back(&F);
    return;
  }
  settle(F, P == Progress::Complete);
  end(F);
}

void Engine::settle(Fetch &F, bool Ok) {
  const uint64_t End = F.Begin + F.Got;
  for (Slot S : F.Slots) {
    const uint64_t Page = State.Grid.beginOf(State.Pool[S].Index);
    const uint64_t Valid = End >= State.Pool.fetched(S).End
                               ? State.Grid.pageSize()
                               : End - std::min(End, Page);
    settlePage(F, S, Ok, static_cast<uint32_t>(Valid));
  }
  if (!Ok)
    return;
  F.File->Stats->add(Counter::StorageBytes, F.Got);
  if (F.Rests != Rests)
    return; // nobody looked when the read came
  if (State.How == Delivery::Kernel)
    settleKernel(F);
  State.Meter.readDone(F.Got, F.TotalNs);
  F.File->Stats->storageRead(F.Got, F.TotalNs, F.Depth);
  State.Policy->fetched(F.TotalNs);
  State.NodesMeter.readDone(F.Slots.size(), F.TotalNs);
}

/// Looks whether the operating system keeps the fetched data.
void Engine::settleKernel(Fetch &F) {
  KernelDelivery &Kernel = F.File->Kernel;
  Kernel.fetchTook(F.TotalNs);
  const uint64_t Begin = F.Begin;
  if (F.Got != 0 && Kernel.wantsToKnow())
    Kernel.fetched(F.File->residencyOf(
        {Begin, Begin + std::min(F.Got, State.Grid.pageSize())}));
  F.File->noteKernelNews();
}

void Engine::settlePage(Fetch &F, Slot S, bool Ok, uint32_t Valid) {
  State.settle(S, Ok, Valid,
               State.endKnown(*F.File, F.WriteEpoch, F.NodeEpoch));
  Settled = true;
}

void Engine::end(Fetch &F) {
  AnyCame = true;
  --State.ReadsInFlight;
  State.Policy->callsEnded(F.Calls);
  Over.push_back(&F);
}

void Engine::judge() {
  State.Meter.pagesDone(State.Pool.firstUses(), State.Pool.wasted());
  State.Limits.tryOnly(State.Always ? SIZE_MAX : State.Meter.mostAhead());
  if (State.Meter.findsInMemory() && isLaterAbsent())
    State.Meter.laterIsAbsent();
  bool Now = State.Always || State.Meter.pays();
  if (Pays.exchange(Now, std::memory_order_relaxed) && !Now)
    State.Queue.clear();
}

/// Whether the last queued page is absent from memory. Processes of a node with
/// the same requests find pages in memory that another process has just
/// fetched: such pages say nothing of the rest.
bool Engine::isLaterAbsent() const {
  const RequestQueue::Entry *E = State.Queue.last();
  return E ? E->File->residencyOf(State.Grid.bytesOf(E->Part.Page)) ==
                 Residency::Absent
           : LastIsAbsent;
}

/// Small reads take long to come to enough pages: the rest of the file speaks,
/// too.
void Engine::countInMemory(FetchedFile &File) {
  if (!std::exchange(File.IsSampled, true) && File.seemsInMemory())
    State.Meter.fileInMemory();
  else
    State.Meter.pageInMemory();
}

void Engine::notePageInMemory(FetchedFile &File) {
  LastIsAbsent = false;
  countInMemory(File);
  judge();
}

bool Engine::looksAgain(uint64_t Calls) {
  if (!State.Meter.rests())
    return true;
  if (!State.Meter.callsPassed(Calls))
    return false;
  State.Pool.dropUnused();
  State.Meter.beginTrial(State.Pool.firstUses(), State.Pool.wasted());
  judge();
  return true;
}

void Engine::measureAnew() {
  State.Meter.measureAnew();
  State.Limits.tryOnly(SIZE_MAX);
  Pays.store(true, std::memory_order_relaxed);
}
