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

PinnedPages::PinnedPages(PageCache &Cache, CachedFile &File,
                         std::span<const PagePart> Pages)
    : Cache(Cache), Pins(Cache.demand(File, Pages)),
      Present(std::ranges::any_of(
          Pins.pages(), [](const PageView &V) { return V.Data != nullptr; })) {}

PinnedPages::~PinnedPages() {
  if (Pins.needy())
    Cache.demandDone();
}

bool serve(ProgramRead &R, const ReadPlan &Plan, PageCache::Demand &Pins) {
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
      runtime().cache().grid().bytesOf(Plan.pages().front().Page));
}

ReadOutcome servedFrom(const PageCache::Demand &Pins, const ReadPlan &Plan,
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
