//===- DeliveryCache.cpp - the cache of one delivery ----------------------===//
//
// The files that are open here, and their pages. Lookups and list moves are
// under the cache's mutex, everything slow is outside.
//
//===----------------------------------------------------------------------===//

#include "cache/DeliveryCache.h"

using namespace foreslice;

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

std::shared_ptr<CachedFile>
DeliveryCache::makeEntry(FileKey K, std::shared_ptr<StoredFile> Stored,
                         const std::string &Path, uint64_t BlockSize) {
  auto File = std::make_shared<CachedFile>(
      K, std::move(Stored),
      std::max<uint64_t>(BlockSize / State.Grid.pageSize(), 1), State.How);
  File->Stats = &Statistics::get().file(Path, {K.Device, K.Inode});
  return File;
}

void DeliveryCache::enter(const std::shared_ptr<CachedFile> &File) {
  File->OwnShare = State.Sharing.open(*File, File->Id);
  Files.push_back(File);
}

std::vector<Slot> DeliveryCache::readyPages(FileKey K, size_t Most) {
  std::vector<Slot> Found;
  for (const auto *Among : {&Files, &Left})
    for (const auto &File : *Among)
      if (File->Id == K)
        for (Slot S : State.Pool.pagesOf(*File))
          if (Found.size() < Most && State.Pool[S].Is == Page::State::Ready)
            Found.push_back(S);
  return Found;
}

/// Most pages that are looked up in the operating system's memory.
static constexpr size_t LeftLooks = 4;

std::vector<uint64_t> DeliveryCache::leaveToSystem(CachedFile &File) {
  std::vector<uint64_t> Some;
  for (Slot S : State.Pool.pagesOf(File)) {
    const Page &Pg = State.Pool[S];
    if (Pg.Is == Page::State::Ready && Some.size() < LeftLooks)
      Some.push_back(Pg.Index);
    if (State.Pool.leaveToSystem(S))
      File.LeftToSystem.insert(Pg.Index);
  }
  invalidate(File);
  return Some;
}

void DeliveryCache::lookWhatIsKept(CachedFile &File,
                                   const std::vector<uint64_t> &Some) {
  if (Some.empty() || std::ranges::any_of(Some, [&](uint64_t Index) {
        const uint64_t Begin = State.Grid.beginOf(Index);
        return File.isResident({Begin, Begin + 1});
      }))
    return;
  MutexLock L(State.M);
  NotKept.push_back(File.Id.Device);
  File.LeftToSystem.clear();
}

void DeliveryCache::close(CachedFile &F, bool OnlyAhead) {
  // Files to be released after the mutex.
  std::vector<std::shared_ptr<StoredFile>> Over;
  {
    MutexLock L(State.M);
    if (OnlyAhead && (F.closed() || !F.isOfStorage()))
      return; // the program has taken the file over
    if (OnlyAhead && State.How == Delivery::Kernel) {
      leaveToSystem(F);
      LeftEarly[F.Id].merge(F.LeftToSystem);
    }
    if (F.Handles > 1)
      invalidate(F);
    State.Queue.dropFile(F);
    Over.swap(F.Spare);
    if (!F.closed() && --F.Handles == 0) {
      State.Written.drop(F, {});
      Over.push_back(F.readBy(nullptr));
      leave(F);
    }
    Io.attend();
  }
  bool OfStorage = false;
  for (const std::shared_ptr<StoredFile> &Handle : Over) {
    OfStorage |= Handle->isOfStorage();
    Handle->retire();
  }
  Over.clear();
  if (OfStorage)
    Io.wake();
  State.SourceNews.notifyAll();
}

/// After the last close. The pages stay for processes that still have the file
/// open.
void DeliveryCache::leave(CachedFile &File) {
  if (File.Share) {
    State.Pool.noteUsesByOthers(File);
    for (const FetchedFile::Write &W : File.Writes)
      if (!W.Hold)
        State.Sharing.endWrite(File, W.Bytes);
    File.Writes.clear();
    State.Sharing.close(File);
  }
  File.Positions.end(); // no page is for a call to come
  auto Known = find(File.Id);
  Left.push_back(std::move(*Known));
  Files.erase(Known);
  dropLeft();
}

void DeliveryCache::dropLeft() {
  std::erase_if(Left, [&](const auto &F) FORESLICE_REQUIRES(State.M) {
    if (F->LinkedPages != 0 &&
        (State.How == Delivery::Early || State.Sharing.othersUse(*F)))
      return false;
    drop(*F, {});
    return true;
  });
}

//===----------------------------------------------------------------------===//
// Pages
//===----------------------------------------------------------------------===//

/// Whether any byte of the page is still of use. A page that the end of file
/// cuts grows at a write behind the page.
bool DeliveryCache::isLeftBy(ByteRange Written, Slot S) {
  const Page &Pg = State.Pool[S];
  ByteRange Bytes = State.Grid.bytesOf(Pg.Index);
  if (Pg.Is == Page::State::Ready && Pg.Valid < State.Grid.pageSize())
    return Bytes.Begin >= Written.End;
  return !Written.overlaps(Bytes) || State.Pool.spoil(S, Written);
}

void DeliveryCache::invalidate(CachedFile &File) {
  drop(File, {});
  State.Sharing.forgetOld(File);
}

void DeliveryCache::drop(CachedFile &File, ByteRange Written) {
  State.Written.drop(File, Written);
  size_t Dropped = 0;
  auto Drops = [&](Slot S) {
    State.M.assertHeld();
    bool Yes = !isLeftBy(Written, S);
    if (Yes)
      askAgain(State.Pool[S]);
    Dropped += Yes;
    return Yes;
  };
  const auto Touched = State.Grid.pagesWith(Written);
  if (File.ShortPages != 0 || Touched.size() > State.Pool.slots())
    State.Pool.dropIf(File, Drops);
  else if (File.LinkedPages != 0)
    for (uint64_t I : Touched)
      if (Slot S = State.Pool.find(File, I); S && Drops(S))
        State.Pool.drop(S);
  noteDropped(File, Dropped);
}

std::vector<ByteRange> DeliveryCache::writtenByOthers(const CachedFile &File,
                                                      uint64_t &Since) {
  std::vector<ByteRange> Written;
  for (const auto &A : State.Sharing.announcedByOthers(File, Since))
    if (A.Together == 0 || !std::ranges::count(File.Together, A.Together))
      Written.push_back(A.Given);
  return Written;
}

void DeliveryCache::dropWrittenByOthers(CachedFile &File) {
  if (!File.Share)
    return;
  MutexLock L(File.WrittenM);
  uint64_t Since = File.WrittenSince;
  for (const ByteRange &Bytes : writtenByOthers(File, Since))
    State.Written.drop(File, Bytes);
  File.WrittenSince = Since; // not before: there may be no memory
}

void DeliveryCache::idles(Scheme::Idle Why) {
  bool Wake;
  {
    MutexLock L(State.M);
    Wake = State.idles(Why);
  }
  if (Wake)
    Io.wake();
}
