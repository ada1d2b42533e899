//===- Budget.cpp - how far ahead of the program pages may be -------------===//
//
// See Budget.h.
//
//===----------------------------------------------------------------------===//

#include "scheme/Budget.h"

#include "scheme/Scheme.h"
#include "storage/SystemMemory.h"

using namespace foreslice;

/// One part in MemoryParts of the available memory is for pages not read yet.
/// The kernel keeps pages read once in about half of the memory.
static constexpr uint64_t MemoryParts = 4;
static constexpr uint64_t LookEveryNs = 100'000'000;
/// The part of the pages ahead for pages asked by sources: unsure pages must
/// not push out sure pages.
static constexpr double SourcesPart = 0.5;
/// Small reads share pages.
static constexpr size_t MostReads = 1024;
/// The part of the pool filled in any case.
static constexpr size_t LeastFilledParts = 16;

Budget::Amount Budget::most() const {
  Amount Least{SIZE_MAX, Limit::None};
  for (Amount A : {Amount{OfMemory.load(Relaxed), Limit::Memory},
                   Amount{Steered.load(Relaxed), Limit::Steering},
                   Amount{OfTrial.load(Relaxed), Limit::Trial}})
    if (A.Pages < Least.Pages)
      Least = A;
  return Least;
}

Budget::Amount Budget::now(Scheme &Policy, size_t Content,
                           bool HeldBack) const {
  Amount Now = most();
  Now.Pages -= std::min(Now.Pages, Content);
  const size_t OfScheme = Policy.mayFetch(Content, HeldBack);
  if (OfScheme < Now.Pages)
    Now = {OfScheme, HeldBack ? Limit::Demand : Limit::Scheme};
  return Now;
}

Budget::OfSource Budget::ofSource(size_t PoolPages, double Sureness,
                                  size_t Asked, bool Pays) const {
  const auto Most = static_cast<double>(std::min(PoolPages, most().Pages));
  return {static_cast<size_t>(std::max(Most * SourcesPart * Sureness, 1.0)),
          Pays ? MostReads : std::min(Asked + 1, MostReads)};
}

size_t Budget::filled(size_t PoolPages) const {
  return std::max(std::min(PoolPages * SteeredPercent.load(Relaxed) / 100,
                           OfClasses.load(Relaxed)),
                  PoolPages / LeastFilledParts);
}

void Budget::look(uint64_t NowNs) {
  if (LookedNs != 0 && NowNs - LookedNs < LookEveryNs)
    return;
  LookedNs = NowNs;
  OfMemory.store(pagesOf(share(availableMemory(), Processes)), Relaxed);
}

uint64_t Budget::share(uint64_t Available, unsigned Processes) {
  return std::clamp(Available / MemoryParts / std::max(Processes, 1u),
                    LeastBytes, MostBytes);
}
