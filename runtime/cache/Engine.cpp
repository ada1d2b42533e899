//===- Engine.cpp - the thread that fetches pages -------------------------===//
//
// Turn by turn: publish what has come back, pick what may go out, submit it,
// wait. Everything but submitting and waiting happens under the cache's mutex.
//
//===----------------------------------------------------------------------===//

#include "cache/Engine.h"

#include "cache/Residency.h"
#include "cache/Thread.h"
#include "support/Delay.h"

#include <algorithm>
#include <cerrno>

using namespace foreslice;

/// Bytes of a merged read at most.
static constexpr uint64_t MaxReadBytes = 1u << 20;
/// A write of another process that a page waits for may be over.
static constexpr uint64_t LookAgainNs = 2'000'000;
/// Such pages that are looked at in one turn.
static constexpr unsigned MostWritten = 64;
/// Times that a read is issued again after a transient error.
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
  pthread_join(Thread, nullptr);
}

bool Engine::start() {
  if (Is == Life::NotStarted) {
    HaveThread = State.Pool.map() && startHelperThread(Thread, body, this);
    Is = HaveThread ? Life::Started : Life::Refused;
  }
  return Is == Life::Started;
}

void Engine::wake() {
  // A backend that is not there yet needs no waking: the thread looks at the
  // queue before it waits for the first time.
  if (Storage *S = Running.load(std::memory_order_acquire))
    S->wake();
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

void Engine::run() {
  if (!startBackend()) {
    MutexLock L(State.M);
    Is = Life::Refused;
    State.Queue.clear();
    State.SourceNews.notifyAll();
    return;
  }
  Running.store(Backend.get(), std::memory_order_release);
  std::vector<StorageRead *> Done;
  for (;;) {
    bool WakePages, WakeSources;
    {
      MutexLock L(State.M);
      Settled = false;
      settleAll(Done);
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
    if (Settled && State.Remote)
      State.Remote->settled();
    delayPoint();
    for (Fetch *F : ToAsk)
      ask(*F);
    ToAsk.clear();
    submit();
    Done.clear();
    Backend->wait(Done, WrittenElsewhere ? LookAgainNs : Storage::Forever);
    delayPoint();
  }
}

/// What has been divided between nodes may be more reads than the backend
/// takes.
void Engine::submit() {
  size_t Count = std::min<size_t>(ToSubmit.size(), State.IoDepth - WithBackend);
  for (size_t I = 0; I < Count; ++I)
    Backend->submit(*ToSubmit[I]);
  ToSubmit.erase(ToSubmit.begin(),
                 ToSubmit.begin() + static_cast<std::ptrdiff_t>(Count));
  WithBackend += static_cast<unsigned>(Count);
}

//===----------------------------------------------------------------------===//
// Reads that come back
//===----------------------------------------------------------------------===//

/// Storage may return less than asked for anywhere; only a read of nothing is
/// the end of the file.
Engine::Progress Engine::advance(Fetch &F) {
  if (F.Result == -EINTR || F.Result == -EAGAIN)
    return ++F.Retries <= MaxRetries ? Progress::Again : Progress::Failed;
  if (F.Result < 0)
    return Progress::Failed;
  uint64_t N = static_cast<uint64_t>(F.Result);
  F.Got += N;
  F.TotalNs += F.ServiceNs;
  F.Offset += N;
  std::span<iovec> Left = std::span(F.Vector).last(F.BufferCount);
  takeOff(Left, N);
  F.Buffers = Left.data();
  F.BufferCount = static_cast<unsigned>(Left.size());
  return F.Result == 0 || Left.empty() ? Progress::Complete : Progress::Again;
}

void Engine::settleAll(const std::vector<StorageRead *> &Done) {
  for (StorageRead *Read : Done) {
    Fetch &F = static_cast<Fetch &>(*Read);
    --WithBackend;
    Progress P = advance(F);
    if (P == Progress::Again) {
      F.File->Stats->add(Counter::StorageReads);
      ToSubmit.push_back(&F);
      continue;
    }
    settle(F, P == Progress::Complete);
    end(F);
  }
}

void Engine::settle(Fetch &F, bool Ok) {
  uint64_t Left = F.Got;
  for (Slot S : F.Slots) {
    uint64_t Valid = std::min(Left, State.PageSize);
    Left -= Valid;
    settlePage(F, S, Ok, static_cast<uint32_t>(Valid));
  }
  if (!Ok)
    return;
  State.Meter.readDone(F.Got, F.TotalNs);
  State.Policy->fetched(F.TotalNs);
  State.NodesMeter.readDone(F.Slots.size(), F.TotalNs);
}

void Engine::settlePage(Fetch &F, Slot S, bool Ok, uint32_t Valid) {
  PagePool &Pool = State.Pool;
  bool Usable = Ok && (Valid == Pool.pageSize() ||
                       State.endKnown(*F.File, F.WriteEpoch, F.NodeEpoch));
  if (!Usable && Pool[S].Linked)
    Pool.drop(S);
  Pool.endLoad(S, Valid);
  Settled = true;
}

void Engine::end(Fetch &F) {
  --State.ReadsInFlight;
  State.Window.ended(F.Calls);
  Over.push_back(&F);
}

void Engine::judge() {
  State.Meter.pagesDone(State.Pool.firstUses(), State.Pool.wasted());
  bool Now = State.Always || State.Meter.pays();
  if (Pays.exchange(Now, std::memory_order_relaxed) && !Now)
    State.Queue.clear();
}

void Engine::notePageInMemory() {
  State.Meter.readDone(State.PageSize, 0);
  judge();
}

void Engine::measureAnew() {
  State.Meter.measureAnew();
  Pays.store(true, std::memory_order_relaxed);
}

//===----------------------------------------------------------------------===//
// Reads that go out
//===----------------------------------------------------------------------===//

void Engine::pick() {
  size_t Resubmitted = ToSubmit.size();
  State.Pool.retirePassed(State.Queue.firstOrder());
  size_t Budget =
      State.Policy->mayFetch(State.Pool.content(), State.heldBack());
  LastCall = {};
  WrittenElsewhere = 0;
  // Runs within this function: the mutex is held.
  State.Queue.scan([&](const RequestQueue::Entry &E) FORESLICE_ANNOTATE(
                       no_thread_safety_analysis) { return take(E, Budget); });
  State.TurnOwed = false;
  if (State.ReadsInFlight == 0)
    State.Window.idle();
  judge();
  auto First = ToSubmit.begin() + static_cast<std::ptrdiff_t>(Resubmitted);
  for (auto F = First; F != ToSubmit.end(); ++F)
    prepare(**F);
  std::sort(First, ToSubmit.end(), [](const Fetch *A, const Fetch *B) {
    return std::pair(A->Fd, A->Offset) < std::pair(B->Fd, B->Offset);
  });
  auto Asking =
      std::stable_partition(First, ToSubmit.end(), [](const Fetch *F) {
        return F->Next == Step::Read;
      });
  ToAsk.insert(ToAsk.end(), Asking, ToSubmit.end());
  ToSubmit.erase(Asking, ToSubmit.end());
}

/// Decides on one queued page. Neighbours of what this turn fetches anyway cost
/// no further read; the first page that would be a read or a call too many ends
/// the turn, so that later calls do not overtake earlier ones.
RequestQueue::Take Engine::take(const RequestQueue::Entry &E, size_t &Budget) {
  using enum RequestQueue::Take;
  PagePool &Pool = State.Pool;
  if (E.File->behind(E.LastCallId)) {
    E.File->countSkipped(E.CallId);
    return Drop;
  }
  bool Goes = !State.Policy->preemptive() &&
              Begun == std::pair<const FileEntry *, uint64_t>(E.File, E.CallId);
  if (Budget == 0 && !Goes)
    return Stop;
  const uint64_t Index = E.Part.Page, Begin = Index * Pool.pageSize();
  if (E.File->isBeingWritten(Pool.bytesOf(Index)))
    return Keep;
  if (WrittenElsewhere == MostWritten)
    return Stop;
  if (Slot S = Pool.find(*E.File, Index)) {
    if (Pool.serves(S, E.Part)) {
      Budget -= Budget != 0 && !Pool[S].Pure;
      Pool.expect(S, E.LastCallId, E.Order);
      return Drop;
    }
    if (Pool[S].Is == Page::State::Loading || Pool[S].Pins != 0)
      return Keep; // others wait for it
    Pool.drop(S);
  }
  if (auto Found = State.findElsewhere(*E.File, E.Part)) {
    // Who has it may evict it before it is needed here.
    if (!State.Policy->isUrgent(Pool.content())) {
      State.Policy->putOff(Pool.content());
      return Stop;
    }
    State.leaveTo(Found, *E.File);
    return Drop;
  }
  if (E.File->SharedId &&
      State.Node->isBeingWritten(E.File->SharedId, Pool.bytesOf(Index))) {
    ++WrittenElsewhere;
    return Keep;
  }
  if (!State.Always && isResident(E.File->Fd->Number, Begin, Pool.pageSize())) {
    E.File->Stats->add(Counter::PagesResident);
    State.Meter.readDone(Pool.pageSize(), 0);
    return Drop;
  }
  bool NewCall = LastCall != std::pair(E.File, E.CallId);
  if (NewCall && State.Window.full(State.Policy->mostCalls()))
    return Stop;
  size_t MaxPages = std::max<uint64_t>(MaxReadBytes / Pool.pageSize(), 1);
  Fetch *Left = nullptr, *Right = nullptr;
  for (Fetch *F : ToSubmit) {
    if (F->File.get() != E.File || F->Fd >= 0 || F->Slots.size() >= MaxPages)
      continue;
    if (F->FirstPage + F->Slots.size() == Index)
      Left = F;
    else if (F->FirstPage == Index + 1)
      Right = F;
  }
  if (!Left && !Right && State.ReadsInFlight >= State.IoDepth)
    return Stop;
  Slot S = Pool.acquire(*State.Policy, E.Order);
  if (!S)
    return Stop;
  auto Claim =
      Pool.beginLoad(S, *E.File, E.Part, E.LastCallId,
                     E.Again ? Purpose::Again : Purpose::Request, E.Order);
  if (Claim == NodeDirectory::Claim::Written) {
    ++WrittenElsewhere;
    return Keep;
  }
  if (Claim == NodeDirectory::Claim::Taken) {
    if (auto Found = State.findElsewhere(*E.File, E.Part))
      State.leaveTo(Found, *E.File);
    return Drop;
  }
  if (Left && Right && Left->Slots.size() + Right->Slots.size() >= MaxPages)
    Right = nullptr;
  Fetch &F = place(*E.File, Index, S, Left, Right);
  if (NewCall) {
    LastCall = {E.File, E.CallId};
    State.Window.began();
    ++F.Calls;
  }
  Budget -= Budget != 0;
  Begun = {E.File, E.CallId};
  return Drop;
}

/// Appends the page to Left, prepends it to Right, joins the two with it, or
/// begins a read of its own.
Engine::Fetch &Engine::place(FileEntry &File, uint64_t Index, Slot S,
                             Fetch *Left, Fetch *Right) {
  if (!Left && !Right)
    Left = &newFetch(File, Index);
  if (!Left) {
    Right->Slots.insert(Right->Slots.begin(), S);
    Right->FirstPage = Index;
    return *Right;
  }
  Left->Slots.push_back(S);
  if (!Right)
    return *Left;
  Left->Slots.insert(Left->Slots.end(), Right->Slots.begin(),
                     Right->Slots.end());
  Left->Calls += Right->Calls;
  ToSubmit.erase(std::find(ToSubmit.begin(), ToSubmit.end(), Right));
  Over.push_back(Right);
  --State.ReadsInFlight;
  return *Left;
}

Engine::Fetch &Engine::newFetch(FileEntry &File, uint64_t Index) {
  if (Idle.empty()) {
    Fetches.push_back(std::make_unique<Fetch>());
    Idle.push_back(Fetches.back().get());
  }
  Fetch &F = *Idle.back();
  Idle.pop_back();
  F.File = File.shared_from_this();
  F.Handle = File.Fd;
  F.Fd = -1; // until prepare(): neighbours may join
  F.FirstPage = Index;
  F.WriteEpoch = File.WriteEpoch;
  F.NodeEpoch = State.nodeEpoch(File);
  F.Got = F.TotalNs = 0;
  F.Calls = F.Retries = F.Looks = 0;
  F.Slots.clear();
  ToSubmit.push_back(&F);
  ++State.ReadsInFlight;
  return F;
}

void Engine::prepare(Fetch &F) {
  F.Next = Step::Read;
  F.Vector.clear();
  for (Slot S : F.Slots)
    F.Vector.push_back({State.Pool.frame(S), State.Pool.pageSize()});
  F.Fd = F.Handle->Number;
  F.Offset = F.FirstPage * State.Pool.pageSize();
  F.Buffers = F.Vector.data();
  F.BufferCount = static_cast<unsigned>(F.Vector.size());
  F.Run = {F.File->Job, F.File->JobGeneration, F.FirstPage, F.Slots.size()};
  if (State.askNodes(*F.File))
    F.Next = Step::Look;
  else
    F.File->Stats->add(Counter::StorageReads);
}
