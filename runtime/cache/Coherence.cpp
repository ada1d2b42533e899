//===- Coherence.cpp - opens, writes and closes of the program ------------===//
//
// By one process, or by processes of several nodes.
//
//===----------------------------------------------------------------------===//

#include "cache/Coherence.h"
#include "cache/Deliveries.h"

using namespace foreslice;

//===----------------------------------------------------------------------===//
// Files of the program
//===----------------------------------------------------------------------===//

/// At a call after which the program may see writes of other clients of the
/// file system: pages of kernel delivery fetched before must not hide such
/// writes. docs/delivery.md says why this is enough.
static void makeCurrent(const DeliveryCache &C, const CachedFile &File) {
  if (C.State.How != Delivery::Kernel)
    return;
  if (std::shared_ptr<StoredFile> Stored = File.stored())
    Stored->revalidate();
}

std::shared_ptr<CachedFile> Coherence::open(FileKey K,
                                            std::shared_ptr<StoredFile> Handle,
                                            const std::string &Path,
                                            uint64_t BlockSize, Delivery How,
                                            FetchedBefore Early) {
  DeliveryCache &C = All.of(K, How);
  auto Fresh = C.makeEntry(K, Handle, Path, BlockSize);
  Fresh->LeftToSystem = All.takeLeftEarly(K);
  std::shared_ptr<CachedFile> File = Fresh;
  std::vector<uint64_t> Some;
  {
    MutexLock L(C.State.M);
    C.dropLeft();
    auto Known = C.find(K);
    if (Known == C.Files.end()) {
      C.enter(Fresh);
    } else if (File = *Known; !File->isOfStorage()) {
      ++File->Handles;
      File->Spare.push_back(std::move(Handle));
      C.invalidate(*File);
      C.State.Queue.dropFile(*File);
    } else {
      File->LeftToSystem.merge(Fresh->LeftToSystem);
      if (Early == FetchedBefore::Unknown)
        Some = C.leaveToSystem(*File);
      File->readBy(std::move(Handle));
    }
  }
  if (Early == FetchedBefore::Current && C.State.How == Delivery::Pool)
    All.takeEarly(*File);
  All.dropEarly(K);
  if (File == Fresh)
    return File;
  makeCurrent(C, *File);
  C.Io.wake();
  C.lookWhatIsKept(*File, Some);
  return File;
}

std::shared_ptr<CachedFile> Coherence::join(FileKey K) {
  DeliveryCache &C = All.kernel();
  MutexLock L(C.State.M);
  auto Known = C.find(K);
  if (Known == C.Files.end() || (*Known)->isOfStorage())
    return nullptr;
  ++(*Known)->Handles;
  return *Known;
}

void Coherence::leave(const std::shared_ptr<CachedFile> &File) {
  {
    MutexLock L(All.of(*File).State.M);
    if (File->Handles > 1) {
      --File->Handles;
      return;
    }
  }
  close(File);
}

void Coherence::close(const std::shared_ptr<CachedFile> &File) {
  All.of(*File).close(*File, false);
}

void Coherence::closeAhead(const std::shared_ptr<CachedFile> &File) {
  All.of(*File).close(*File, true);
}

void Coherence::dropEarly() { All.dropEarly(std::nullopt); }

bool Coherence::isKept(const CachedFile &File) const {
  DeliveryCache &C = All.pool();
  MutexLock L(C.State.M);
  return std::ranges::count(C.NotKept, File.Id.Device) == 0;
}

//===----------------------------------------------------------------------===//
// Files of several nodes
//===----------------------------------------------------------------------===//

void Coherence::enterJob(CachedFile &File, uint64_t Job,
                         std::vector<int> Ranks) {
  CacheState &S = All.pool().State;
  if (!S.Sharing.mayEnter(File))
    return;
  S.Sharing.announceJob(File, Job, std::move(Ranks));
  MutexLock L(S.M);
  S.Sharing.enterJob(File, Job);
}

void Coherence::renewJob(CachedFile &File, uint64_t Job, uint64_t Generation) {
  CacheState &S = All.pool().State;
  if (!S.Sharing.mayEnter(File))
    return;
  MutexLock L(S.M);
  S.Sharing.renewJob(File, Job, Generation);
}

void Coherence::leaveJob(CachedFile &File, uint64_t Job) {
  CacheState &S = All.pool().State;
  if (!S.Sharing.mayEnter(File))
    return;
  S.Sharing.retractJob(File, Job);
  MutexLock L(S.M);
  S.Sharing.leaveJob(File, Job);
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

/// Before any process of this node may fetch the written bytes.
static void tellNodes(DeliveryCache &C, const CachedFile &File,
                      ByteRange Written, NodeDirectory::JobFileId But) {
  std::vector<NodeDirectory::JobFileId> Jobs;
  {
    MutexLock L(C.State.M);
    if (File.Share)
      Jobs = File.Share->Jobs;
  }
  C.State.Sharing.tellNodes(File, Jobs, Written, But);
}

void Coherence::beginWrite(CachedFile &File, ByteRange Written) {
  if (Written.Begin >= Written.End)
    return;
  DeliveryCache &C = All.of(File);
  MutexLock L(C.State.M);
  File.Writes.push_back({Written, false, nowNs()});
  ++File.WriteEpoch;
  C.drop(File, Written);
  C.State.Sharing.beginWrite(File, Written);
}

void Coherence::beginHold(CachedFile &File) {
  DeliveryCache &C = All.of(File);
  MutexLock L(C.State.M);
  File.Writes.push_back({{}, true});
  ++File.WriteEpoch;
  C.invalidate(File);
}

void Coherence::endWrite(CachedFile &File, ByteRange Written, uint64_t ByAll) {
  if (Written.Begin >= Written.End)
    return;
  tellNodes(All.of(File), File, Written, ByAll);
  ended(File, Written, false);
}

void Coherence::endHold(CachedFile &File) {
  makeCurrent(All.of(File), File);
  ended(File, {}, true);
}

void Coherence::ended(CachedFile &File, ByteRange Written, bool Hold) {
  DeliveryCache &C = All.of(File);
  CacheState &S = C.State;
  EngineLock L(C);
  auto W = std::ranges::find(File.Writes, FetchedFile::Write{Written, Hold});
  if (W == File.Writes.end())
    return;
  if (!Hold) {
    Statistics::get().add(RunCounter::Writes);
    Statistics::get().add(RunCounter::WriteNs, nowNs() - W->BeganNs);
  }
  File.Writes.erase(W);
  ++File.WriteEpoch;
  if (Hold)
    S.Sharing.forgetOld(File);
  else
    S.Sharing.endWrite(File, Written);
}

void Coherence::invalidate(CachedFile &File) {
  DeliveryCache &C = All.of(File);
  makeCurrent(C, File);
  EngineLock L(C);
  C.invalidate(File);
}
