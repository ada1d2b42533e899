//===- FileEntry.cpp - what the cache keeps of a file ---------------------===//
//
// See FileEntry.h.
//
//===----------------------------------------------------------------------===//

#include "cache/FileEntry.h"
#include "cache/Mutex.h"

#include <unistd.h>

using namespace foreslice;

namespace {

/// Never destroyed: the engine may outlive static destructors.
struct GivenUp {
  Mutex M;
  std::vector<int> Numbers FORESLICE_GUARDED_BY(M);
};

GivenUp &givenUp() {
  static auto *const G = new GivenUp;
  return *G;
}

} // namespace

Descriptor::~Descriptor() {
  GivenUp &G = givenUp();
  MutexLock L(G.M);
  G.Numbers.push_back(Number);
}

Descriptor::CloseAtEnd::~CloseAtEnd() {
  GivenUp &G = givenUp();
  std::vector<int> Numbers;
  {
    MutexLock L(G.M);
    Numbers.swap(G.Numbers);
  }
  for (int Number : Numbers)
    ::close(Number);
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
