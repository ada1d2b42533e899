//===- Await.cpp - dependent reads of sources -----------------------------===//
//
// A source that needs the data of a page waits for the engine as the main
// thread does, but counts neither as a use nor as a miss, and may be cancelled.
//
//===----------------------------------------------------------------------===//

#include "cache/PageCacheImpl.h"
#include "storage/Residency.h"

#include <cerrno>
#include <unistd.h>

using namespace foreslice;

PageCache::Awaited &PageCache::Awaited::operator=(Awaited &&Other) noexcept {
  std::swap(View, Other.View);
  std::swap(Cache, Other.Cache);
  std::swap(Pinned, Other.Pinned);
  std::swap(Copy, Other.Copy);
  return *this;
}

PageCache::Awaited::~Awaited() {
  if (!Pinned || inForkedChild())
    return;
  Cache->unpin({&Pinned, 1});
}

Slot PageCache::Impl::find(FileEntry &File, uint64_t CallId,
                           const PagePart &Part) {
  bool Parked = File.writeBefore(CallId, Part.Bytes) != FileEntry::NoCall;
  return Parked ? 0 : State.Pool.find(File, Part);
}

NodeDirectory::Found PageCache::Impl::findElsewhere(FileEntry &File,
                                                    uint64_t CallId,
                                                    const PagePart &Part) {
  bool Parked = File.writeBefore(CallId, Part.Bytes) != FileEntry::NoCall;
  return Parked ? NodeDirectory::Found() : State.findElsewhere(File, Part);
}

bool PageCache::Impl::isComing(FileEntry &File, uint64_t CallId,
                               const PagePart &Part) {
  if (Slot Found = find(File, CallId, Part))
    return State.Pool[Found].Is != Page::State::Ready;
  if (File.behind(CallId))
    return false;
  NodeDirectory::Found F = findElsewhere(File, CallId, Part);
  return F ? !F.ready() : State.Queue.holds(File, Part.Page);
}

bool PageCache::isComing(CachedFile &CF, uint64_t CallId,
                         const PagePart &Part) {
  if (inForkedChild())
    return false;
  MutexLock L(P->State.M);
  return P->isComing(entry(CF), CallId, Part);
}

/// How long a source waits for another process without a look at *Cancel.
static constexpr uint64_t PatienceNs = 5'000'000;

PageCache::Awaited PageCache::await(CachedFile &CF, uint64_t CallId,
                                    const PagePart &Part,
                                    const std::atomic<bool> &Cancel) {
  Awaited A;
  if (inForkedChild())
    return A;
  CacheState &S = P->State;
  FileEntry &File = entry(CF);
  while (!Cancel) {
    NodeDirectory::Found Elsewhere;
    {
      MutexLock L(S.M);
      if (File.behind(CallId))
        File.fillForSource();
      Slot Found = P->find(File, CallId, Part);
      if (Found && S.Pool[Found].Is == Page::State::Ready) {
        S.Pool.pin(Found);
        A.Cache = P.get();
        A.Pinned = Found;
        A.View = {S.Pool.frame(Found), S.Pool[Found].Valid};
        return A;
      }
      if (!Found)
        Elsewhere = P->findElsewhere(File, CallId, Part);
      if (Cancel || (!Elsewhere.ready() && File.behind(CallId) && !Found))
        return A;
      if (!Elsewhere) {
        if (!Found && !S.Queue.holds(File, Part.Page))
          return A;
        ++S.DataWaiters;
        P->Io.attend();
        if (!Found) {
          S.Policy->awaited();
          if (S.engineNeeded())
            P->Io.wake();
        }
        S.SourceNews.wait(S.M);
        --S.DataWaiters;
        continue;
      }
    }
    if (!Elsewhere.ready() &&
        !(S.Node->wait(Elsewhere, Part.Bytes, PatienceNs) && Elsewhere.ready()))
      continue;
    const std::byte *Bytes = S.Node->bytes(Elsewhere);
    A.Copy.assign(Bytes, Bytes + S.Node->valid(Elsewhere));
    if (S.Node->stillThere(Elsewhere)) {
      A.View = {A.Copy.data(), static_cast<uint32_t>(A.Copy.size())};
      return A;
    }
  }
  return A;
}

bool PageCache::isInMemory(CachedFile &CF, uint64_t CallId,
                           const PagePart &Part) {
  CacheState &S = P->State;
  if (inForkedChild() || S.Always)
    return false;
  FileEntry &File = entry(CF);
  std::shared_ptr<Descriptor> Fd;
  {
    MutexLock L(S.M);
    if (S.Pool.find(File, Part) || S.findElsewhere(File, Part) ||
        File.writeBefore(CallId, Part.Bytes) != FileEntry::NoCall)
      return false;
    Fd = File.Fd;
  }
  if (!Fd || Fd->isOfStorage() ||
      !isResident(Fd->Number, Part.Page * S.PageSize, S.PageSize))
    return false;
  MutexLock L(S.M);
  // Many small reads of one page say no more than one.
  if (std::exchange(File.LastInMemory, Part.Page) == Part.Page)
    return true;
  File.Stats->add(Counter::PagesResident);
  P->Io.notePageInMemory();
  S.SourceNews.notifyAll(); // the queue may be empty now
  return true;
}

std::optional<uint64_t> PageCache::readPlainly(CachedFile &CF, uint64_t Offset,
                                               std::span<std::byte> To) {
  std::shared_ptr<Descriptor> Fd;
  if (!inForkedChild()) {
    MutexLock L(P->State.M);
    Fd = entry(CF).Fd;
  }
  if (!Fd || Fd->isOfStorage())
    return {};
  uint64_t Done = 0;
  while (Done < To.size()) {
    ssize_t N = pread(Fd->Number, To.data() + Done, To.size() - Done,
                      static_cast<off_t>(Offset + Done));
    if (N < 0 && errno == EINTR)
      continue;
    if (N <= 0)
      break;
    Done += static_cast<uint64_t>(N);
  }
  return Done;
}
