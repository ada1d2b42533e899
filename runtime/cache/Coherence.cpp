//===- Coherence.cpp - opens, writes and closes of the program ------------===//
//
// By one process, or by processes of several nodes.
//
//===----------------------------------------------------------------------===//

#include "cache/Coherence.h"
#include "cache/Deliveries.h"
#include "layout/PieceWalk.h"

#include <bit>
#include <new>

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
  S.Written.drop(File, {});
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

Coherence::WriteBegun
Coherence::beginWrite(CachedFile &File, ByteRange Written,
                      const PageSharing::Announcement &Given, WriteCall Call) {
  WriteBegun Begun;
  if (Written.Begin >= Written.End)
    return Begun;
  DeliveryCache &C = All.of(File);
  MutexLock L(C.State.M);
  const bool IsQuiet = File.isQuiet(Written);
  File.Writes.push_back(
      {Written, false, Call == WriteCall::Blocking ? nowNs() : 0});
  ++File.WriteEpoch;
  C.drop(File, Written);
  C.State.Sharing.announce(File, Given);
  C.State.Sharing.beginWrite(File, Written);
  if (IsQuiet && C.State.How == Delivery::Pool &&
      !C.State.Sharing.isOfJob(File))
    Begun.Epoch = File.WriteEpoch;
  Begun.Announced = C.State.Sharing.announced(File);
  return Begun;
}

/// Looks at the first write, and then rarely, whether the operating system
/// keeps what is written.
bool Coherence::isWorthKeeping(CachedFile &File, const Access &Where) {
  CacheState &S = All.pool().State;
  if (S.Limits.isOff() || File.SystemKeepsWritten.load())
    return false;
  if (!S.Always && std::has_single_bit(++File.WrittenLooks)) {
    const ByteRange Bytes = Where.range();
    if (File.isResident(
            Bytes.within(S.Grid.bytesOf(S.Grid.pageAt(Bytes.Begin))))) {
      File.SystemKeepsWritten.store(true);
      return false;
    }
  }
  return S.Written.wants(Where.Length);
}

void Coherence::keepWritten(CachedFile &File, const WriteBegun &Begun,
                            const Access &Where, const LayoutPtr &Memory,
                            const void *Buffer, WrittenPages::For Who) {
  if (Begun.Epoch == 0 || !isWorthKeeping(File, Where))
    return;
  DeliveryCache &C = All.pool();
  CacheState &S = C.State;
  const ByteRange Range = Where.range();
  bool IsAlone = false;
  try {
    C.dropWrittenByOthers(File);
    walkPieces(Where, Memory, Buffer, S.Grid,
               [&](uint64_t Offset, const std::byte *From, uint64_t Length) {
                 S.Written.keep(File, Offset, {From, Length}, Who);
                 return true;
               });
    IsAlone = !File.isShared() || !isWrittenByOthers(File, Range, Begun);
  } catch (const std::bad_alloc &) {
  }
  MutexLock L(S.M);
  if (!IsAlone || File.WriteEpoch != Begun.Epoch || File.closed())
    S.Written.drop(File, Range);
}

void Coherence::dropWritten(CachedFile &File, ByteRange Written) {
  All.pool().State.Written.drop(File, Written);
}

bool Coherence::isWrittenByOthers(CachedFile &File, ByteRange Bytes,
                                  const WriteBegun &Begun) {
  uint64_t Since = Begun.Announced;
  MutexLock L(File.WrittenM);
  return std::ranges::any_of(
      All.of(File).writtenByOthers(File, Since),
      [&](const ByteRange &Other) { return Other.overlaps(Bytes); });
}

void Coherence::announceWrite(CachedFile &File, ByteRange Given) {
  if (Given.Begin < Given.End)
    All.of(File).State.Sharing.announce(File, {Given});
}

void Coherence::opensTogether(CachedFile &File, uint64_t Together) {
  MutexLock L(File.WrittenM);
  File.Together.push_back(Together);
}

void Coherence::closesTogether(CachedFile &File, uint64_t Together) {
  MutexLock L(File.WrittenM);
  std::erase(File.Together, Together);
}

void Coherence::beginHold(CachedFile &File, bool OthersOnly) {
  DeliveryCache &C = All.of(File);
  MutexLock L(C.State.M);
  File.Writes.push_back({.Bytes = {}, .Hold = true, .OthersOnly = OthersOnly});
  ++File.WriteEpoch;
  C.invalidate(File);
}

void Coherence::endWrite(CachedFile &File, ByteRange Written, uint64_t ByAll,
                         const PageSharing::Announcement &Given) {
  if (Written.Begin >= Written.End)
    return;
  DeliveryCache &C = All.of(File);
  tellNodes(C, File, Written, ByAll);
  // Before announcements of this process replace those of others, as many
  // started writes may end in a row.
  if (File.WrittenPages.load(std::memory_order_relaxed) != 0)
    C.dropWrittenByOthers(File);
  ended(File, {.Bytes = Written, .Hold = false}, Given);
}

void Coherence::endHold(CachedFile &File, bool OthersOnly) {
  makeCurrent(All.of(File), File);
  ended(File, {.Bytes = {}, .Hold = true, .OthersOnly = OthersOnly}, {});
}

void Coherence::ended(CachedFile &File, const FetchedFile::Write &Change,
                      const PageSharing::Announcement &Given) {
  DeliveryCache &C = All.of(File);
  CacheState &S = C.State;
  EngineLock L(C);
  auto W = std::ranges::find(File.Writes, Change);
  if (W == File.Writes.end())
    return;
  if (W->BeganNs != 0) {
    Statistics::get().add(RunCounter::Writes);
    Statistics::get().add(RunCounter::WriteNs, nowNs() - W->BeganNs);
  }
  File.Writes.erase(W);
  ++File.WriteEpoch;
  if (Change.Hold) {
    S.Sharing.forgetOld(File);
  } else {
    S.Sharing.announce(File, Given);
    S.Sharing.endWrite(File, Change.Bytes);
  }
}

void Coherence::invalidate(CachedFile &File) {
  DeliveryCache &C = All.of(File);
  makeCurrent(C, File);
  EngineLock L(C);
  C.invalidate(File);
}
