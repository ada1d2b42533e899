//===- ScoutedReads.cpp - the distance of a scout ahead of the slice ------===//
//
// See ScoutedReads.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/slice/ScoutedReads.h"
#include "frontend/mpiio/MpiFrontend.h"

#include "frontend/mpiio/slice/OpenedAhead.h"
#include "source/slice/SliceExecution.h"
#include "support/Settings.h"

#include <algorithm>

namespace foreslice {

ScoutedReads &ScoutedReads::of(unsigned Runner) {
  static auto *All = new std::array<ScoutedReads, execution::Runners>;
  return (*All)[Runner];
}

uint64_t ScoutedReads::room(const Entry &E) {
  return std::max(E.Length, runtime().slices().posting().grid().pageSize());
}

void ScoutedReads::forgetOtherLaunches() {
  if (uint64_t Now = execution::runningNumber(); Launch != Now) {
    Launch = Now;
    Reads.clear();
    Bytes = 0;
    Rest = 0;
  }
}

void ScoutedReads::add(const Step &S, std::shared_ptr<SharedFile> File) {
  forgetOtherLaunches();
  Reads.push_back({std::move(File), S.Cached.get(), S.Wanted.Begin,
                   S.Wanted.Length, S.CallId});
  Bytes += room(Reads.back());
}

bool ScoutedReads::take(const Step &S) {
  bool Posted = false;
  unsigned Slice = execution::runner();
  for (unsigned I = 1; I < execution::Roles; ++I)
    Posted |= of(Slice + I).takeOwn(S, Slice + I);
  return Posted;
}

bool ScoutedReads::takeOwn(const Step &S, unsigned Runner) {
  forgetOtherLaunches();
  auto It = std::ranges::find_if(Reads, [&](const Entry &E) {
    return E.Cached == S.Cached.get() && E.Begin == S.Wanted.Begin &&
           E.Length == S.Wanted.Length;
  });
  if (It == Reads.end())
    return false;
  // Calls unknown to the scout make the scout's count fall behind.
  uint64_t Missing = S.CallId - It->CallId;
  std::shared_ptr<SharedFile> File = It->File;
  for (auto End = It + 1; Reads.begin() != End;) {
    Bytes -= room(Reads.front());
    Reads.pop_front();
  }
  if (Missing == 0)
    return true;
  for (Entry &E : Reads)
    if (E.File == File)
      E.CallId += Missing;
  MutexLock G(SlicedFilesLock);
  File->Sliced->CallIds[Runner] += Missing;
  return true;
}

bool ScoutedReads::full() const {
  return Reads.size() >= MostReads ||
         Bytes >= Settings::get().CacheSize / CacheParts;
}

bool ScoutedReads::mayReadBehind() {
  forgetOtherLaunches();
  return ++Rest <= MostBehind;
}

bool ScoutedReads::mayGoOn() const {
  if (Launch != execution::runningNumber())
    return true;
  return Reads.size() <= MostReads / 2 &&
         Bytes <= Settings::get().CacheSize / CacheParts / 2 &&
         mpi().openedAhead().scouted() < OpenedAhead::Most;
}

} // namespace foreslice
