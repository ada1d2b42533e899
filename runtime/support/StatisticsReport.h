//===- StatisticsReport.h - statistics of one or several ranks ------------===//
//
// The data of a report, of one rank or the sum of many, and the two forms of a
// report. Ranks exchange the JSON form; the table is for people.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_STATISTICSREPORT_H
#define FORESLICE_SUPPORT_STATISTICSREPORT_H

#include "support/Counters.h"
#include "support/DatasetStatistics.h"
#include "support/RunIdentity.h"

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
  uint64_t Rank = 0; ///< The rank with the most.

  void add(const Spread &Other);
};

struct ReportData {
  static constexpr size_t MostSamples = 256;
  struct SizeClassData {
    /// Times by SizeClass::depthOf, at most MostSamples for each depth.
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
  /// A rank's figures for the saving.
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
  /// The path of a file, and the name of a dataset in the file.
  using DatasetName = std::pair<std::string, std::string>;
  using DatasetCounters =
      std::array<uint64_t, static_cast<size_t>(DatasetCounter::Count)>;
  std::map<DatasetName, DatasetCounters> Datasets;
  /// Name, or the entry of all further datasets once Known has many.
  template <class T>
  static DatasetName keptApart(const std::map<DatasetName, T> &Known,
                               const DatasetName &Name) {
    constexpr size_t MostDatasets = 64;
    const DatasetName Others("", "(other datasets)");
    return Known.contains(Name) ||
                   Known.size() - Known.count(Others) < MostDatasets
               ? Name
               : Others;
  }
  Spread RunNs, DemandReadNs, HitWaitNs;
  Range Lows, Highs, Contents;           ///< As in SchemeRange.
  std::map<std::string, uint64_t> Notes; ///< Text to number of ranks.
  uint64_t NotesLeftOut = 0;
  static constexpr size_t MostChanges = 64;
  /// At most MostChanges of each rank, in the order of the ranks.
  std::vector<PolicyChange> Changes;
  uint64_t ChangesLeftOut = 0;
  uint64_t Ranks = 0;
  std::string Program; ///< Path, from the first rank that tells.
  RunIdentity Identity;
  bool HasRegions = false;   ///< Some rank's program has regions.
  uint64_t RanksLeftOut = 0; ///< Ranks whose text was no JSON of a report.
  std::vector<Rank> ByRank;

  uint64_t get(RunCounter C) const { return Run[static_cast<size_t>(C)]; }
  /// The sum of the files.
  File total() const;
};

/// What prefetching saved. docs/statistics.md has the formula.
struct Verdict {
  /// Run time, and an estimate of the run time without prefetching; nothing
  /// where no measurement tells.
  uint64_t RunNs = 0;
  std::optional<uint64_t> WithoutNs;
  /// Whether the measured cost of reads may exceed the real cost.
  bool AtMost = false;
  /// The share of all demand reads that found their data ready.
  std::optional<double> ReadyShare;
  std::string Text; ///< One sentence.

  static Verdict of(const ReportData &Data);
  struct Cost {
    uint64_t Ns;
    bool Loaded; ///< Reads took much longer beside other reads.
  };
  /// Storage time of a read of this size class, by the measurements of File;
  /// nothing without measurements.
  static std::optional<Cost> storageCost(const ReportData::File &File,
                                         size_t Class);
};

/// Why no read was served from the cache: one sentence.
std::string whyNothingWasServed(const ReportData &Data);
/// Whether a note names a file that was not cached.
bool someNotCached(const ReportData &Data);

/// Version of the JSON form; grows when a reader of the earlier form would go
/// wrong.
inline constexpr unsigned StatisticsVersion = 1;
nlohmann::ordered_json toJson(const ReportData &Data);
/// Adds a text of toJson() of other ranks; false, with Data unchanged, if Text
/// is something else.
bool mergeJson(ReportData &Data, const std::string &Text);
/// Lines of at most 100 columns.
std::string toTable(const ReportData &Data);

} // namespace foreslice

#endif // FORESLICE_SUPPORT_STATISTICSREPORT_H
