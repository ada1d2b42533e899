//===- IdleTime.h - the idle_time scheme ----------------------------------===//
//
// Prefetching of the RAPID Transit testbed (Kotz and Ellis 1990, sections 4 to
// 6). A process prefetches only in idle times: while the main thread waits for
// a read of its own, for a read begun by another thread or process, or for
// others at a synchronisation point. The process has few prefetch buffers, by
// default one (FORESLICE_PREFETCH_BUFFERS). Only predictable pages are fetched:
// in a portion that the program has begun, and behind the portion if portions
// are regular.
//
// Two ideas of section 6 can be tried: a minimum prefetch lead, in reads, for
// pages not left to demand reads, and a minimum prefetch time, the part of an
// idle time that must be left, judged by the mean of earlier idle times.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SCHEME_TESTBED_IDLETIME_H
#define FORESLICE_SCHEME_TESTBED_IDLETIME_H

#include "scheme/Scheme.h"
#include "scheme/testbed/Portions.h"
#include "support/Recent.h"

#include <array>
#include <map>
#include <optional>

namespace foreslice {

class IdleTime final : public Scheme {
public:
  struct Options {
    size_t Buffers = 1;   ///< In pages.
    uint64_t MinLead = 0; ///< Minimum prefetch lead, in reads.
    uint64_t MinNs = 0;   ///< Minimum prefetch time.

    static Options ofSettings();
  };
  explicit IdleTime(const SchemeSetup &Setup)
      : IdleTime(Setup, Options::ofSettings()) {}
  IdleTime(const SchemeSetup &Setup, const Options &O)
      : Buffers(std::min(O.Buffers, Setup.PoolPages)), MinLead(O.MinLead),
        MinNs(O.MinNs) {}

  size_t mayFetch(size_t Content, bool) override;
  bool preemptive() const override { return true; }
  Choice choose(const Queued &Asked) const override;
  void reads(const void *File, std::span<const PagePart> Pages) override;
  void readBegins(size_t, uint64_t) override { Now.reset(); }
  void readEnds(uint64_t NowNs) override { goesOn(NowNs); }
  bool notesMeetings() const override { return true; }
  bool idles(Idle Why, uint64_t NowNs) override;
  void goesOn(uint64_t NowNs) override;
  Thresholds thresholds() const override { return {0, Buffers}; }
  Victim prefetchedAtLruEnd(size_t, bool HaveUsed) override {
    return HaveUsed ? Victim::Used : Victim::None;
  }

  /// Whether the main thread is idle, and will be for the minimum prefetch
  /// time.
  bool isIdle(uint64_t NowNs) const;

private:
  /// Most files with known portions.
  static constexpr size_t MostFiles = 64;

  const size_t Buffers;
  const uint64_t MinLead, MinNs;
  std::map<const void *, Portions> Known; ///< By file.
  struct Period {
    Idle Why;
    uint64_t BeganNs;
  };
  std::optional<Period> Now; ///< Set while the main thread is idle.
  std::array<RecentMean, IdleKinds> MeanNs; ///< Means of recent idle times.
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_TESTBED_IDLETIME_H
