//===- StatisticsJson.cpp - the report as JSON, and back ------------------===//
//
// Means, percentiles and the verdict are for readers; merging uses the
// histograms, written without empty buckets. The form is
// docs/statistics.schema.json.
//
//===----------------------------------------------------------------------===//

#include "support/Settings.h"
#include "support/StatisticsReport.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

using namespace foreslice;
using nlohmann::json;
using nlohmann::ordered_json;

namespace {

/// Each start would relocate pointers.
using CounterKey = char[24];
constexpr CounterKey CounterKeys[] = {
#define FORESLICE_COUNTER(Id, Key, Unit, Help) Key,
#include "support/statistics.def"
};
constexpr CounterKey RunCounterKeys[] = {
#define FORESLICE_RUN_COUNTER(Id, Key, Unit, Help) Key,
#include "support/statistics.def"
};
/// By DatasetCounter.
constexpr const char *DatasetKeys[] = {"requests", "requested_bytes", "reads",
                                       "read_bytes", "ready_reads"};
static_assert(std::size(DatasetKeys) ==
              static_cast<size_t>(DatasetCounter::Count));
struct Percentile {
  const char *Key;
  double Share;
};
constexpr Percentile Percentiles[] = {{"demand_read_p50_ns", 0.50},
                                      {"demand_read_p95_ns", 0.95},
                                      {"demand_read_p99_ns", 0.99}};
constexpr const char *HistogramKey = "demand_read_histogram";
constexpr const char *VersionKey = "foreslice_statistics";

/// Changes of the policies of all ranks together.
constexpr size_t MostChangesInAll = 1024;

struct SpreadOf {
  const char *Key;
  Spread ReportData::*Where;
};
constexpr SpreadOf Spreads[] = {{"run_ns", &ReportData::RunNs},
                                {"demand_read_ns", &ReportData::DemandReadNs},
                                {"hit_wait_ns", &ReportData::HitWaitNs}};
struct RangeOf {
  const char *Key;
  Range ReportData::*Where;
};
constexpr RangeOf Ranges[] = {{"low_pages", &ReportData::Lows},
                              {"high_pages", &ReportData::Highs},
                              {"content_pages", &ReportData::Contents}};

/// Figures of reads of one size class.
ordered_json sizeToJson(const ReportData::File &F, size_t Class) {
  const ReportData::SizeClassData &D = F.BySize[Class];
  ordered_json J;
  uint64_t Most = SizeClass::mostBytes(Class);
  J["class"] = Class;
  J["most_bytes"] = Most == UINT64_MAX ? ordered_json() : ordered_json(Most);
  J["served_reads"] = D.Served;
  J["served_read_ns"] = D.ServedNs;
  std::optional<Verdict::Cost> Cost = Verdict::storageCost(F, Class);
  J["storage_ns_each"] = Cost ? ordered_json(Cost->Ns) : ordered_json();
  J["storage_ns_samples"] = D.Storage;
  return J;
}

ordered_json sizesToJson(const ReportData::File &F) {
  ordered_json All = ordered_json::array();
  for (size_t C = 0; C < SizeClass::Count; ++C)
    if (const auto &D = F.BySize[C];
        D.Served || std::ranges::any_of(
                        D.Storage, [](const auto &S) { return !S.empty(); }))
      All.push_back(sizeToJson(F, C));
  return All;
}

void addSizes(ReportData::File &Out, const json &All) {
  for (const json &J : All) {
    size_t Class = J.at("class").get<size_t>();
    if (Class >= SizeClass::Count)
      continue;
    ReportData::SizeClassData &D = Out.BySize[Class];
    D.Served += J.at("served_reads").get<uint64_t>();
    D.ServedNs += J.at("served_read_ns").get<uint64_t>();
    for (size_t Depth = 0; Depth < SizeClass::Depths; ++Depth)
      Out.addSamples(
          Class, Depth,
          J.at("storage_ns_samples").at(Depth).get<std::vector<uint64_t>>());
  }
}

ordered_json runToJson(const ReportData::RunCounters &Run) {
  ordered_json J;
  for (size_t I = 0; I < Run.size(); ++I)
    J[RunCounterKeys[I]] = Run[I];
  return J;
}

ReportData::RunCounters runOf(const json &J) {
  ReportData::RunCounters Run{};
  for (size_t I = 0; I < Run.size(); ++I)
    Run[I] = J.value(RunCounterKeys[I], uint64_t(0));
  return Run;
}

template <size_t N>
void add(std::array<uint64_t, N> &To, const std::array<uint64_t, N> &From) {
  for (size_t I = 0; I < To.size(); ++I)
    To[I] += From[I];
}

ordered_json verdictToJson(const ReportData &Data) {
  Verdict V = Verdict::of(Data);
  ordered_json J;
  J["text"] = V.Text;
  J["run_ns"] = V.RunNs;
  J["without_prefetching_ns"] =
      V.WithoutNs ? ordered_json(*V.WithoutNs) : ordered_json();
  J["at_most"] = V.AtMost;
  J["ready_share"] =
      V.ReadyShare ? ordered_json(*V.ReadyShare) : ordered_json();
  return J;
}

void rangeToJson(ordered_json &J, const Range &R) {
  J["min"] = R.empty() ? 0 : R.Least;
  J["max"] = R.Most;
}

Range rangeOf(const json &J) {
  return {J.at("min").get<uint64_t>(), J.at("max").get<uint64_t>()};
}

/// The figures of a rank for withoutPrefetching().
ReportData::Rank rankOf(const ReportData &OwnData) {
  ReportData::Rank R{
      OwnData.get(RunCounter::RunNs), OwnData.get(RunCounter::LaunchNs), {}};
  for (const auto &[Path, F] : OwnData.Files)
    for (size_t C = 0; C < SizeClass::Count; ++C)
      if (F.BySize[C].Served)
        R.Reads.push_back({Path, C, F.BySize[C].Served, F.BySize[C].ServedNs});
  return R;
}

ordered_json fileToJson(const ReportData::File &F) {
  ordered_json J;
  for (size_t I = 0; I < F.Counters.size(); ++I)
    J[CounterKeys[I]] = F.Counters[I];
  uint64_t Reads = F.get(Counter::Reads);
  J["demand_read_mean_ns"] =
      Reads ? F.get(Counter::DemandReadNs) / Reads : uint64_t(0);
  for (const Percentile &P : Percentiles)
    J[P.Key] = F.DemandReads.quantile(P.Share);
  ordered_json Buckets = ordered_json::array();
  for (size_t I = 0; I < LatencyHistogram::Size; ++I)
    if (uint32_t N = F.DemandReads.bucket(I))
      Buckets.push_back({I, N});
  J[HistogramKey] = std::move(Buckets);
  J["by_size"] = sizesToJson(F);
  J["kept_by_system"] = F.KeptBySystem;
  return J;
}

void addFile(ReportData::File &Out, const json &J) {
  for (size_t I = 0; I < Out.Counters.size(); ++I)
    Out.Counters[I] += J.value(CounterKeys[I], uint64_t(0));
  for (const json &Pair : J.at(HistogramKey)) {
    size_t Bucket = Pair.at(0).get<size_t>();
    if (Bucket < LatencyHistogram::Size)
      Out.DemandReads.addToBucket(Bucket, Pair.at(1).get<uint32_t>());
  }
  addSizes(Out, J.at("by_size"));
  Out.KeptBySystem |= J.at("kept_by_system").get<bool>();
}

ordered_json changesToJson(const ReportData &Data) {
  ordered_json All = ordered_json::array();
  for (const PolicyChange &C : Data.Changes)
    All.push_back({{"rank", C.Rank},
                   {"at_ns", C.AtNs},
                   {"by", C.By},
                   {"set", C.Set},
                   {"sensors", C.Sensors}});
  return All;
}

PolicyChange changeOf(const json &J) {
  return {J.at("at_ns").get<uint64_t>(), J.at("rank").get<uint64_t>(),
          J.at("by").get<std::string>(), J.at("set").get<std::string>(),
          J.at("sensors").get<std::map<std::string, double>>()};
}

} // namespace

void Spread::add(const Spread &Other) {
  Sum += Other.Sum;
  if (Extremes.empty() || Other.Extremes.Most > Extremes.Most)
    Rank = Other.Rank;
  Extremes.include(Other.Extremes);
}

void ReportData::File::add(const File &Other) {
  for (size_t I = 0; I < Counters.size(); ++I)
    Counters[I] += Other.Counters[I];
  DemandReads.add(Other.DemandReads);
  KeptBySystem |= Other.KeptBySystem;
  for (size_t C = 0; C < SizeClass::Count; ++C) {
    for (size_t D = 0; D < SizeClass::Depths; ++D)
      addSamples(C, D, Other.BySize[C].Storage[D]);
    BySize[C].Served += Other.BySize[C].Served;
    BySize[C].ServedNs += Other.BySize[C].ServedNs;
  }
}

void ReportData::File::addSamples(size_t Class, size_t Depth,
                                  std::span<const uint64_t> Times) {
  std::vector<uint64_t> &To = BySize[Class].Storage[Depth];
  size_t Room = MostSamples - std::min(To.size(), MostSamples);
  Times = Times.first(std::min(Times.size(), Room));
  To.insert(To.end(), Times.begin(), Times.end());
}

ReportData::File ReportData::total() const {
  File Total;
  for (const auto &[Path, F] : Files)
    Total.add(F);
  return Total;
}

/// Each name with all counters that are not zero.
template <class NamedMap>
static ordered_json namedToJson(const NamedMap &Named,
                                std::span<const CounterKey> Keys) {
  ordered_json List = ordered_json::array();
  for (const auto &[Name, Counters] : Named) {
    ordered_json One;
    One["name"] = Name;
    for (size_t I = 0; I < Counters.size(); ++I)
      if (Counters[I])
        One[Keys[I]] = Counters[I];
    List.push_back(std::move(One));
  }
  return List;
}

static ordered_json datasetsToJson(const ReportData &Data) {
  ordered_json List = ordered_json::array();
  for (const auto &[Name, Counters] : Data.Datasets) {
    ordered_json One;
    One["name"] = Name.second;
    One["file"] = Name.first;
    for (size_t I = 0; I < Counters.size(); ++I)
      One[DatasetKeys[I]] = Counters[I];
    List.push_back(std::move(One));
  }
  return List;
}

ordered_json foreslice::toJson(const ReportData &Data) {
  ordered_json J;
  J[VersionKey] = StatisticsVersion;
  J["verdict"] = verdictToJson(Data);
  J["ranks"] = Data.Ranks;
  J["ranks_left_out"] = Data.RanksLeftOut;
  J["program"] = Data.Program;
  J["identity"] = toJson(Data.Identity);
  J["has_regions"] = Data.HasRegions;
  const Settings &S = Settings::get();
  for (const SettingInfo &Info : settingTable())
    J["settings"][Info.Name] = Info.Value(S);
  for (const SpreadOf &Of : Spreads) {
    const Spread &Value = Data.*Of.Where;
    ordered_json &Out = J["by_rank"][Of.Key];
    Out["sum"] = Value.Sum;
    rangeToJson(Out, Value.Extremes);
    Out["max_rank"] = Value.Rank;
  }
  J["total"] = fileToJson(Data.total());
  J["run"] = runToJson(Data.Run);
  J["scheme"] = ordered_json::object();
  for (const RangeOf &Range : Ranges)
    if (!(Data.*Range.Where).empty())
      rangeToJson(J["scheme"][Range.Key], Data.*Range.Where);
  J["files"] = ordered_json::array();
  for (const auto &[Path, F] : Data.Files) {
    ordered_json One;
    One["path"] = Path;
    One.update(fileToJson(F));
    J["files"].push_back(std::move(One));
  }
  J["regions"] = namedToJson(Data.Regions, RunCounterKeys);
  J["datasets"] = datasetsToJson(Data);
  J["sources"] = namedToJson(Data.Sources, CounterKeys);
  J["notes"] = ordered_json::array();
  for (const auto &[Text, Ranks] : Data.Notes)
    J["notes"].push_back({{"text", Text}, {"ranks", Ranks}});
  J["notes_left_out"] = Data.NotesLeftOut;
  J["policy"] = changesToJson(Data);
  J["policy_left_out"] = Data.ChangesLeftOut;
  return J;
}

bool foreslice::mergeJson(ReportData &Data, const std::string &Text) try {
  json J = json::parse(Text);
  if (J.at(VersionKey).get<unsigned>() != StatisticsVersion)
    return false;
  // Everything that may throw comes first: a bad text changes nothing.
  ReportData Other;
  for (const json &F : J.at("files"))
    addFile(Other.Files[F.at("path").get<std::string>()], F);
  Other.Ranks = J.at("ranks").get<uint64_t>();
  // Files of runs before has_regions was written are of programs with regions.
  Other.HasRegions = J.value("has_regions", true);
  Other.Program = J.value("program", "");
  // Files of runs before this was told have none.
  if (J.contains("identity"))
    Other.Identity = runIdentityOf(J["identity"]);
  Other.NotesLeftOut = J.at("notes_left_out").get<uint64_t>();
  Other.Run = runOf(J.at("run"));
  for (const json &R : J.at("regions"))
    add(Other.Regions[R.at("name").get<std::string>()], runOf(R));
  // Files of runs before datasets were counted have none.
  for (const json &D : J.value("datasets", json::array())) {
    auto &To = Other.Datasets[{D.at("file").get<std::string>(),
                               D.at("name").get<std::string>()}];
    for (size_t I = 0; I < To.size(); ++I)
      To[I] = D.at(DatasetKeys[I]).get<uint64_t>();
  }
  // Files of runs before sources were counted have none.
  for (const json &Source : J.value("sources", json::array())) {
    auto &To = Other.Sources[Source.at("name").get<std::string>()];
    for (size_t I = 0; I < To.size(); ++I)
      To[I] = Source.value(CounterKeys[I], uint64_t(0));
  }
  for (const SpreadOf &Spread : Spreads) {
    const json &In = J.at("by_rank").at(Spread.Key);
    Other.*Spread.Where = {In.at("sum").get<uint64_t>(), rangeOf(In),
                           In.at("max_rank").get<uint64_t>()};
  }
  for (const RangeOf &Range : Ranges)
    if (J.at("scheme").contains(Range.Key))
      Other.*Range.Where = rangeOf(J["scheme"][Range.Key]);
  for (const json &N : J.at("notes"))
    Other.Notes[N.at("text").get<std::string>()] =
        N.at("ranks").get<uint64_t>();
  // Files of runs before policies were changed have none.
  for (const json &C : J.value("policy", json::array()))
    Other.Changes.push_back(changeOf(C));
  Other.ChangesLeftOut = J.value("policy_left_out", uint64_t(0));
  ReportData::Rank Rank = rankOf(Other);

  for (auto &[Path, F] : Other.Files)
    Data.Files[Path].add(F);
  Data.HasRegions |= Other.HasRegions;
  if (Data.Program.empty())
    Data.Program = Other.Program;
  Data.Identity.add(Other.Identity);
  add(Data.Run, Other.Run);
  for (const auto &[Name, Counters] : Other.Regions)
    add(Data.Regions[Name], Counters);
  for (const auto &[Name, Counters] : Other.Datasets)
    add(Data.Datasets[ReportData::keptApart(Data.Datasets, Name)], Counters);
  for (const auto &[Name, Counters] : Other.Sources)
    add(Data.Sources[Name], Counters);
  for (const SpreadOf &Of : Spreads)
    (Data.*Of.Where).add(Other.*Of.Where);
  for (const RangeOf &Of : Ranges)
    (Data.*Of.Where).include(Other.*Of.Where);
  for (const auto &[NoteText, Ranks] : Other.Notes)
    Data.Notes[NoteText] += Ranks;
  Data.NotesLeftOut += Other.NotesLeftOut;
  for (PolicyChange &C : Other.Changes)
    if (Data.Changes.size() < MostChangesInAll)
      Data.Changes.push_back(std::move(C));
    else
      ++Data.ChangesLeftOut;
  Data.ChangesLeftOut += Other.ChangesLeftOut;
  Data.Ranks += Other.Ranks;
  Data.ByRank.push_back(std::move(Rank));
  return true;
} catch (const json::exception &) {
  return false;
}
