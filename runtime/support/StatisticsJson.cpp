//===- StatisticsJson.cpp - the report as JSON, and back ------------------===//
//
// Percentiles are printed for readers; merging uses the histogram, which is
// written as [bucket, count] pairs of the buckets that are not empty.
//
//===----------------------------------------------------------------------===//

#include "support/Settings.h"
#include "support/StatisticsReport.h"

#include <nlohmann/json.hpp>

using namespace foreslice;
using nlohmann::json;
using nlohmann::ordered_json;

namespace {

constexpr const char *CounterKeys[] = {
#define FORESLICE_COUNTER(Id, Key, Unit, Help) Key,
#include "support/statistics.def"
};
constexpr const char *RunCounterKeys[] = {
#define FORESLICE_RUN_COUNTER(Id, Key, Unit, Help) Key,
#include "support/statistics.def"
};
struct Percentile {
  const char *Key;
  double Share;
};
constexpr Percentile Percentiles[] = {{"demand_read_p50_ns", 0.50},
                                      {"demand_read_p95_ns", 0.95},
                                      {"demand_read_p99_ns", 0.99}};
constexpr const char *HistogramKey = "demand_read_histogram";

ordered_json fileToJson(const ReportData::File &F) {
  ordered_json J;
  for (size_t I = 0; I < F.Counters.size(); ++I)
    J[CounterKeys[I]] = F.Counters[I];
  for (const Percentile &P : Percentiles)
    J[P.Key] = F.DemandReads.quantile(P.Share);
  ordered_json Buckets = ordered_json::array();
  for (size_t I = 0; I < LatencyHistogram::Size; ++I)
    if (uint32_t N = F.DemandReads.bucket(I))
      Buckets.push_back({I, N});
  J[HistogramKey] = std::move(Buckets);
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
}

} // namespace

ordered_json foreslice::toJson(const ReportData &Data) {
  ordered_json J;
  J["ranks"] = Data.Ranks;
  if (Data.RanksLeftOut)
    J["ranks_left_out"] = Data.RanksLeftOut;
  Settings S = Settings::get();
  for (const SettingInfo &Info : settingTable())
    J["settings"][Info.Name] = Info.Value(S);

  ReportData::File Total;
  ordered_json Files = ordered_json::array();
  for (const auto &[Path, F] : Data.Files) {
    ordered_json One;
    One["path"] = Path;
    One.update(fileToJson(F));
    Files.push_back(std::move(One));
    for (size_t I = 0; I < F.Counters.size(); ++I)
      Total.Counters[I] += F.Counters[I];
    for (size_t I = 0; I < LatencyHistogram::Size; ++I)
      Total.DemandReads.addToBucket(I, F.DemandReads.bucket(I));
  }
  J["total"] = fileToJson(Total);
  for (size_t I = 0; I < Data.Run.size(); ++I)
    J["run"][RunCounterKeys[I]] = Data.Run[I];
  J["files"] = std::move(Files);
  J["notes"] = ordered_json::array();
  for (const auto &[Text, Ranks] : Data.Notes)
    J["notes"].push_back({{"text", Text}, {"ranks", Ranks}});
  J["notes_left_out"] = Data.NotesLeftOut;
  return J;
}

bool foreslice::mergeJson(ReportData &Data, const std::string &Text) try {
  json J = json::parse(Text);
  // Everything that may throw comes first: a bad text changes nothing.
  std::map<std::string, ReportData::File> Files;
  for (const json &F : J.at("files"))
    addFile(Files[F.at("path").get<std::string>()], F);
  ReportData Other;
  Other.Ranks = J.at("ranks").get<uint64_t>();
  Other.NotesLeftOut = J.at("notes_left_out").get<uint64_t>();
  for (size_t I = 0; I < Other.Run.size(); ++I)
    Other.Run[I] = J.at("run").value(RunCounterKeys[I], uint64_t(0));
  for (const json &N : J.at("notes"))
    Other.Notes[N.at("text").get<std::string>()] =
        N.at("ranks").get<uint64_t>();

  for (auto &[Path, F] : Files) {
    ReportData::File &Out = Data.Files[Path];
    for (size_t I = 0; I < Out.Counters.size(); ++I)
      Out.Counters[I] += F.Counters[I];
    for (size_t I = 0; I < LatencyHistogram::Size; ++I)
      Out.DemandReads.addToBucket(I, F.DemandReads.bucket(I));
  }
  for (size_t I = 0; I < Data.Run.size(); ++I)
    Data.Run[I] += Other.Run[I];
  for (const auto &[NoteText, Ranks] : Other.Notes)
    Data.Notes[NoteText] += Ranks;
  Data.NotesLeftOut += Other.NotesLeftOut;
  Data.Ranks += Other.Ranks;
  return true;
} catch (const json::exception &) {
  return false;
}
