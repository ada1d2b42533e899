//===- Fill.cpp - what a demand read fetches for others -------------------===//
//
// The main thread reads missed pages whole, into the pool, and itself: they are
// needed at once.
//
//===----------------------------------------------------------------------===//

#include "cache/DemandImpl.h"
#include "cache/Residency.h"
#include "cache/Storage.h"

#include <cerrno>
#include <climits>

using namespace foreslice;

/// A demand read fills at most this part of the pool.
static constexpr size_t FillParts = 4;
/// For other processes a page is read whole if at least this part of it is read
/// anyway.
static constexpr uint64_t WorthParts = 4;

struct PageCache::Demand::Impl::Fill {
  uint64_t FirstPage;
  std::vector<size_t> Parts; ///< Of the demand, one a page.
  std::vector<iovec> Frames;
  uint64_t Got = 0, Ns = 0;
  bool Ok = false;

  void read(int Fd, uint64_t PageSize);
};

void PageCache::Demand::Impl::Fill::read(int Fd, uint64_t PageSize) {
  uint64_t Begin = nowNs();
  std::span<iovec> Left = Frames;
  while (!Left.empty()) {
    ssize_t N = preadv(Fd, Left.data(), static_cast<int>(Left.size()),
                       static_cast<off_t>(FirstPage * PageSize + Got));
    if (N < 0 && errno == EINTR)
      continue;
    Ok = N >= 0;
    if (N <= 0)
      break;
    Got += static_cast<uint64_t>(N);
    takeOff(Left, static_cast<uint64_t>(N));
  }
  Ns = nowNs() - Begin;
}

bool PageCache::Demand::Impl::isToFill(const PagePart &Part, bool Asked) const {
  const CacheState &State = Cache.State;
  ByteRange Page = State.Pool.bytesOf(Part.Page);
  bool ForOthers =
      File.SharedId && State.Node->othersUse(File.SharedId) &&
      (Part.Bytes.End - Part.Bytes.Begin) * WorthParts >= State.PageSize;
  return (Asked || ForOthers) && !File.isBeingWritten(Page) &&
         (State.Always ||
          !isResident(File.Fd->Number, Page.Begin, State.PageSize));
}

std::vector<PageCache::Demand::Impl::Fill>
PageCache::Demand::Impl::claimFrames() {
  CacheState &State = Cache.State;
  PagePool &Pool = State.Pool;
  std::vector<Fill> Fills;
  std::vector<bool> Asked = State.Queue.withdraw(File, Parts);
  if (File.closed() || countMissing() > Pool.slots() / FillParts)
    return Fills;
  for (size_t I = 0; I < Parts.size(); ++I) {
    uint64_t Page = Parts[I].Page;
    if (!missing(I) || !isToFill(Parts[I], Asked[I]))
      continue;
    if (Slot Old = Pool.find(File, Page)) {
      if (Pool.serves(Old, Parts[I]) || Pool[Old].Pins != 0 ||
          Pool[Old].Is == Page::State::Loading)
        continue;
      Pool.drop(Old); // written since
    }
    // Room for it first: a page that is on its way must come.
    bool Joins = !Fills.empty() && Fills.back().Parts.size() < IOV_MAX &&
                 Fills.back().FirstPage + Fills.back().Parts.size() == Page;
    if (!Joins) {
      Fills.push_back({Page});
      Fills.back().Parts.reserve(Parts.size() - I);
      Fills.back().Frames.reserve(Parts.size() - I);
    }
    Slot S = Cache.Io.start() ? Pool.acquireForDemand() : 0;
    if (!S)
      break;
    auto Claim =
        Pool.beginLoad(S, File, Parts[I], File.MainCallId, Purpose::Demand);
    Overtaken |= Claim == NodeDirectory::Claim::Taken;
    if (Claim != NodeDirectory::Claim::Claimed)
      continue;
    Pool.pin(S);
    Slots[I] = S;
    Fills.back().Parts.push_back(I);
    Fills.back().Frames.push_back({Pool.frame(S), State.PageSize});
  }
  return Fills;
}

void PageCache::Demand::Impl::endFill(const Fill &F, uint64_t WriteEpoch,
                                      uint64_t NodeEpoch) {
  CacheState &State = Cache.State;
  bool EndKnown = State.endKnown(File, WriteEpoch, NodeEpoch);
  uint64_t Left = F.Got;
  for (size_t I : F.Parts) {
    uint64_t Valid = std::min(Left, State.PageSize);
    Left -= Valid;
    Slot S = Slots[I];
    bool Usable = F.Ok && (EndKnown || Valid == State.PageSize);
    if (!Usable && State.Pool[S].Linked)
      State.Pool.drop(S);
    State.Pool.endLoad(S, static_cast<uint32_t>(Valid));
    if (isHere(I))
      Views[I] = {State.Pool.frame(S), State.Pool[S].Valid};
    else
      State.Pool.unpin(std::exchange(Slots[I], 0));
  }
  if (F.Ok)
    State.Meter.readDone(F.Got, F.Ns);
}

void PageCache::Demand::Impl::fillMissing() {
  CacheState &State = Cache.State;
  std::vector<Fill> Fills;
  std::shared_ptr<Descriptor> Fd;
  uint64_t WriteEpoch, NodeEpoch;
  {
    MutexLock L(State.M);
    Fd = File.Fd;
    WriteEpoch = File.WriteEpoch;
    NodeEpoch = State.nodeEpoch(File);
    Fills = claimFrames();
  }
  for (Fill &F : Fills) {
    if (F.Parts.empty())
      continue;
    F.read(Fd->Number, State.PageSize);
    MutexLock L(State.M);
    endFill(F, WriteEpoch, NodeEpoch);
    if (State.PageWaiters != 0)
      State.PageSettled.notifyAll();
  }
  MutexLock L(State.M);
  if (State.DataWaiters != 0)
    State.SourceNews.notifyAll();
}
