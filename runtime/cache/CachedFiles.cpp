//===- CachedFiles.cpp - files that are opened and closed -----------------===//
//
// By the program or ahead of it, by one node or several.
//
//===----------------------------------------------------------------------===//

#include "cache/DeliveryCache.h"
#include "cache/PageCache.h"
#include "storage/Descriptor.h"

#include <unistd.h>

using namespace foreslice;

std::shared_ptr<CachedFile> PageCache::open(FileKey K,
                                            std::shared_ptr<StoredFile> Handle,
                                            const std::string &Path,
                                            uint64_t BlockSize, Delivery By) {
  return of(K, By).open(K, std::move(Handle), Path, BlockSize);
}

void PageCache::prepare() {
  {
    MutexLock L(P->State.M);
    P->Io.prepare();
  }
  MutexLock Making(KernelMaking);
  if (ForKernel)
    ForKernel->prepare(Given.IoDepth);
}

/// The one that has the file open; that of By if the program has not.
DeliveryCache &PageCache::of(FileKey Key, Delivery By) {
  {
    MutexLock L(P->State.M);
    auto Known = P->find(Key);
    if (Known != P->Files.end() && !(*Known)->isOfStorage())
      return *P;
  }
  if (DeliveryCache *Kernel = K.load(std::memory_order_acquire)) {
    MutexLock L(Kernel->State.M);
    if (Kernel->find(Key) != Kernel->Files.end())
      return *Kernel;
  }
  return By == Delivery::Pool ? *P : kernel();
}

/// Made when the first file needs it.
DeliveryCache &PageCache::kernel() {
  MutexLock Making(KernelMaking);
  if (!OfKernel) {
    OfKernel = std::make_unique<DeliveryCache>(Given, std::move(ForKernel),
                                               Delivery::Kernel);
    CacheState &New = OfKernel->State;
    New.Ahead.look(nowNs());
    MutexLock L(P->State.M);
    MutexLock OfNew(New.M);
    New.setScheme(P->State.Kind);
    New.Ahead.steerAs(P->State.Ahead);
    for (SourceStatistics *Lane : P->Lanes)
      OfKernel->addLane(*Lane);
    K.store(OfKernel.get(), std::memory_order_release);
  }
  return *OfKernel;
}

std::shared_ptr<CachedFile>
PageCache::openAhead(FileKey K, int PathFd, const std::string &Path,
                     uint64_t BlockSize, const std::atomic<bool> &Cancel,
                     Delivery By) {
  DeliveryCache &Of = By == Delivery::Pool ? *P : kernel();
  {
    MutexLock L(Of.State.M);
    Of.dropLeft();
    if (std::ranges::count(Of.NotKept, K.Device) == 0 &&
        Of.Io.readsByPath(Cancel) && Of.find(K) == Of.Files.end()) {
      auto Handle = std::make_shared<Descriptor>(PathFd, Of.Io.givenUp());
      auto File = Of.makeEntry(K, std::move(Handle), Path, BlockSize);
      Of.enter(File);
      return File;
    }
  }
  ::close(PathFd);
  return nullptr;
}

bool PageCache::isKept(const CachedFile &File) const {
  MutexLock L(P->State.M);
  return std::ranges::count(
             P->NotKept, static_cast<const CachedFile &>(File).Id.Device) == 0;
}

bool PageCache::letGo(uint64_t MostNs) {
  return UnopenedFiles::get().waitForNone(
      {UnopenedFiles::OfStorage, UnopenedFiles::Retired}, MostNs);
}

bool PageCache::finishReads(uint64_t MostNs) {
  return UnopenedFiles::get().waitForNone({UnopenedFiles::Retired}, MostNs);
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
