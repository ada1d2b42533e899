//===- ProgramRead.cpp - a read of the program's, served or not -----------===//
//
// See ProgramRead.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/ProgramRead.h"

#include <algorithm>

namespace foreslice {

/// So often it is looked whether the operating system keeps what is read.
static constexpr uint64_t ReadsPerLook = 64;

bool serve(ProgramRead &R, const ReadPlan &Plan, Demand &Pins) {
  delayPoint();
  if (!Plan.covered(Pins.pages()) ||
      !Plan.copy(Pins.pages(), *R.File, R.Buffer) || !Pins.stillThere() ||
      !R.commit(Plan))
    return false;
  delayPoint();
  attempt([&] {
    Pins.markUsed();
    return true;
  });
  return true;
}

bool isFirstPageInMemory(const ReadPlan &Plan, const CachedFile &File) {
  return File.isResident(
      runtime().demand().grid().bytesOf(Plan.pages().front().Page));
}

ReadOutcome servedFrom(const Demand &Pins, const ReadPlan &Plan,
                       const CachedFile &File) {
  ReadOutcome R{.Bytes = Plan.length(),
                .Served = Pins.hits() != 0,
                .Ready = Pins.ready()};
  if (!R.Served || !runtime().counting())
    return R;
  // A page that was read once is in the operating system's memory, unless the
  // file system keeps nothing there.
  FileStatistics &Stats = *File.Stats;
  if (Stats.get(Counter::CacheReads) % ReadsPerLook == 0) {
    Stats.KeptBySystem.store(isFirstPageInMemory(Plan, File),
                             std::memory_order_relaxed);
  }
  R.ForStorage = Pins.fetchedForIt() ||
                 !Stats.KeptBySystem.load(std::memory_order_relaxed);
  return R;
}

} // namespace foreslice
