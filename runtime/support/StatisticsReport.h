//===- StatisticsReport.h - statistics of one or several ranks ------------===//
//
// What a report holds, whether of one rank or the sum of many, and its two
// forms. Ranks exchange the JSON form; the table is for people.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_STATISTICSREPORT_H
#define FORESLICE_SUPPORT_STATISTICSREPORT_H

#include "support/Counters.h"

#include <array>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace foreslice {

/// A figure over the ranks.
struct Spread {
  uint64_t Sum = 0;
  Range Extremes;
  uint64_t Rank = 0; ///< That has the most.

  void add(const Spread &Other);
};

struct ReportData {
  static constexpr size_t MostSamples = 256;
  struct SizeClassData {
    /// Times by SizeClass::depthOf, at most MostSamples of each.
    std::array<std::vector<uint64_t>, SizeClass::Depths> Storage;
    uint64_t Served = 0, ServedNs = 0;
  };
  using FileCounters =
      std::array<uint64_t, static_cast<size_t>(Counter::Count)>;
  struct File {
    FileCounters Counters{};
    LatencyHistogram DemandReads;
    std::array<SizeClassData, SizeClass::Count> BySize;
    bool KeptBySystem = false; ///< On some rank.

    uint64_t get(Counter C) const { return Counters[static_cast<size_t>(C)]; }
    void add(const File &Other);
    void addSamples(size_t Class, size_t Depth,
                    std::span<const uint64_t> Times);
  };
  using RunCounters =
      std::array<uint64_t, static_cast<size_t>(RunCounter::Count)>;
  /// What a rank's share of the saving is worked out from.
  struct Rank {
    uint64_t RunNs = 0, LaunchNs = 0;
    struct Served {
      std::string Path;
      size_t Class;
      uint64_t Reads, Ns;
    };
    std::vector<Served> Reads;
  };

  std::map<std::string, File> Files; ///< By path.
  RunCounters Run{};
  std::map<std::string, RunCounters> Regions;  ///< By name.
  std::map<std::string, FileCounters> Sources; ///< By name.
  Spread RunNs, DemandReadNs, HitWaitNs;
  Range Lows, Highs, Contents;           ///< Of SchemeRange.
  std::map<std::string, uint64_t> Notes; ///< Text to how many ranks noted it.
  uint64_t NotesLeftOut = 0;
  static constexpr size_t MostChanges = 64;
  /// At most MostChanges of each rank, in the order of the ranks.
  std::vector<PolicyChange> Changes;
  uint64_t ChangesLeftOut = 0;
  uint64_t Ranks = 0;
  std::string Program;       ///< Its path, on the first rank that tells.
  bool HasRegions = false;   ///< Of some rank's program.
  uint64_t RanksLeftOut = 0; ///< Their text was no JSON of ours.
  std::vector<Rank> ByRank;

  uint64_t get(RunCounter C) const { return Run[static_cast<size_t>(C)]; }
  /// The sum of the files.
  File total() const;
};

/// What prefetching came to. docs/statistics.md has the formula.
struct Verdict {
  /// Run time, and what it would about have been without prefetching; nothing
  /// where nothing measured tells.
  uint64_t RunNs = 0;
  std::optional<uint64_t> WithoutNs;
  /// Whether what was measured may be more than the reads would have cost.
  bool AtMost = false;
  /// The share of all demand reads that found their data ready.
  std::optional<double> ReadyShare;
  std::string Text; ///< One sentence.

  static Verdict of(const ReportData &Data);
  struct Cost {
    uint64_t Ns;
    bool Loaded; ///< Reads took much longer with others beside them.
  };
  /// What a read of this size takes from storage by what was measured of File;
  /// nothing if nothing was.
  static std::optional<Cost> storageCost(const ReportData::File &File,
                                         size_t Class);
};

/// Why no read was served from the cache: one sentence.
std::string whyNothingWasServed(const ReportData &Data);
/// Whether a note tells of a file that was not cached.
bool someNotCached(const ReportData &Data);

/// Of the JSON's form; grows when a reader of the one before would go wrong.
inline constexpr unsigned StatisticsVersion = 1;
nlohmann::ordered_json toJson(const ReportData &Data);
/// Adds what toJson made of other ranks; false, with Data unchanged, if Text
/// is something else.
bool mergeJson(ReportData &Data, const std::string &Text);
/// Lines of at most 100 columns.
std::string toTable(const ReportData &Data);

} // namespace foreslice

#endif // FORESLICE_SUPPORT_STATISTICSREPORT_H
