//===- FileEntry.cpp - what the cache keeps of a file ---------------------===//
//
// See FileEntry.h.
//
//===----------------------------------------------------------------------===//

#include "cache/FileEntry.h"

#include "storage/Residency.h"
#include "support/Clock.h"

#include <fcntl.h>
#include <unistd.h>

using namespace foreslice;

UnopenedFiles &UnopenedFiles::get() {
  static auto *const F = new UnopenedFiles;
  return *F;
}

void UnopenedFiles::add() {
  MutexLock L(M);
  ++Count;
}

void UnopenedFiles::remove() {
  {
    MutexLock L(M);
    --Count;
  }
  Fewer.notifyAll();
}

bool UnopenedFiles::waitForNone(uint64_t MostNs) {
  const uint64_t End = nowNs() + MostNs;
  MutexLock L(M);
  for (uint64_t Now = nowNs(); Count != 0 && Now < End; Now = nowNs())
    Fewer.waitFor(M, End - Now);
  return Count == 0;
}

GivenUpFiles::~GivenUpFiles() {
  for (int PathFd : PathFds)
    ::close(PathFd);
}

void GivenUpFiles::add(int PathFd) {
  MutexLock L(M);
  PathFds.push_back(PathFd);
}

std::vector<int> GivenUpFiles::take() {
  MutexLock L(M);
  return std::exchange(PathFds, {});
}

Descriptor::~Descriptor() {
  if (GivenUp)
    GivenUp->add(Number);
  else if (Number >= 0 && !Stuck)
    ::close(Number);
  if (Retired)
    UnopenedFiles::get().remove();
}

void Descriptor::retire() const {
  // Reads by it fail, and nobody can lock it.
  static const int Nothing = open("/", O_PATH | O_CLOEXEC);
  Retired = true;
  UnopenedFiles::get().add();
  Stuck = dup3(Nothing, Number, O_CLOEXEC) < 0;
}

bool FileEntry::isInSystemMemory(ByteRange Bytes) const {
  return Fd && !Fd->isOfStorage() &&
         isResident(Fd->Number, Bytes.Begin, Bytes.End - Bytes.Begin);
}

uint64_t FileEntry::writeBefore(uint64_t CallId, ByteRange Bytes) const {
  auto End = std::ranges::lower_bound(Dirty, CallId, {}, &DirtyRange::CallId);
  while (End != Dirty.begin()) {
    --End;
    if (behind(End->CallId))
      break;
    if (End->Bytes.overlaps(Bytes))
      return End->CallId;
  }
  return NoCall;
}

void FileEntry::expectWrite(DirtyRange R) {
  while (!Dirty.empty() && behind(Dirty.front().CallId))
    Dirty.pop_front();
  auto At = std::ranges::upper_bound(Dirty, R.CallId, {}, &DirtyRange::CallId);
  // Several sources come by the same write.
  for (auto I = At; I != Dirty.begin() && (--I)->CallId == R.CallId;)
    if (*I == R)
      return;
  if (Dirty.size() < MostDirty) {
    Dirty.insert(At, R);
    return;
  }
  DirtyRange &Last = Dirty.back();
  Last = {std::max(Last.CallId, R.CallId), Last.Bytes.with(R.Bytes)};
}
