//===- NodeDirectory.cpp - the pages of a node's processes ----------------===//
//
// See NodeDirectory.h. Why no stale byte is possible: a writer first announces
// the write and then looks for pages in the table; a reader first enters the
// page in the table and then looks for writes. One of the two sees the other.
//
//===----------------------------------------------------------------------===//

#include "share/node/NodeDirectory.h"

#include "share/node/Futex.h"
#include "support/Clock.h"
#include "support/Delay.h"

#include <algorithm>

using namespace foreslice;

namespace {

/// How long a wait goes without a look at whether who is waited for lives.
constexpr uint64_t LookNs = 20'000'000;

void raise(std::atomic<uint64_t> &Value, uint64_t New) {
  uint64_t Old = Value;
  while (Old < New && !Value.compare_exchange_weak(Old, New))
    ;
}

} // namespace

NodeDirectory::NodeDirectory(void *Memory, unsigned Self)
    : NodeTables(Memory), Self(Self) {
  Members[Self].Alive.begin();
}

PageGrid NodeDirectory::grid() const { return PageGrid(H->PageSize); }
uint32_t NodeDirectory::ownFrames() const { return Members[Self].FrameCount; }
uint32_t NodeDirectory::allFrames() const { return H->FrameCount; }
FrameHeader *NodeDirectory::frames() const { return &Frames[idOf(0)]; }
std::byte *NodeDirectory::data() const {
  return Data + Members[Self].FirstFrame * H->PageSize;
}
NodeDirectory::FrameId NodeDirectory::idOf(uint32_t OwnIndex) const {
  return Members[Self].FirstFrame + OwnIndex + 1;
}
EngineRest &NodeDirectory::engineRest() const { return Members[Self].Rest; }

size_t NodeDirectory::bucketOf(FileId F, uint64_t Page) const {
  return hashOf(F, Page) & (H->BucketCount - 1);
}

RobustMutex &NodeDirectory::filesMutex() const { return H->FilesMutex; }

RobustMutex &NodeDirectory::guardOf(size_t Bucket) const {
  return Shards[Bucket % ShardCount];
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

NodeDirectory::FileId NodeDirectory::openFile(dev_t Device, ino_t Inode) {
  MutexLock G(filesMutex());
  FileId Free = 0, Count = H->FileCount;
  for (FileId I = 1; I <= Count; ++I) {
    File &F = Files[I];
    if (!F.used())
      Free = Free ? Free : I;
    else if (F.Device == Device && F.Inode == Inode)
      return useFile(I);
  }
  if (!Free && Count < MaxFiles)
    H->FileCount = Free = Count + 1;
  if (!Free)
    return 0;
  Files[Free].Device = Device;
  Files[Free].Inode = Inode;
  Files[Free].ShortFrom = UINT64_MAX;
  Files[Free].Job = 0;
  Files[Free].Joined = 0;
  Files[Free].JobSpoilt = false;
  Files[Free].Overlap = false;
  // Pages still in the table are of another file.
  Files[Free].DroppedBefore = Files[Free].Opened = now();
  return useFile(Free);
}

NodeDirectory::FileId NodeDirectory::useFile(FileId F) {
  Files[F].Users[Self / 64] |= uint64_t(1) << Self % 64;
  return F;
}

void NodeDirectory::closeFile(FileId F) {
  MutexLock G(filesMutex());
  Files[F].Users[Self / 64] &= ~(uint64_t(1) << Self % 64);
}

bool NodeDirectory::overlaps(FileId F) const {
  return Files[F].Overlap.load(std::memory_order_relaxed);
}

void NodeDirectory::noteOverlap(FileId F) const {
  if (!overlaps(F))
    Files[F].Overlap.store(true, std::memory_order_relaxed);
}

void NodeDirectory::notePassed(FileId F, uint64_t Page) const {
  const uint64_t Id = openedAs(F);
  if (Passed.isOfOthers(Id, Page, Self))
    noteOverlap(F);
  Passed.add(Id, Page, Self);
}

bool NodeDirectory::othersUse(FileId F) const {
  for (unsigned I = 0; I < MaxProcesses / 64; ++I) {
    uint64_t Users = Files[F].Users[I].load(std::memory_order_relaxed);
    if (I == Self / 64)
      Users &= ~(uint64_t(1) << Self % 64);
    if (Users != 0)
      return true;
  }
  return false;
}

uint64_t NodeDirectory::openedAs(FileId F) const { return Files[F].Opened; }

std::atomic<uint32_t> &NodeDirectory::refetches() const { return H->Refetches; }

uint64_t NodeDirectory::now() const { return ++H->Clock; }

uint64_t NodeDirectory::quietEpoch(FileId F) const {
  uint64_t Epoch = Files[F].Epoch;
  return isBeingWritten(F, {}) ? 0 : Epoch + 1;
}

//===----------------------------------------------------------------------===//
// What other nodes know of a file
//===----------------------------------------------------------------------===//

void NodeDirectory::enterJob(FileId F, JobFileId Job) {
  MutexLock G(filesMutex());
  File &Known = Files[F];
  if (Known.Joined == 0) {
    Known.Job = Job;
    Known.Generation = 0;
  } else if (Known.Job != Job) {
    Known.JobSpoilt = true;
  }
  ++Known.Joined;
}

void NodeDirectory::leaveJob(FileId F) {
  MutexLock G(filesMutex());
  File &Known = Files[F];
  if (--Known.Joined != 0)
    return;
  Known.Job = 0;
  Known.JobSpoilt = false;
}

bool NodeDirectory::onlyJob(FileId F, JobFileId Job) const {
  return Files[F].Job == Job && !Files[F].JobSpoilt;
}

void NodeDirectory::spoilJob(FileId F) { Files[F].JobSpoilt = true; }

uint64_t NodeDirectory::beginOf(FileId F, uint64_t Generation) {
  MutexLock G(filesMutex());
  File &Known = Files[F];
  if (Known.Generation < Generation) {
    Known.GenerationBegin = now();
    Known.Generation = Generation;
  }
  return Known.GenerationBegin;
}

void NodeDirectory::writtenElsewhere(FileId F, ByteRange Written) {
  ++Files[F].Epoch;
  dropWritten(F, Written);
}

//===----------------------------------------------------------------------===//
// Frames of this process
//===----------------------------------------------------------------------===//

NodeDirectory::Claim NodeDirectory::claim(FrameId Id, FileId F, uint64_t Page,
                                          ByteRange Bytes, uint64_t Since,
                                          uint64_t AsOf, ByteRange Read) {
  FrameHeader &OwnHeader = Frames[Id];
  size_t Bucket = bucketOf(F, Page);
  MutexLock G(guardOf(Bucket));
  if (findLocked(Bucket, F, Page, Bytes, Since))
    return Claim::Taken;
  OwnHeader.Owner = static_cast<uint16_t>(Self);
  OwnHeader.File = F;
  OwnHeader.Page = Page;
  OwnHeader.Written = 0;
  OwnHeader.setRead(Read, grid().beginOf(Page), H->PageSize);
  OwnHeader.Valid = 0;
  OwnHeader.Wanted = OwnHeader.UsedByOthers = OwnHeader.Copied =
      OwnHeader.Known = false;
  uint64_t Now = now();
  OwnHeader.Begun = Now;
  OwnHeader.AsOf = AsOf == AtNoTime ? 0 : AsOf ? AsOf : Now;
  OwnHeader.Next = Buckets[Bucket].load();
  OwnHeader.Word = FrameHeader::loading(OwnHeader.Word);
  Buckets[Bucket] = Id;
  ++Files[F].Pages;
  delayPoint();
  if (!isBeingWritten(F, grid().bytesOf(Page)))
    return Claim::Claimed;
  unlink(Id, Bucket);
  return Claim::Written;
}

void NodeDirectory::publish(FrameId Id) {
  FrameHeader &OwnHeader = Frames[Id];
  if (uint64_t Base = grid().beginOf(OwnHeader.Page);
      OwnHeader.Valid < H->PageSize) {
    std::atomic<uint64_t> &From = Files[OwnHeader.File].ShortFrom;
    uint64_t Old = From;
    while (Base < Old && !From.compare_exchange_weak(Old, Base))
      ;
  }
  OwnHeader.Word = FrameHeader::ready(OwnHeader.Word);
  if (OwnHeader.Waiters != 0)
    futexWakeAll(OwnHeader.Word);
}

void NodeDirectory::noteKnown(FrameId Id, bool Copied, uint32_t Number) {
  Frames[Id].Told = Number;
  Frames[Id].Copied = Copied;
  Frames[Id].Known = true;
}

void NodeDirectory::remove(FrameId Id) {
  size_t Bucket = bucketOf(Frames[Id].File, Frames[Id].Page);
  MutexLock G(guardOf(Bucket));
  unlink(Id, Bucket);
}

void NodeDirectory::unlink(FrameId Id, size_t Bucket) {
  FrameHeader &OwnHeader = Frames[Id];
  std::atomic<uint32_t> *Link = &Buckets[Bucket];
  while (*Link != Id)
    Link = &Frames[*Link].Next;
  *Link = OwnHeader.Next.load();
  --Files[OwnHeader.File].Pages;
  OwnHeader.Word = FrameHeader::emptied(OwnHeader.Word);
  if (OwnHeader.Waiters != 0)
    futexWakeAll(OwnHeader.Word);
}

bool NodeDirectory::serves(const FrameHeader &F, ByteRange Bytes,
                           uint64_t Since) const {
  const File &Known = Files[F.File];
  uint64_t Begun = F.Begun;
  if (F.AsOf < Since || Begun < Known.DroppedBefore)
    return false;
  bool Short = FrameHeader::stateOf(F.Word) == FrameHeader::Ready &&
               F.Valid < H->PageSize;
  if (Short && Begun < Known.ShortBefore)
    return false;
  return F.has(Bytes, grid().beginOf(F.Page), H->PageSize);
}

bool NodeDirectory::serves(FrameId OwnFrame, ByteRange Bytes) const {
  return serves(Frames[OwnFrame], Bytes, 0);
}

//===----------------------------------------------------------------------===//
// Frames of other processes
//===----------------------------------------------------------------------===//

NodeDirectory::Found NodeDirectory::findLocked(size_t Bucket, FileId F,
                                               uint64_t Page, ByteRange Bytes,
                                               uint64_t Since) const {
  for (FrameId Id = Buckets[Bucket]; Id; Id = Frames[Id].Next) {
    const FrameHeader &Header = Frames[Id];
    if (Header.Page != Page || Header.File != F || Header.Owner == Self ||
        !serves(Header, Bytes, Since))
      continue;
    Found Here{Id, Header.Word};
    if (Here.ready() || !Members[Header.Owner].Alive.isOver())
      return Here;
  }
  return {};
}

NodeDirectory::Found NodeDirectory::find(FileId F, uint64_t Page,
                                         ByteRange Bytes,
                                         uint64_t Since) const {
  size_t Bucket = bucketOf(F, Page);
  MutexLock G(guardOf(Bucket));
  return findLocked(Bucket, F, Page, Bytes, Since);
}

/// Whether a home gave First before Second; numbers may have wrapped.
static bool isBefore(uint32_t First, uint32_t Second) {
  return First != 0 && Second != 0 && static_cast<int32_t>(Second - First) > 0;
}

NodeDirectory::Found NodeDirectory::findForOthers(FileId F, uint64_t Page,
                                                  uint64_t Since,
                                                  uint32_t Number) const {
  const ByteRange Bytes = grid().bytesOf(Page);
  size_t Bucket = bucketOf(F, Page);
  MutexLock G(guardOf(Bucket));
  for (FrameId Id = Buckets[Bucket]; Id; Id = Frames[Id].Next) {
    const FrameHeader &Header = Frames[Id];
    if (Header.Page != Page || Header.File != F ||
        !serves(Header, Bytes, Since))
      continue;
    Found Here{Id, Header.Word};
    if (Here.ready() ? Header.Known.load()
                     : Header.Owner == Self &&
                           (!Header.Copied || isBefore(Header.Told, Number)))
      return Here;
  }
  return {};
}

bool NodeDirectory::wait(Found &F, ByteRange Bytes, uint64_t Ns) const {
  if (F.ready())
    return true;
  FrameHeader &Header = Frames[F.Id];
  uint64_t Deadline = nowNs() + Ns;
  while (Header.Word == F.Word) {
    uint64_t Now = nowNs();
    if (Now >= Deadline)
      return true;
    ++Header.Waiters;
    Members[Header.Owner].Rest.rouse();
    futexWait(Header.Word, F.Word, std::min(Deadline - Now, LookNs));
    --Header.Waiters;
    if (Header.Word == F.Word && Members[Header.Owner].Alive.isOver())
      return false;
  }
  if (Header.Word != FrameHeader::ready(F.Word))
    return false;
  F.Word = FrameHeader::ready(F.Word);
  // Written meanwhile, or cut by an earlier end of file than assumed.
  return serves(Header, Bytes, 0) && stillThere(F);
}

void NodeDirectory::giveUp(const Found &F) const {
  FrameHeader &Header = Frames[F.Id];
  const ByteRange Bytes = grid().bytesOf(Header.Page);
  MutexLock G(guardOf(bucketOf(Header.File, Header.Page)));
  if (Header.Word == F.Word)
    Header.addWritten(Bytes, Bytes.Begin, H->PageSize);
}

const std::byte *NodeDirectory::bytes(const Found &F) const {
  delayPoint();
  return Data + (F.Id - 1) * H->PageSize;
}

uint32_t NodeDirectory::valid(const Found &F) const {
  return Frames[F.Id].Valid;
}

bool NodeDirectory::stillThere(const Found &F) const {
  std::atomic_thread_fence(std::memory_order_acquire);
  return Frames[F.Id].Word == F.Word;
}

void NodeDirectory::want(const Found &F) const { Frames[F.Id].Wanted = true; }

void NodeDirectory::noteUse(const Found &F) const {
  Frames[F.Id].UsedByOthers = true;
}

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

RobustMutex &NodeDirectory::announcementsOf(FileId F) const {
  return Shards[F % ShardCount];
}

void NodeDirectory::announce(FileId F, const Announcement &A) const {
  File &Known = Files[F];
  MutexLock G(announcementsOf(F));
  const uint64_t Number = Known.AnnouncedCount + 1;
  Announced &New = Known.LastAnnounced[Number % AnnouncedSlots];
  New.Number = 0; // a process may die here
  New.Begin = A.Given.Begin;
  New.End = A.Given.End;
  New.Together = A.Together;
  New.By = Self;
  New.Number = Number;
  Known.AnnouncedCount = Number;
}

uint64_t NodeDirectory::announced(FileId F) const {
  return Files[F].AnnouncedCount;
}

std::vector<NodeDirectory::Announcement>
NodeDirectory::announcedByOthers(FileId F, uint64_t &Since) const {
  std::vector<Announcement> Given;
  const File &Known = Files[F];
  if (Known.AnnouncedCount == Since)
    return Given;
  MutexLock G(announcementsOf(F));
  const uint64_t Last = Known.AnnouncedCount;
  if (Last - Since > AnnouncedSlots)
    Given.push_back({});
  else
    for (uint64_t N = Since + 1; N <= Last; ++N) {
      const Announced &Entry = Known.LastAnnounced[N % AnnouncedSlots];
      if (Entry.Number != N)
        Given.push_back({});
      else if (Entry.By != Self)
        Given.push_back({{Entry.Begin, Entry.End}, Entry.Together});
    }
  Since = Last;
  return Given;
}

bool NodeDirectory::isBeingWritten(FileId F, ByteRange Bytes) const {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (Files[F].Writers == 0)
    return false;
  for (unsigned I = 0; I < H->ProcessCount; ++I) {
    Member &M = Members[I];
    auto Writes = [&](const Member::Write &W) {
      return W.Of == F && Bytes.overlaps({W.Begin, W.End});
    };
    if ((M.Unlisted != 0 || std::ranges::any_of(M.Writes, Writes)) &&
        !M.Alive.isOver())
      return true;
  }
  return false;
}

void NodeDirectory::beginWrite(FileId F, ByteRange Written) {
  File &Known = Files[F];
  Member &M = Members[Self];
  ++Known.Epoch;
  ++Known.Writers;
  auto Free = std::ranges::find_if(M.Writes, [](auto &W) { return W.Of == 0; });
  if (Free == M.Writes.end()) {
    ++M.Unlisted;
  } else {
    Free->Begin = Written.Begin;
    Free->End = Written.End;
    Free->Of = F;
  }
  std::atomic_thread_fence(std::memory_order_seq_cst);
  delayPoint();
  dropWritten(F, Written);
}

void NodeDirectory::dropWritten(FileId F, ByteRange Written) const {
  if (Written == ByteRange{})
    raise(Files[F].DroppedBefore, now());
  else
    markWritten(F, Written);
}

void NodeDirectory::markWritten(FileId F, ByteRange Written) const {
  if (Files[F].Pages == 0)
    return;
  if (Written.End > Files[F].ShortFrom)
    raise(Files[F].ShortBefore, now());
  auto Mark = [&](FrameHeader &Header) {
    const ByteRange Page = grid().bytesOf(Header.Page);
    if (Header.File == F && Page.overlaps(Written))
      Header.addWritten(Written, Page.Begin, H->PageSize);
  };
  const auto Touched = grid().pagesWith(Written);
  if (Touched.size() <= H->FrameCount) {
    for (uint64_t Page : Touched) {
      size_t Bucket = bucketOf(F, Page);
      MutexLock G(guardOf(Bucket));
      for (FrameId Id = Buckets[Bucket]; Id; Id = Frames[Id].Next)
        if (Frames[Id].Page == Page)
          Mark(Frames[Id]);
    }
    return;
  }
  for (FrameId Id = 1; Id <= H->FrameCount; ++Id)
    if (Frames[Id].File == F && FrameHeader::stateOf(Frames[Id].Word)) {
      MutexLock G(guardOf(bucketOf(F, Frames[Id].Page)));
      Mark(Frames[Id]);
    }
}

void NodeDirectory::endWrite(FileId F, ByteRange Written) {
  Member &M = Members[Self];
  auto Listed = std::ranges::find_if(M.Writes, [&](auto &W) {
    return W.Of == F && W.Begin == Written.Begin && W.End == Written.End;
  });
  if (Listed != M.Writes.end())
    Listed->Of = 0;
  else
    --M.Unlisted;
  ++Files[F].Epoch;
  --Files[F].Writers;
}
