//===- Await.cpp - dependent reads of sources -----------------------------===//
//
// A source that needs the data of a page waits for the engine as the main
// thread does, but counts neither as a use nor as a miss, and may be cancelled.
//
//===----------------------------------------------------------------------===//

#include "cache/PageCacheImpl.h"
#include "cache/Residency.h"

#include <cerrno>
#include <unistd.h>

using namespace foreslice;

PageCache::Awaited &PageCache::Awaited::operator=(Awaited &&Other) noexcept {
  std::swap(View, Other.View);
  std::swap(Cache, Other.Cache);
  std::swap(Pinned, Other.Pinned);
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

bool PageCache::Impl::isComing(FileEntry &File, uint64_t CallId,
                               const PagePart &Part) {
  Slot Found = find(File, CallId, Part);
  return Found ? State.Pool[Found].Is != Page::State::Ready
               : !File.behind(CallId) && State.Queue.holds(File, Part.Page);
}

bool PageCache::isComing(CachedFile &CF, uint64_t CallId,
                         const PagePart &Part) {
  if (inForkedChild())
    return false;
  MutexLock L(P->State.M);
  return P->isComing(entry(CF), CallId, Part);
}

PageCache::Awaited PageCache::await(CachedFile &CF, uint64_t CallId,
                                    const PagePart &Part,
                                    const std::atomic<bool> &Cancel) {
  Awaited A;
  if (inForkedChild())
    return A;
  CacheState &S = P->State;
  FileEntry &File = entry(CF);
  MutexLock L(S.M);
  for (;;) {
    Slot Found = P->find(File, CallId, Part);
    if (Found && S.Pool[Found].Is == Page::State::Ready) {
      S.Pool.pin(Found);
      A.Cache = P.get();
      A.Pinned = Found;
      A.View = {S.Pool.frame(Found), S.Pool[Found].Valid};
      return A;
    }
    if (!P->isComing(File, CallId, Part) || Cancel)
      return A;
    ++S.DataWaiters;
    S.SourceNews.wait(S.M);
    --S.DataWaiters;
  }
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
    if (S.Pool.find(File, Part) ||
        File.writeBefore(CallId, Part.Bytes) != FileEntry::NoCall)
      return false;
    Fd = File.Fd;
  }
  if (!Fd || !isResident(Fd->Number, Part.Page * S.PageSize, S.PageSize))
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

uint64_t PageCache::readPlainly(CachedFile &CF, uint64_t Offset,
                                std::span<std::byte> To) {
  std::shared_ptr<Descriptor> Fd;
  if (!inForkedChild()) {
    MutexLock L(P->State.M);
    Fd = entry(CF).Fd;
  }
  uint64_t Done = 0;
  while (Fd && Done < To.size()) {
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
