//===- SitePatterns.h - the places of the next dependent reads ------------===//
//
// Where the dependent reads of one place in a slice follow a pattern, as
// through an index or the headers of blocks, the next reads can be fetched. A
// wrong guess costs fetches in vain. Not thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_SITEPATTERNS_H
#define FORESLICE_SOURCE_SLICE_SITEPATTERNS_H

#include "signature/PatternLearner.h"

#include <algorithm>
#include <array>
#include <deque>
#include <optional>

namespace foreslice {

class SitePatterns {
public:
  /// Most reads that are fetched ahead.
  static constexpr size_t MostAhead = 16;

  struct Read {
    const void *Site; ///< In the code; null if unknown.
    const void *File;
    int64_t Begin, Length; ///< In bytes.
    uint64_t CallId;
  };

  /// Reports a read. Calls Fetch with the Begin and the CallId of each read to
  /// be fetched from now on; reads of one Unit of the file, in bytes, count as
  /// one.
  template <class FetchFn>
  void observe(const Read &R, int64_t Unit, FetchFn Fetch) {
    Progress &P = progressOf(R);
    if (P.Pattern.observe({.Kind = 0,
                           .Place = R.Begin,
                           .Bytes = R.Length,
                           .Shift = static_cast<int64_t>(R.CallId)})) {
      P.Passed = 0;
      P.Fetched.clear();
      P.LastUnits = unitsOf(R.Begin, R.Length, Unit);
    } else {
      P.Passed -= P.Passed != 0;
    }
    ++P.Reads;
    while (!P.Fetched.empty() && P.Fetched.front() <= P.Reads)
      P.Fetched.pop_front();
    const auto Most = static_cast<size_t>(static_cast<double>(MostAhead) *
                                          P.Pattern.confidence());
    unsigned Looks = 0;
    P.Pattern.ahead(P.Passed, [&](const PatternPoint &Next) {
      if (P.Fetched.size() >= Most || ++Looks > MostLooks)
        return false;
      ++P.Passed;
      if (auto Units = unitsOf(Next.Place, Next.Bytes, Unit);
          Units != P.LastUnits) {
        P.LastUnits = Units;
        P.Fetched.push_back(P.Reads + P.Passed);
        Fetch(Next.Place, static_cast<uint64_t>(Next.Shift));
      }
      return true;
    });
  }

  /// Another slice begins.
  void forget() {
    for (std::optional<Progress> &P : Sites)
      P.reset();
  }

private:
  /// Most small reads looked at in a turn.
  static constexpr unsigned MostLooks = 4096;
  using Units = std::pair<int64_t, int64_t>; ///< First and last.

  struct Progress {
    const void *Site = nullptr, *File = nullptr;
    /// The reads of a place repeat after a few reads.
    PatternLearner Pattern{/*MostBlock=*/4, /*MostTerms=*/32};
    uint64_t Reads = 0;  ///< So far.
    uint64_t Passed = 0; ///< Expected reads, from the next read on.
    /// Fetched reads among Passed, by number, and the units of the last read.
    std::deque<uint64_t> Fetched{};
    Units LastUnits{};
  };

  static Units unitsOf(int64_t Begin, int64_t Length, int64_t Unit) {
    const int64_t Last = Length > 0 ? Length - 1 : 0;
    return {Begin / Unit,
            (Begin > INT64_MAX - Last ? Begin : Begin + Last) / Unit};
  }

  Progress &progressOf(const Read &R) {
    auto Known = std::find_if(Sites.begin(), Sites.end(), [&](const auto &P) {
      return P && P->Site == R.Site;
    });
    if (Known != Sites.end() && (*Known)->File == R.File)
      return **Known;
    if (Known == Sites.end())
      Known = Sites.begin() + static_cast<ptrdiff_t>(++Next % Sites.size());
    Progress &P = Known->emplace();
    P.Site = R.Site;
    P.File = R.File;
    return P;
  }

  std::array<std::optional<Progress>, 8> Sites;
  size_t Next = 0;
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_SITEPATTERNS_H
