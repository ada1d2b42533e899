//===- Descriptor.cpp - files that are read by descriptor -----------------===//
//
// See Descriptor.h.
//
//===----------------------------------------------------------------------===//

#include "storage/Descriptor.h"

#include "storage/FileSystem.h"
#include "storage/KnownStatus.h"
#include "storage/Storage.h"
#include "support/DescriptorRoom.h"
#include "support/ProcessObject.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace foreslice;

UnopenedFiles &UnopenedFiles::get() {
  static constinit ProcessObject<UnopenedFiles> F;
  return F.get();
}

void UnopenedFiles::add(Kind Is) {
  MutexLock L(M);
  ++Counts[Is];
}

void UnopenedFiles::remove(Kind Is) {
  {
    MutexLock L(M);
    --Counts[Is];
  }
  Fewer.notifyAll();
}

bool UnopenedFiles::waitForNone(std::initializer_list<Kind> Kinds,
                                uint64_t MostNs) {
  const uint64_t End = nowNs() + MostNs;
  MutexLock L(M);
  for (uint64_t Now = nowNs();; Now = nowNs()) {
    unsigned Left = 0;
    for (Kind Is : Kinds)
      Left += Counts[Is];
    if (Left == 0 || Now >= End)
      return Left == 0;
    Fewer.waitFor(M, End - Now);
  }
}

GivenUpFiles::~GivenUpFiles() {
  for (int PathFd : PathFds)
    ::close(PathFd);
}

void GivenUpFiles::add(int PathFd) {
  MutexLock L(M);
  PathFds.push_back(PathFd);
}

void GivenUpFiles::close(Storage &Disk) {
  std::vector<int> Now;
  {
    MutexLock L(M);
    Now.swap(PathFds);
  }
  for (int PathFd : Now) {
    Disk.forget(PathFd);
    ::close(PathFd);
    UnopenedFiles::get().remove(UnopenedFiles::OfStorage);
  }
}

/// Whether the process may hold fcntl locks on the file of Number, taken by
/// whatever descriptor. For an open file description, locks of the own process
/// are foreign (fcntl(2), F_OFD_GETLK). The kernel names one conflicting lock;
/// a write lock leaves no room for another.
static bool hasLocks(int Number) {
  constexpr unsigned MostLocks = 64;
  off_t From = 0;
  for (unsigned I = 0; I < MostLocks; ++I) {
    struct flock Found = {};
    Found.l_type = F_WRLCK;
    Found.l_whence = SEEK_SET;
    Found.l_start = From;
    if (fcntl(Number, F_OFD_GETLK, &Found) != 0)
      return true;
    if (Found.l_type == F_UNLCK)
      return false;
    if (Found.l_type == F_RDLCK || Found.l_pid == getpid())
      return true;
    if (Found.l_len == 0)
      return false;
    From = Found.l_start + Found.l_len;
  }
  return true;
}

int foreslice::moveFileUp(int Fd) {
  if (Fd < 0 || descriptor_table::hasLeft())
    return Fd;
  const int Saved = errno;
  const bool IsLocked = hasLocks(Fd);
  errno = Saved;
  return IsLocked ? Fd : descriptor_room::moveUp(Fd);
}

LockedFiles &LockedFiles::get() {
  static constinit ProcessObject<LockedFiles> F;
  return F.get();
}

void LockedFiles::add(int Number) {
  MutexLock L(M);
  Numbers.push_back(Number);
}

size_t LockedFiles::closeOthers() {
  MutexLock L(M);
  std::erase_if(Numbers, [](int Number) {
    return !hasLocks(Number) && (::close(Number), true);
  });
  return Numbers.size();
}

bool Descriptor::isLocked() const {
  return MindsLocks && Table == descriptor_table::OfProgram && hasLocks(Number);
}

Descriptor::~Descriptor() {
  if (GivenUp)
    GivenUp->add(Number);
  else if (Number >= 0 && !isHere())
    descriptor_table::closeLater(Number, Table);
  else if (Number >= 0 && isLocked())
    LockedFiles::get().add(Number);
  else if (Number >= 0 && !Stuck)
    ::close(Number);
  if (Retired)
    UnopenedFiles::get().remove(UnopenedFiles::Retired);
}

bool Descriptor::status(struct stat &To) const {
  return fstat(descriptor(), &To) == 0;
}

std::optional<uint64_t> Descriptor::knownSize() const {
  const std::optional<KnownStatus> S = KnownStatus::of(descriptor());
  return S ? std::optional(S->Size) : std::nullopt;
}

ReadResult Descriptor::read(std::span<iovec> Buffers, uint64_t Offset) const {
  return readFully(descriptor(), Buffers, Offset);
}

void Descriptor::submit(StorageRead &Read, Storage &Disk) const {
  Read.Fd = descriptor();
  Read.ByPath = isOfStorage();
  Disk.submit(Read);
}

Residency Descriptor::residencyOf(ByteRange Bytes) const {
  return isHere() && !isOfStorage()
             ? foreslice::residencyOf(Number, Bytes.Begin,
                                      Bytes.End - Bytes.Begin)
             : Residency::Unknown;
}

bool Descriptor::readsForSystem() const {
  std::optional<FileSystem> On = FileSystem::of(descriptor());
  // Turns off the kernel's read-ahead: only the engine prefetches.
  return On && On->Is != FileSystem::NotStored &&
         (posix_fadvise(descriptor(), 0, 0, POSIX_FADV_RANDOM), true);
}

void Descriptor::revalidate() const { foreslice::revalidate(descriptor()); }

void *Descriptor::map(uint64_t Offset, size_t Length) const {
  void *Address = mmap(nullptr, Length, PROT_READ, MAP_SHARED, descriptor(),
                       static_cast<off_t>(Offset));
  return Address == MAP_FAILED ? nullptr : Address;
}

void Descriptor::retire() const {
  if (isOfStorage() || !isHere() || isLocked())
    return;
  // Reads by the number fail, and nobody can lock it.
  const int Nothing = open("/", O_PATH | O_CLOEXEC);
  Retired = true;
  UnopenedFiles::get().add(UnopenedFiles::Retired);
  Stuck = dup3(Nothing, Number, O_CLOEXEC) < 0;
  if (Nothing >= 0)
    ::close(Nothing);
}
