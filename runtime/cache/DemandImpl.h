//===- DemandImpl.h - the inside of a demand read -------------------------===//
//
// The common part of Demand.cpp and Fill.cpp. A demand goes through the steps
// in order: pins own pages and waits for them; looks for pages of other
// processes; reads missing pages for all, where others have a use for the
// pages; last, waits for pages that other processes are fetching.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_DEMANDIMPL_H
#define FORESLICE_CACHE_DEMANDIMPL_H

#include "cache/Deliveries.h"
#include "cache/DemandReads.h"

#include <sys/uio.h>

namespace foreslice {

struct Demand::Impl {
  Impl(DeliveryCache &Cache, CachedFile &File, std::span<const PagePart> Parts)
      : Cache(Cache), File(File), Parts(Parts), Slots(Parts.size(), 0),
        Views(Parts.size()), Elsewhere(Parts.size()) {}

  void pinCached() FORESLICE_REQUIRES(Cache.State.M);
  void unpinAll() FORESLICE_REQUIRES(Cache.State.M);
  void waitForPages() FORESLICE_REQUIRES(Cache.State.M);
  void giveUp(Slot S) FORESLICE_REQUIRES(Cache.State.M);
  bool isHere(size_t I) const FORESLICE_REQUIRES(Cache.State.M);
  void takeOwn() FORESLICE_REQUIRES(Cache.State.M);
  void lookElsewhere();
  void waitElsewhere();
  void count() const;

  /// Reads of missing pages, each of neighbouring pages into their frames.
  struct Fill;
  void fillMissing();
  void fill(std::vector<Fill> &Fills, const StoredFile &File);
  void lookOnNodes(std::vector<Fill> &Fills);
  void noteKnown(const Fill &F, bool Copied);
  void readMissing(const Fill &F, const StoredFile &File);
  std::vector<Fill> claimFrames() FORESLICE_REQUIRES(Cache.State.M);
  bool coversPage() const FORESLICE_REQUIRES(Cache.State.M);
  bool isToFill(const PagePart &Part, bool Asked) const
      FORESLICE_REQUIRES(Cache.State.M);
  void endFill(const Fill &F);

  /// Whether part I is neither here nor with others.
  bool missing(size_t I) const { return !Views[I].Data && !Elsewhere[I]; }
  size_t countMissing() const {
    size_t N = 0;
    for (size_t I = 0; I < Parts.size(); ++I)
      N += missing(I);
    return N;
  }

  DeliveryCache &Cache;
  CachedFile &File;
  std::span<const PagePart> Parts; ///< The caller's, until the demand ends.
  std::vector<Slot> Slots; ///< Pinned; 0 where this process has no page.
  std::vector<PageView> Views;
  /// Pages of other processes, by part.
  std::vector<NodeDirectory::Found> Elsewhere;
  size_t Waited = 0;    ///< Pages that were on their way and came.
  size_t FirstUses = 0; ///< Pages prefetched for this read.
  /// Missing pages, and pages of others that did not come.
  size_t Missed = 0;
  /// Whether CacheState::DemandsMissing counts this demand.
  bool Needy = false;
  bool Overtaken = false; ///< Others began to fetch missing pages.
};

} // namespace foreslice

#endif // FORESLICE_CACHE_DEMANDIMPL_H
