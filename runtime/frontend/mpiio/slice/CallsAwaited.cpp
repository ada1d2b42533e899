//===- CallsAwaited.cpp - slices waiting for calls of the program ---------===//
//
// See CallsAwaited.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/slice/CallsAwaited.h"
#include "frontend/mpiio/MpiFrontend.h"
#include "support/Trace.h"

namespace foreslice {

namespace {

/// Most calls of a slice ahead of a newly begun loop.
constexpr uint64_t FirstAhead = 16;
/// Further calls ahead for each call of the program.
constexpr uint64_t AheadByCall = 2;

/// Whether waiting for the main thread's call of File is in vain: the program
/// has closed the file, or makes calls of a file not yet reached by the slice.
bool hasGoneOn(const SharedFile &File, const CachedFile &Cached) {
  bool Overtaken = false;
  mpi().files().forEach([&](OpenFile &F) {
    if (!F.Shared || !F.Cached)
      return;
    MutexLock G(SlicedFilesLock);
    Overtaken |= runtime().slices().next(*F.Cached) >
                 F.Shared->Sliced->CallIds[execution::runner()];
  });
  return Overtaken || File.cached().get() != &Cached;
}

} // namespace

bool awaitCall(const SharedFile &File, const CachedFile &Cached,
               uint64_t CallId) {
  uint64_t Begin = nowNs();
  runtime().slices().calls().until(Cached, laneCall(CallId),
                                   execution::cancelFlag(),
                                   [&] { return hasGoneOn(File, Cached); });
  execution::count(RunCounter::SliceWaits);
  execution::count(RunCounter::SliceWaitNs, nowNs() - Begin);
  trace::extent("waits for the main thread", Begin, Cached.Stats->Path.c_str());
  return Cached.behind(runtime().slices().lane(), CallId);
}

void awaitProof(const Step &S, const SharedFile &File) {
  if (!(execution::regionFlags() & FORESLICE_REGION_GUESSES) ||
      execution::isScout())
    return;
  uint64_t Next = runtime().slices().next(*S.Cached);
  // Then there is room for FirstAhead calls more.
  if (Next < S.CallId && S.CallId - Next > FirstAhead + AheadByCall * Next)
    awaitCall(File, *S.Cached, S.CallId / (1 + AheadByCall));
}

} // namespace foreslice
