//===- EnginePick.cpp - the next pages to fetch ---------------------------===//
//
// A turn goes through the queue as far as the scheme allows, makes reads of
// neighbouring pages, and adds wanted pages beside each read.
//
//===----------------------------------------------------------------------===//

#include "engine/Engine.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>

using namespace foreslice;

/// Most bytes of a merged read.
static constexpr uint64_t MaxReadBytes = 1u << 20;
/// The kernel's readahead (128 KiB unless changed) splits a longer read into
/// parts, one after the other.
static constexpr uint64_t MaxKernelReadBytes = 128u << 10;
/// All pages of a ledger's reads go to one small memory of the read, which
/// stays in the processor's caches.
static constexpr uint64_t ScratchBytes = 16u << 10;
/// Parts of pages are read in blocks: as the operating system reads them, or
/// smaller where pages are small.
static constexpr uint64_t MostBlockBytes = 4096;
static constexpr uint64_t BlocksOfPage = 16;
/// A part is worth the loss of the rest if it saves one SavedShare-th of the
/// page.
static constexpr uint64_t SavedShare = 8;
/// Most pages taken along by a read: one in ReadShare of the pool.
static constexpr size_t ReadShare = 16;
/// Most pages that a turn passes because other processes write to them.
static constexpr unsigned MostWritten = 64;

/// For the statistics.
static void count(Limit L) {
  constexpr RunCounter Counters[] = {

      RunCounter::LimitedByMemory, RunCounter::LimitedBySteering,
      RunCounter::LimitedByTrial,  RunCounter::LimitedByScheme,
      RunCounter::LimitedByDemand, RunCounter::LimitedByCalls,
      RunCounter::LimitedByDepth,  RunCounter::LimitedByPool};
  if (L != Limit::None)
    Statistics::get().add(Counters[static_cast<size_t>(L) - 1]);
}

/// Ends the turn: leaves queued requests to later turns.
RequestQueue::Take Engine::stop(Limit L) {
  EndedBy = L;
  return RequestQueue::Take::Stop;
}

void Engine::pick() {
  size_t Resubmitted = ToSubmit.size();
  auto [Room, By] = State.room();
  NoRoomBy = By;
  EndedBy = Limit::None;
  LastCall = {};
  WrittenElsewhere = 0;
  State.Queue.scan([&](const RequestQueue::Entry &E) {
    State.M.assertHeld();
    return take(E, Room);
  });
  count(EndedBy);
  State.announce();
  State.TurnOwed = false;
  if (State.ReadsInFlight == 0)
    State.Policy->idle();
  extendAll(Resubmitted);
  judge();
  auto First = ToSubmit.begin() + static_cast<std::ptrdiff_t>(Resubmitted);
  for (auto F = First; F != ToSubmit.end(); ++F)
    prepare(**F);
  std::sort(First, ToSubmit.end(), [](const Fetch *A, const Fetch *B) {
    return std::pair(A->FileTurn, A->Offset) <
           std::pair(B->FileTurn, B->Offset);
  });
  auto Reading = [](const Fetch *F) { return F->Next == Stage::Read; };
  std::remove_copy_if(First, ToSubmit.end(), std::back_inserter(ToAsk),
                      Reading);
  ToSubmit.erase(std::remove_if(First, ToSubmit.end(), std::not_fn(Reading)),
                 ToSubmit.end());
}

/// Decides on a queued page that is here, or that another process has or writes
/// to; nothing for other pages.
std::optional<RequestQueue::Take>
Engine::takeKnown(const RequestQueue::Entry &E, size_t &Room) {
  using enum RequestQueue::Take;
  PagePool &Pool = State.Pool;
  const uint64_t Index = E.Part.Page;
  if (Slot S = Pool.find(*E.File, Index); S && !State.isStillThere(S))
    State.loseToSystem(S);
  if (Slot S = Pool.find(*E.File, Index)) {
    if (Pool.serves(S, E.Part)) {
      Room -= Room != 0 && !Pool[S].Pure;
      Pool.expect(S, E.last(), E.Order);
      return Drop;
    }
    if (State.noteNeed(S, E.Part)) {
      if (Pool[S].Is == Page::State::Loading || Pool[S].Pins != 0)
        return Keep; // others wait for the page
      Pool.drop(S);
    }
  }
  if (auto Found = State.Sharing.find(*E.File, E.Part)) {
    // The owner may evict the page before the use here.
    if (!State.Policy->isUrgent(Pool.content())) {
      State.Policy->putOff(Pool.content());
      return stop(Limit::Scheme);
    }
    State.Sharing.leaveTo(Found, *E.File);
    return Drop;
  }
  if (State.Sharing.isBeingWritten(*E.File, State.Grid.bytesOf(Index))) {
    ++WrittenElsewhere;
    return Keep;
  }
  return std::nullopt;
}

/// Whether the main thread reads, in the very next call, what it has just
/// written, and the file's reads have found next to nothing ready: the fetch
/// would begin no sooner than the main thread's own read.
static bool isReadAtOnce(const RequestQueue::Entry &E) {
  constexpr uint64_t Several = 8;
  if (E.After == FetchedFile::NoCall || E.After + 1 != E.CallId)
    return false;
  const FileStatistics &Stats = *E.File->Stats;
  const uint64_t Late =
      Stats.get(Counter::UnreadyHits) + Stats.get(Counter::Misses);
  return Late >= Several && Stats.get(Counter::ReadyHits) * 2 < Late;
}

/// Decides on one queued page. Neighbours of pages fetched in this turn cost no
/// further read; the first page that needs a read or a call too many ends the
/// turn, so that later calls do not overtake earlier calls.
RequestQueue::Take Engine::take(const RequestQueue::Entry &E, size_t &Room) {
  using enum RequestQueue::Take;
  PagePool &Pool = State.Pool;
  if (E.isBehind()) {
    E.File->countSkipped(E.Lane, E.CallId);
    return Drop;
  }
  if (E.File->Kernel.isGivenUp())
    return Drop;
  if (!State.Always && isReadAtOnce(E)) {
    Statistics::get().note(E.File->Stats->Path +
                           ": is read as soon as it is written: nothing is "
                           "fetched in between");
    return Drop;
  }
  const CallOfFile This{E.File, E.Lane, E.CallId};
  bool Goes = !State.Policy->preemptive() && Begun == This;
  if (Room == 0 && !Goes)
    return stop(NoRoomBy);
  const uint64_t Index = E.Part.Page;
  if (Scheme::Choice C = choose(E); C != Scheme::Choice::Fetch)
    return C == Scheme::Choice::Leave ? Keep : stop(Limit::Scheme);
  if (E.File->isBeingWritten(State.Grid.bytesOf(Index)))
    return Keep;
  if (WrittenElsewhere == MostWritten)
    return Stop;
  if (std::optional<RequestQueue::Take> Known = takeKnown(E, Room))
    return *Known;
  if (LastCall != This && !State.Policy->mayBeginCall())
    return stop(Limit::Calls);
  auto [Left, Right] = neighbours(*E.File, Index);
  if (!Left && !Right && State.ReadsInFlight >= State.IoDepth)
    return stop(Limit::Depth);
  if (!Left && !Right && !AnyCame && blockIsBusy(*E.File, Index))
    return Keep;
  if (!Left && !Right && holdBack(E)) {
    State.Policy->putOff(Pool.content());
    return stop(Limit::Scheme);
  }
  LastIsAbsent = State.Always || !E.File->isInSystemMemory(bytesToFetch(E));
  if (!LastIsAbsent) {
    E.File->Stats->add(Counter::PagesResident);
    // A page fetched before says nothing of the speed of storage.
    if (!E.Again)
      countInMemory(*E.File);
    return Drop;
  }
  return fetch(E, {Left, Right}, Room);
}

/// The bytes of the page that are worth fetching.
ByteRange Engine::bytesToFetch(const RequestQueue::Entry &E) const {
  const ByteRange Page = State.Grid.bytesOf(E.Part.Page);
  const uint64_t Block =
      std::min(MostBlockBytes, State.Grid.pageSize() / BlocksOfPage);
  const ByteRange &Asked = E.Part.Bytes;
  const ByteRange Part{Asked.Begin / Block * Block,
                       (Asked.End + Block - 1) / Block * Block};
  const bool IsPartEnough =
      E.File->Asked.isScattered(E.Lane) && E.File->isLarge() &&
      State.Queue.isAskedOnce(*E.File, E.Part.Page) &&
      !State.Sharing.mayAsk(*E.File) &&
      !State.Queue.announcedByOthers(*E.File, E.Part.Page) &&
      State.Grid.pageSize() - (Part.End - Part.Begin) >=
          State.Grid.pageSize() / SavedShare;
  return IsPartEnough ? Part : Page;
}

/// Fetches the page into a frame, in one read with neighbours if there are any.
RequestQueue::Take Engine::fetch(const RequestQueue::Entry &E,
                                 std::pair<Fetch *, Fetch *> Neighbours,
                                 size_t &Room) {
  using enum RequestQueue::Take;
  PagePool &Pool = State.Pool;
  const CallOfFile This{E.File, E.Lane, E.CallId};
  Slot S = Pool.acquire(*State.Policy, E.Order);
  if (!S)
    return stop(Limit::Pool);
  const ByteRange Bytes = bytesToFetch(E);
  Claim C = Pool.beginLoad(S, *E.File, E.Part, E.last(),
                           E.Again ? Purpose::Again : Purpose::Request, E.Order,
                           Bytes);
  if (C == Claim::Written) {
    ++WrittenElsewhere;
    return Keep;
  }
  if (C == Claim::Taken) {
    if (auto Found = State.Sharing.find(*E.File, E.Part))
      State.Sharing.leaveTo(Found, *E.File);
    return Drop;
  }
  if (Bytes != State.Grid.bytesOf(E.Part.Page))
    E.File->Asked.fetchesPart();
  Fetch &F =
      place(*E.File, E.Part.Page, S, Neighbours.first, Neighbours.second);
  if (LastCall != This) {
    LastCall = This;
    State.Policy->callBegan();
    ++F.Calls;
  }
  Room -= Room != 0;
  Begun = This;
  return Drop;
}

Scheme::Choice Engine::choose(const RequestQueue::Entry &E) const {
  const uint64_t Next = E.File->Positions.next(E.Lane);
  return State.Policy->choose(
      {E.File, E.CallId - std::min(E.CallId, Next), E.Part.Page});
}

/// Whether there is enough for now: storage keeps up, the call is far enough
/// ahead of the main thread, and no source needs data.
bool Engine::holdBack(const RequestQueue::Entry &E) {
  uint64_t Now = E.File->Positions.next(E.Lane);
  return State.DataWaiters == 0 && E.CallId > Now &&
         State.Policy->mayWait(E.CallId - Now, State.Pool.content());
}

/// Whether a read of the page's block is under way: the next read will take
/// along all pages known by then.
bool Engine::blockIsBusy(const FetchedFile &File, uint64_t Index) const {
  const uint64_t Pages =
      std::min(File.BlockPages, mostReadBytes() / State.Grid.pageSize());
  if (Pages <= 1 || !State.Policy->waitsForBlocks() || State.DataWaiters != 0)
    return false;
  const uint64_t Begin = Index / Pages * Pages, End = Begin + Pages;
  return std::ranges::any_of(Fetches, [&](const auto &F) {
    return F->File.get() == &File && F->FirstPage < End && F->end() > Begin;
  });
}

uint64_t Engine::mostReadBytes() const {
  return State.How == Delivery::Kernel ? MaxKernelReadBytes : MaxReadBytes;
}

/// Whether a page may be read with the neighbour at Index - 1: reads cross no
/// multiple of their largest size, like stripes of file systems.
bool Engine::joins(uint64_t Index) const {
  return Index %
             std::max<uint64_t>(mostReadBytes() / State.Grid.pageSize(), 1) !=
         0;
}

/// The reads of this turn that end right before the page, and begin right after
/// the page.
std::pair<Engine::Fetch *, Engine::Fetch *>
Engine::neighbours(const FetchedFile &File, uint64_t Index) const {
  Fetch *Left = nullptr, *Right = nullptr;
  for (Fetch *F : ToSubmit) {
    if (F->File.get() != &File || F->Buffers)
      continue;
    if (F->end() == Index && joins(Index))
      Left = F;
    else if (F->FirstPage == Index + 1 && joins(Index + 1))
      Right = F;
  }
  return {Left, Right};
}

/// Reads that go out take along wanted pages beside them.
void Engine::extendAll(size_t From) {
  const Scheme::Along A = State.Policy->takesAlong(State.DemandsMissing != 0);
  if (A == Scheme::Along::Nothing)
    return;
  const std::vector<Fetch *> New(
      ToSubmit.begin() + static_cast<std::ptrdiff_t>(From), ToSubmit.end());
  for (Fetch *F : New)
    if (A == Scheme::Along::All)
      extend(*F);
    else
      extendInBlock(*F);
}

/// Pages that F may take along; none if F has joined another read.
size_t Engine::roomOf(const Fetch &F) const {
  size_t Most = std::max<size_t>(State.Pool.slots() / ReadShare, 1);
  return F.Slots.empty() ? 0 : Most - std::min(Most, F.Slots.size());
}

void Engine::extend(Fetch &F) {
  while (roomOf(F) != 0 && joins(F.end()) && takeAlong(*F.File, F.end()))
    ;
  while (roomOf(F) != 0 && joins(F.FirstPage) &&
         takeAlong(*F.File, F.FirstPage - 1))
    ;
}

/// Takes along pages up to pages of the next calls and to other reads of this
/// turn: pages in between cost storage less than another request.
void Engine::extendInBlock(Fetch &F) {
  while (size_t Count = gapInBlock(F))
    for (; Count != 0; --Count)
      if (!takeAlong(*F.File, F.end()))
        return;
}

/// Number of wanted pages right after the read, within the block, up to a page
/// of the next calls or a page before another read.
size_t Engine::gapInBlock(const Fetch &F) const {
  const FetchedFile &File = *F.File;
  const uint64_t Calls = State.Policy->callsAlong();
  const uint64_t Begin = F.end(), End = Begin + roomOf(F);
  for (uint64_t Index = Begin;
       Index < End && joins(Index) && Index % File.BlockPages != 0 &&
       isWanted(File, Index);
       ++Index) {
    const RequestQueue::Entry *E = State.Queue.announced(File, Index);
    if ((E && E->CallId <= File.Positions.next(E->Lane) + Calls) ||
        neighbours(File, Index).second)
      return Index + 1 - Begin;
  }
  return 0;
}

/// Whether this process or others want the page, and nobody reads the page
/// here.
bool Engine::isWanted(const FetchedFile &File, uint64_t Index) const {
  return (State.Queue.announced(File, Index) ||
          State.Queue.announcedElsewhere(File, Index)) &&
         !State.Pool.find(File, Index) &&
         !File.isBeingWritten(State.Grid.bytesOf(Index));
}

/// Takes a page along, only into a frame that nobody needs.
bool Engine::takeAlong(FetchedFile &File, uint64_t Index) {
  PagePool &Pool = State.Pool;
  if (!isWanted(File, Index) ||
      (!State.Always && File.isInSystemMemory(State.Grid.bytesOf(Index))))
    return false;
  Slot S = Pool.acquireSpare(*State.Policy);
  if (!S)
    return false;
  const RequestQueue::Entry *E = State.Queue.announced(File, Index);
  const PagePart Part{Index, E ? E->Part.Bytes : State.Grid.bytesOf(Index)};
  Claim C =
      E ? Pool.beginLoad(S, File, Part, E->last(),
                         E->Again ? Purpose::Again : Purpose::Request, E->Order)
        : Pool.beginLoad(S, File, Part, {}, Purpose::Others);
  if (C != Claim::Claimed)
    return false;
  auto [Left, Right] = neighbours(File, Index);
  place(File, Index, S, Left, Right);
  return true;
}

/// Appends the page to Left, prepends the page to Right, joins both, or begins
/// a new read.
Engine::Fetch &Engine::place(FetchedFile &File, uint64_t Index, Slot S,
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
  Right->Slots.clear();
  ToSubmit.erase(std::find(ToSubmit.begin(), ToSubmit.end(), Right));
  Over.push_back(Right);
  --State.ReadsInFlight;
  return *Left;
}

/// The file's place among the files of the reads that go out together: the
/// program comes to the first one first.
uint64_t Engine::turnOf(const FetchedFile &File) {
  for (const Fetch *F : ToSubmit)
    if (F->File.get() == &File)
      return F->FileTurn;
  return ++FileTurns;
}

Engine::Fetch &Engine::newFetch(FetchedFile &File, uint64_t Index) {
  if (Idle.empty()) {
    Fetches.push_back(std::make_unique<Fetch>(*this));
    Idle.push_back(Fetches.back().get());
  }
  Fetch &F = *Idle.back();
  Idle.pop_back();
  F.FileTurn = turnOf(File);
  F.File = File.shared_from_this();
  F.Handle = File.Stored;
  F.Buffers = nullptr; // until prepare(): neighbours may join
  F.FirstPage = Index;
  F.WriteEpoch = File.WriteEpoch;
  F.NodeEpoch = State.Sharing.quietEpoch(File);
  F.Got = F.TotalNs = 0;
  F.Calls = F.Retries = F.Looks = 0;
  F.Rests = Rests;
  F.Slots.clear();
  ToSubmit.push_back(&F);
  ++State.ReadsInFlight;
  return F;
}

/// Buffers of Bytes bytes in all, which repeat one memory.
static std::vector<iovec> scratchFor(std::vector<std::byte> &Scratch,
                                     uint64_t Bytes) {
  Scratch.resize(std::min(Bytes, ScratchBytes));
  std::vector<iovec> Buffers;
  for (; Bytes != 0; Bytes -= Buffers.back().iov_len)
    Buffers.push_back(
        {Scratch.data(), std::min<uint64_t>(Bytes, Scratch.size())});
  return Buffers;
}

void Engine::prepare(Fetch &F) {
  F.Next = Stage::Read;
  F.Vector.clear();
  const PagePool &Pool = State.Pool;
  const ByteRange Bytes{Pool.fetched(F.Slots.front()).Begin,
                        Pool.fetched(F.Slots.back()).End};
  if (State.How == Delivery::Kernel)
    F.Vector = scratchFor(F.Scratch, Bytes.End - Bytes.Begin);
  else
    for (Slot S : F.Slots) {
      const ByteRange Page = State.Grid.bytesOf(Pool[S].Index);
      const ByteRange Some = Bytes.within(Page);
      F.Vector.push_back(
          {Pool.frame(S) + (Some.Begin - Page.Begin), Some.End - Some.Begin});
    }
  F.Begin = F.Offset = Bytes.Begin;
  F.Buffers = F.Vector.data();
  F.BufferCount = static_cast<unsigned>(F.Vector.size());
  F.Run = {};
  const bool IsWhole = Bytes == ByteRange{State.Grid.beginOf(F.FirstPage),
                                          State.Grid.beginOf(F.end())};
  if (IsWhole && State.askNodes(*F.File)) {
    F.Run = State.Sharing.runOf(*F.File, F.FirstPage, F.Slots.size());
    F.Next = Stage::Look;
    return;
  }
  F.File->Stats->add(Counter::StorageReads);
}
