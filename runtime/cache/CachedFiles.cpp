//===- CachedFiles.cpp - files that are opened and closed -----------------===//
//
// By the program or ahead of it, by one node or several.
//
//===----------------------------------------------------------------------===//

#include "cache/PageCacheImpl.h"
#include "storage/Residency.h"

#include <unistd.h>

using namespace foreslice;

std::shared_ptr<CachedFile> PageCache::open(FileKey K, int Fd,
                                            const std::string &Path,
                                            uint64_t BlockSize, Delivery By) {
  auto Handle = std::make_shared<Descriptor>(Fd);
  return of(K, By).open(K, std::move(Handle), Path, BlockSize);
}

/// The one that has the file open; that of By if the program has not.
PageCache::Impl &PageCache::of(FileKey Key, Delivery By) {
  {
    MutexLock L(P->State.M);
    auto Known = P->find(Key);
    if (Known != P->Files.end() && !(*Known)->Fd->isOfStorage())
      return *P;
  }
  if (Impl *Kernel = K.load(std::memory_order_acquire)) {
    MutexLock L(Kernel->State.M);
    if (Kernel->find(Key) != Kernel->Files.end())
      return *Kernel;
  }
  return By == Delivery::Pool ? *P : kernel();
}

/// Made when the first file needs it. Only the main thread opens such files.
PageCache::Impl &PageCache::kernel() {
  if (!KernelImpl) {
    KernelImpl =
        std::make_unique<Impl>(Given, std::move(ForKernel), Delivery::Kernel);
    CacheState &New = KernelImpl->State;
    New.Allowance.look(nowNs());
    MutexLock L(P->State.M);
    MutexLock OfNew(New.M);
    New.setScheme(P->State.Kind);
    for (SourceStatistics *Lane : P->Lanes)
      KernelImpl->addLane(*Lane);
    K.store(KernelImpl.get(), std::memory_order_release);
  }
  return *KernelImpl;
}

std::shared_ptr<CachedFile>
PageCache::Impl::open(FileKey K, std::shared_ptr<Descriptor> Handle,
                      const std::string &Path, uint64_t BlockSize) {
  auto Fresh = makeEntry(K, Handle, Path, BlockSize);
  const int Fd = Handle->Number;
  std::shared_ptr<CachedFile> File;
  std::vector<uint64_t> Some;
  {
    MutexLock L(State.M);
    dropLeft();
    auto Known = find(K);
    if (Known == Files.end()) {
      enter(Fresh);
      return Fresh;
    }
    File = *Known;
    if (!File->Fd->isOfStorage()) {
      ++File->Handles;
      File->Spare.push_back(std::move(Handle));
      invalidate(*File);
      State.Queue.dropFile(*File);
    } else {
      Some = leaveToSystem(*File);
      File->readBy(std::move(Handle));
    }
  }
  revalidate(*File);
  Io.wake();
  lookWhatIsKept(*File, Fd, Some);
  return File;
}

std::shared_ptr<CachedFile>
PageCache::Impl::makeEntry(FileKey K, std::shared_ptr<Descriptor> Fd,
                           const std::string &Path, uint64_t BlockSize) {
  auto File = std::make_shared<CachedFile>(
      K, std::move(Fd), std::max<uint64_t>(BlockSize / State.PageSize, 1),
      State.By);
  File->Stats = &Statistics::get().file(Path, {K.Device, K.Inode});
  return File;
}

void PageCache::Impl::enter(const std::shared_ptr<CachedFile> &File) {
  File->OwnShare = State.Sharing.open(*File, File->Id);
  Files.push_back(File);
}

std::shared_ptr<CachedFile>
PageCache::openAhead(FileKey K, int PathFd, const std::string &Path,
                     uint64_t BlockSize, const std::atomic<bool> &Cancel) {
  {
    MutexLock L(P->State.M);
    P->dropLeft();
    if (std::ranges::count(P->NotKept, K.Device) == 0 &&
        P->Io.readsByPath(Cancel) && P->find(K) == P->Files.end()) {
      auto Handle = std::make_shared<Descriptor>(PathFd, P->Io.givenUp());
      auto File = P->makeEntry(K, std::move(Handle), Path, BlockSize);
      P->enter(File);
      return File;
    }
  }
  ::close(PathFd);
  return nullptr;
}

/// So many pages are looked for in the operating system's memory.
static constexpr size_t LeftLooks = 4;

std::vector<uint64_t> PageCache::Impl::leaveToSystem(CachedFile &File) {
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

void PageCache::Impl::lookWhatIsKept(CachedFile &File, int Fd,
                                     const std::vector<uint64_t> &Some) {
  const uint64_t Size = State.PageSize;
  if (Some.empty() || std::ranges::any_of(Some, [&](uint64_t Index) {
        return isResident(Fd, Index * Size, 1);
      }))
    return;
  MutexLock L(State.M);
  NotKept.push_back(File.Id.Device);
  File.LeftToSystem.clear();
}

bool PageCache::isKept(const CachedFile &File) const {
  MutexLock L(P->State.M);
  return std::ranges::count(
             P->NotKept, static_cast<const CachedFile &>(File).Id.Device) == 0;
}

bool PageCache::letGo(uint64_t MostNs) {
  return UnopenedFiles::get().waitForNone(MostNs);
}

bool PageCache::wereLeftToSystem(CachedFile &File,
                                 std::span<const PagePart> Pages) {
  if (Pages.empty())
    return false;
  MutexLock L(of(File).State.M);
  std::unordered_set<uint64_t> &Left = File.LeftToSystem;
  bool All = !Left.empty();
  for (const PagePart &Part : Pages)
    All &= Left.empty() || Left.erase(Part.Page) != 0;
  return All;
}

void PageCache::enterJob(CachedFile &File, uint64_t Job,
                         std::vector<int> Ranks) {
  CacheState &S = P->State;
  if (!S.Sharing.mayEnter(File))
    return;
  S.Sharing.announceJob(File, Job, std::move(Ranks));
  MutexLock L(S.M);
  S.Sharing.enterJob(File, Job);
}

void PageCache::renewJob(CachedFile &File, uint64_t Job, uint64_t Generation) {
  CacheState &S = P->State;
  if (!S.Sharing.mayEnter(File))
    return;
  MutexLock L(S.M);
  S.Sharing.renewJob(File, Job, Generation);
}

void PageCache::leaveJob(CachedFile &File, uint64_t Job) {
  CacheState &S = P->State;
  if (!S.Sharing.mayEnter(File))
    return;
  S.Sharing.retractJob(File, Job);
  MutexLock L(S.M);
  S.Sharing.leaveJob(File, Job);
}

void PageCache::close(const std::shared_ptr<CachedFile> &File) {
  of(*File).close(*File, false);
}

void PageCache::closeAhead(const std::shared_ptr<CachedFile> &File) {
  of(*File).close(*File, true);
}

void PageCache::Impl::close(CachedFile &F, bool OnlyAhead) {
  // Given up after the mutex is released.
  std::vector<std::shared_ptr<Descriptor>> Over;
  {
    MutexLock L(State.M);
    if (OnlyAhead && (F.closed() || !F.Fd->isOfStorage()))
      return; // the program has taken it over
    if (F.Handles > 1)
      invalidate(F);
    State.Queue.dropFile(F);
    Over.swap(F.Spare);
    if (!F.closed() && --F.Handles == 0) {
      F.FdNumber.store(-1, std::memory_order_relaxed);
      Over.push_back(std::move(F.Fd));
      leave(F);
    }
    Io.attend();
  }
  bool OfStorage = false;
  for (const std::shared_ptr<Descriptor> &Fd : Over)
    if (Fd->isOfStorage())
      OfStorage = true;
    else
      Fd->retire();
  Over.clear();
  if (OfStorage)
    Io.wake();
  State.SourceNews.notifyAll();
}

/// After the last close. The pages stay for processes that have the file open
/// still.
void PageCache::Impl::leave(CachedFile &File) {
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

void PageCache::Impl::dropLeft() {
  std::erase_if(Left, [&](const auto &F) FORESLICE_REQUIRES(State.M) {
    if (F->LinkedPages != 0 && State.Sharing.othersUse(*F))
      return false;
    drop(*F, {});
    return true;
  });
}
