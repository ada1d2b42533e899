//===- StatisticsVerdict.cpp - what prefetching saved ---------------------===//
//
// A demand read that the cache served would have taken the storage time of a
// read of similar size in this run; docs/statistics.md has the formula and its
// limits.
//
//===----------------------------------------------------------------------===//

#include "support/StatisticsReport.h"

#include <algorithm>
#include <fmt/format.h>

using namespace foreslice;

/// Reads that wait for others at storage take longer than the program's own
/// would, and busy cores notice the end of a read late: of EnoughSamples reads
/// with the fewest others beside, nearly the fastest counts.
static constexpr size_t EnoughSamples = 16;
static constexpr size_t FastPart = 10;
/// A smaller change of run time counts as none.
static constexpr double LeastShare = 0.01;

/// Storage was loaded at LoadedTimes the cost.
static constexpr uint64_t LoadedTimes = 2;

/// The time below which one of Parts equal parts lies; 0 of none.
static uint64_t quantile(std::vector<uint64_t> Times, size_t Parts) {
  auto It = Times.begin() + static_cast<std::ptrdiff_t>(Times.size() / Parts);
  std::ranges::nth_element(Times, It);
  return Times.empty() ? 0 : *It;
}

static Verdict::Cost costOf(const ReportData::SizeClassData &Data) {
  std::vector<uint64_t> Least;
  uint64_t Deepest = 0;
  for (const std::vector<uint64_t> &Times : Data.Storage) {
    if (Least.size() < EnoughSamples)
      Least.insert(Least.end(), Times.begin(), Times.end());
    if (!Times.empty())
      Deepest = quantile(Times, 2);
  }
  uint64_t Ns = quantile(Least, FastPart);
  return {Ns, Deepest > LoadedTimes * Ns};
}

std::optional<Verdict::Cost> Verdict::storageCost(const ReportData::File &File,
                                                  size_t Class) {
  // A smaller read takes less time; without smaller reads, a larger read has to
  // do.
  for (size_t C = Class + 1; C-- > 0;)
    if (Cost Of = costOf(File.BySize[C]); Of.Ns != 0)
      return Of;
  for (size_t C = Class + 1; C < SizeClass::Count; ++C)
    if (Cost Of = costOf(File.BySize[C]); Of.Ns != 0)
      return Of;
  return std::nullopt;
}

namespace {

/// Run time of the rank without prefetching; nothing if the cost of a served
/// read is unknown. AtMost becomes true if the run time may be less.
std::optional<double> withoutPrefetching(const ReportData &Data,
                                         const ReportData::Rank &Rank,
                                         bool &AtMost) {
  double Ns = static_cast<double>(Rank.RunNs) -
              static_cast<double>(std::min(Rank.LaunchNs, Rank.RunNs));
  for (const ReportData::Rank::Served &S : Rank.Reads) {
    auto File = Data.Files.find(S.Path);
    if (File == Data.Files.end())
      continue;
    std::optional<Verdict::Cost> Each =
        Verdict::storageCost(File->second, S.Class);
    if (!Each)
      return std::nullopt;
    AtMost |= Each->Loaded || File->second.KeptBySystem;
    Ns += static_cast<double>(S.Reads) * static_cast<double>(Each->Ns) -
          static_cast<double>(S.Ns);
  }
  return std::max(Ns, 0.0);
}

std::string percent(double Share) {
  return fmt::format("{:.0f} %", 100 * Share);
}

} // namespace

Verdict Verdict::of(const ReportData &Data) {
  Verdict V;
  V.RunNs = Data.RunNs.Extremes.empty() ? 0 : Data.RunNs.Extremes.Most;
  ReportData::File Total = Data.total();
  uint64_t Reads = Total.get(Counter::Reads);
  const uint64_t Ready =
      Total.get(Counter::ReadyReads) + Total.get(Counter::SystemReads);
  if (Reads != 0)
    V.ReadyShare = static_cast<double>(Ready) / static_cast<double>(Reads);
  if (Total.get(Counter::CacheReads) + Total.get(Counter::SystemReads) == 0) {
    V.Text = whyNothingWasServed(Data);
    return V;
  }
  if (Reads == 0) {
    V.Text = "cannot tell what prefetching saved: the ranks that read did not "
             "count";
    return V;
  }
  double Without = 0;
  bool Known = V.RunNs != 0 && !Data.ByRank.empty();
  bool Any = false;
  for (const ReportData::Rank &Rank : Data.ByRank) {
    std::optional<double> Ns = withoutPrefetching(Data, Rank, V.AtMost);
    Known &= Ns.has_value();
    Any |= !Rank.Reads.empty();
    Without = std::max(Without, Ns.value_or(0));
  }
  std::string Found = fmt::format(
      "; {} of reads{} found their data ready", percent(*V.ReadyShare),
      someNotCached(Data) ? " of files that were cached" : "");
  if (!Known || !Any) {
    V.Text = "cannot tell what prefetching saved" + Found;
    return V;
  }
  V.WithoutNs = static_cast<uint64_t>(Without);
  auto Run = static_cast<double>(V.RunNs);
  double Saved = Without > 0 ? (Without - Run) / Without : 0;
  if (Saved >= LeastShare)
    V.Text = fmt::format("prefetching saved {}about {} of run time",
                         V.AtMost ? "at most " : "", percent(Saved));
  else if (Run - Without >= LeastShare * Without)
    V.Text = fmt::format("prefetching made the run about {} longer",
                         percent((Run - Without) / std::max(Without, 1.0)));
  else
    V.Text = "prefetching changed run time by less than 1 %";
  V.Text += Found;
  return V;
}
