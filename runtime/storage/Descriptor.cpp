//===- Descriptor.cpp - what files are read by ----------------------------===//
//
// See Descriptor.h.
//
//===----------------------------------------------------------------------===//

#include "storage/Descriptor.h"

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
  else if (Number >= 0 && !isHere())
    descriptor_table::closeLater(Number);
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
