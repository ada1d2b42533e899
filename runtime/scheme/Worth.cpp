//===- Worth.cpp - whether prefetching pays -------------------------------===//
//
// See Worth.h.
//
//===----------------------------------------------------------------------===//

#include "scheme/Worth.h"

#include "scheme/Pace.h"

#include <algorithm>

using namespace foreslice;

/// Nothing is said before so many reads and pages.
static constexpr unsigned MinReads = 4;
static constexpr uint64_t MinPages = 16;
/// Wastage: at least MinWaste pages, and WasteFactor times the used pages.
static constexpr uint64_t MinWaste = 64;
static constexpr uint64_t WasteFactor = 4;
static constexpr uint64_t RecentPages = 4096;

void Worth::readDone(uint64_t Bytes, bool IsFast, bool IsInMemory) {
  if (TooFast && !IsFast)
    forgetReads(); // a probe found slow storage
  Fast.add(IsFast);
  InMemory.add(IsInMemory);
  ReadPages += (Bytes + PageSize - 1) / PageSize;
  TooFast = ReadPages >= MinPages && Fast.isMost(MinReads);
}

void Worth::readDone(uint64_t Bytes, uint64_t Ns) {
  readDone(Bytes, Pace::isFast(Bytes, Ns), /*IsInMemory=*/false);
}

void Worth::pageInMemory() {
  readDone(PageSize, /*IsFast=*/true, /*IsInMemory=*/true);
}

void Worth::fileInMemory() {
  for (uint64_t Page = 0; Page < MinPages; ++Page)
    pageInMemory();
}

void Worth::laterIsAbsent() {
  if (findsInMemory())
    forgetReads();
}

void Worth::pagesDone(uint64_t FirstUses, uint64_t Wasted) {
  Uses = FirstUses;
  Wastes = Wasted;
  uint64_t RecentUses = Uses - UsesBefore;
  uint64_t RecentWastes = Wastes - WastesBefore;
  if (Rests)
    return;
  const uint64_t Least = Tries ? TrialPages : MinWaste;
  if (RecentWastes >= Least && RecentWastes > WasteFactor * RecentUses) {
    Rest = Tries ? std::min(Rest * 2, LongestRest) : Rest;
    Rests = true;
    Tries = false;
    Passed = 0;
  } else if (Tries && RecentUses >= TrialPages) {
    Rest = std::max(Rest / 2, LeastRest);
    Tries = false;
  }
  if (RecentUses + RecentWastes > RecentPages) {
    UsesBefore += RecentUses / 2;
    WastesBefore += RecentWastes / 2;
  }
}

bool Worth::callsPassed(uint64_t Calls) {
  Passed += Calls;
  return Rests && Passed >= Rest;
}

void Worth::beginTrial(uint64_t FirstUses, uint64_t Wasted) {
  Uses = UsesBefore = FirstUses;
  Wastes = WastesBefore = Wasted;
  Rests = false;
  Tries = true;
}

void Worth::measureAnew() {
  forgetReads();
  UsesBefore = Uses;
  WastesBefore = Wastes;
  Rests = Tries = false;
}
