//===- Await.cpp - dependent reads of sources -----------------------------===//
//
// A source that needs the data of a page waits for the engine as the main
// thread does, but counts neither as a use nor as a miss, and may be cancelled.
//
//===----------------------------------------------------------------------===//

#include "cache/DeliveryCache.h"
#include "cache/PageCache.h"

using namespace foreslice;

PageCache::Awaited &PageCache::Awaited::operator=(Awaited &&Other) noexcept {
  std::swap(View, Other.View);
  std::swap(Cache, Other.Cache);
  std::swap(Pinned, Other.Pinned);
  std::swap(Copy, Other.Copy);
  return *this;
}

PageCache::Awaited::~Awaited() {
  if (!Pinned)
    return;
  Cache->unpin({&Pinned, 1});
}

bool PageCache::isComing(CachedFile &File, LaneCall Call,
                         const PagePart &Part) {
  DeliveryCache &C = of(File);
  MutexLock L(C.State.M);
  return C.isComing(File, Call, Part);
}

/// How long a source waits for another process without a look at *Cancel.
static constexpr uint64_t PatienceNs = 5'000'000;

PageCache::Awaited PageCache::await(CachedFile &File, LaneCall Call,
                                    const PagePart &Part,
                                    const std::atomic<bool> &Cancel) {
  Awaited A;
  DeliveryCache &C = of(File);
  CacheState &S = C.State;
  while (!Cancel) {
    NodeDirectory::Found Elsewhere;
    {
      MutexLock L(S.M);
      if (File.behind(Call.Lane, Call.Id))
        File.fillForSource(Call.Lane);
      Slot Found = C.find(File, Call, Part);
      if (Found && S.Pool[Found].Is == Page::State::Ready) {
        if (S.By == Delivery::Kernel)
          return A; // the source reads what the operating system has
        S.Pool.pin(Found);
        A.Cache = &C;
        A.Pinned = Found;
        A.View = {S.Pool.frame(Found), S.Pool[Found].Valid};
        return A;
      }
      if (!Found)
        Elsewhere = C.findElsewhere(File, Call, Part);
      if (Cancel ||
          (!Elsewhere.ready() && File.behind(Call.Lane, Call.Id) && !Found))
        return A;
      if (!Elsewhere) {
        if (!Found && !S.Queue.holds(File, Part.Page))
          return A;
        ++S.DataWaiters;
        C.Io.attend();
        if (!Found) {
          S.Policy->awaited();
          if (S.engineNeeded())
            C.Io.wake();
        }
        S.SourceNews.wait(S.M);
        --S.DataWaiters;
        continue;
      }
    }
    if (!Elsewhere.ready() &&
        !(S.Sharing.node().wait(Elsewhere, Part.Bytes, PatienceNs) &&
          Elsewhere.ready()))
      continue;
    const std::byte *Bytes = S.Sharing.node().bytes(Elsewhere);
    A.Copy.assign(Bytes, Bytes + S.Sharing.node().valid(Elsewhere));
    if (S.Sharing.node().stillThere(Elsewhere)) {
      A.View = {A.Copy.data(), static_cast<uint32_t>(A.Copy.size())};
      return A;
    }
  }
  return A;
}

bool PageCache::isInMemory(CachedFile &File, LaneCall Call,
                           const PagePart &Part) {
  DeliveryCache &C = of(File);
  CacheState &S = C.State;
  if (S.Always)
    return false;
  {
    MutexLock L(S.M);
    if (S.Pool.find(File, Part) || S.Sharing.find(File, Part) ||
        File.writeBefore(Call.Lane, Call.Id, Part.Bytes) != FetchedFile::NoCall)
      return false;
  }
  if (!File.isResident(S.Grid.bytesOf(Part.Page)))
    return false;
  MutexLock L(S.M);
  // Many small reads of one page say no more than one.
  if (std::exchange(File.LastInMemory, Part.Page) == Part.Page)
    return true;
  File.Stats->add(Counter::PagesResident);
  C.Io.notePageInMemory();
  S.SourceNews.notifyAll(); // the queue may be empty now
  return true;
}

std::optional<uint64_t> PageCache::readPlainly(CachedFile &File,
                                               uint64_t Offset,
                                               std::span<std::byte> To) {
  std::shared_ptr<StoredFile> By = File.stored();
  if (!By || By->isOfStorage())
    return {};
  return By->read(To, Offset).Bytes;
}
