//===- Descriptor.cpp - what files are read by ----------------------------===//
//
// See Descriptor.h.
//
//===----------------------------------------------------------------------===//

#include "storage/Descriptor.h"

#include "support/Clock.h"
#include "support/ProcessObject.h"
#include "support/ReadFully.h"

#include <cstring>
#include <string>

#include <fcntl.h>
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

bool UnopenedFiles::waitForNone(std::initializer_list<Kind> Of,
                                uint64_t MostNs) {
  const uint64_t End = nowNs() + MostNs;
  MutexLock L(M);
  for (uint64_t Now = nowNs();; Now = nowNs()) {
    unsigned Left = 0;
    for (Kind Is : Of)
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

std::vector<int> GivenUpFiles::take() {
  MutexLock L(M);
  return std::exchange(PathFds, {});
}

/// Whether the process holds fcntl locks on the file that Number has open:
/// fdinfo shows those of all its descriptors (proc(5)).
static bool hasLocks(int Number) {
  std::string Path = "/proc/thread-self/fdinfo/" + std::to_string(Number);
  int Info = open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (Info < 0)
    return true;
  char Text[1024] = {};
  std::byte *To = reinterpret_cast<std::byte *>(Text);
  readFully(Info, {To, sizeof Text - 1}, 0);
  close(Info);
  return strstr(Text, "POSIX") != nullptr;
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
  return MindsLocks && !InOwnTable && hasLocks(Number);
}

Descriptor::~Descriptor() {
  if (GivenUp)
    GivenUp->add(Number);
  else if (Number >= 0 && !isHere())
    descriptor_table::closeLater(Number);
  else if (Number >= 0 && isLocked())
    LockedFiles::get().add(Number);
  else if (Number >= 0 && !Stuck)
    ::close(Number);
  if (Retired)
    UnopenedFiles::get().remove(UnopenedFiles::Retired);
}

void Descriptor::retire() const {
  if (isLocked())
    return;
  // Reads by it fail, and nobody can lock it.
  const int Nothing = open("/", O_PATH | O_CLOEXEC);
  Retired = true;
  UnopenedFiles::get().add(UnopenedFiles::Retired);
  Stuck = dup3(Nothing, Number, O_CLOEXEC) < 0;
  if (Nothing >= 0)
    ::close(Nothing);
}
