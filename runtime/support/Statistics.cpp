//===- Statistics.cpp - counting and the report's JSON --------------------===//
//
// Counters are found once, under a lock, and then counted without a lock. The
// JSON has the keys of statistics.def.
//
//===----------------------------------------------------------------------===//

#include "support/Statistics.h"
#include "support/Mutex.h"
#include "support/NamedFiles.h"
#include "support/Output.h"
#include "support/ProcessObject.h"
#include "support/Settings.h"
#include "support/StatisticsReport.h"

#include <algorithm>
#include <cstdlib>
#include <list>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <unistd.h>

using namespace foreslice;

namespace {
constexpr size_t MaxFiles = 256;
constexpr size_t MaxRegions = 256;
constexpr size_t MaxNotes = 64;
} // namespace

void RegionStatistics::add(RunCounter C, uint64_t N) {
  Values[static_cast<size_t>(C)].fetch_add(N, std::memory_order_relaxed);
  Whole.add(C, N);
}

struct Statistics::Impl {
  Mutex Lock;
  // The entries never move. A list takes no memory before its first entry.
  std::list<FileStatistics> Files FORESLICE_GUARDED_BY(Lock);
  std::map<FileId, FileStatistics *> ByFile FORESLICE_GUARDED_BY(Lock);
  FileStatistics *Others FORESLICE_GUARDED_BY(Lock) = nullptr;
  std::list<RegionStatistics> Regions FORESLICE_GUARDED_BY(Lock);
  std::map<std::string, RegionStatistics *> ByName FORESLICE_GUARDED_BY(Lock);
  std::list<DatasetStatistics> Datasets FORESLICE_GUARDED_BY(Lock);
  std::map<ReportData::DatasetName, DatasetStatistics *>
      ByDataset FORESLICE_GUARDED_BY(Lock);
  std::list<SourceStatistics> Sources FORESLICE_GUARDED_BY(Lock);
  std::set<std::string> Notes FORESLICE_GUARDED_BY(Lock);
  uint64_t NotesLeftOut FORESLICE_GUARDED_BY(Lock) = 0;
  std::vector<PolicyChange> Changes FORESLICE_GUARDED_BY(Lock);
  uint64_t ChangesLeftOut FORESLICE_GUARDED_BY(Lock) = 0;
  std::string Program FORESLICE_GUARDED_BY(Lock);
  std::vector<std::string> Arguments FORESLICE_GUARDED_BY(Lock);
  std::string Mpi FORESLICE_GUARDED_BY(Lock);
  std::array<std::atomic<uint64_t>, static_cast<size_t>(RunCounter::Count)>
      Run{};
  SchemeRange Scheme;
};

Statistics::Statistics() : P(std::make_unique<Impl>()) {}
Statistics::~Statistics() = default;

Statistics &Statistics::get() {
  // Never destroyed: threads may still count while the process exits.
  static constinit ProcessObject<Statistics> S;
  return S.get();
}

FileStatistics &Statistics::file(const std::string &Path, FileId Id) {
  MutexLock Guard(P->Lock);
  if (auto Known = P->ByFile.find(Id); Known != P->ByFile.end())
    return *Known->second;
  if (P->Files.size() < MaxFiles)
    return *(P->ByFile[Id] = &P->Files.emplace_back(Path));
  if (!P->Others)
    P->Others = &P->Files.emplace_back("(other files)");
  return *P->Others;
}

RegionStatistics &Statistics::region(const std::string &Name) {
  MutexLock Guard(P->Lock);
  bool Room = P->ByName.size() < MaxRegions || P->ByName.contains(Name);
  const std::string &Kept = Room ? Name : "(other regions)";
  RegionStatistics *&Known = P->ByName[Kept];
  if (!Known)
    Known = &P->Regions.emplace_back(Kept, *this);
  return *Known;
}

DatasetStatistics *Statistics::dataset(std::string_view Name,
                                       const std::string &File) {
  if (Settings::get().Stats.empty())
    return nullptr;
  MutexLock Guard(P->Lock);
  const ReportData::DatasetName Kept =
      ReportData::keptApart(P->ByDataset, {File, std::string(Name)});
  DatasetStatistics *&Known = P->ByDataset[Kept];
  if (!Known)
    Known = &P->Datasets.emplace_back(Kept.second, Kept.first);
  return Known;
}

SourceStatistics &Statistics::source(const std::string &Name) {
  MutexLock Guard(P->Lock);
  auto Known = std::ranges::find(P->Sources, Name, &SourceStatistics::Name);
  return Known != P->Sources.end() ? *Known : P->Sources.emplace_back(Name);
}

SchemeRange &Statistics::scheme() { return P->Scheme; }

void Statistics::add(RunCounter C, uint64_t N) {
  P->Run[static_cast<size_t>(C)].fetch_add(N, std::memory_order_relaxed);
}

uint64_t Statistics::get(RunCounter C) const {
  return P->Run[static_cast<size_t>(C)].load(std::memory_order_relaxed);
}

void Statistics::note(const std::string &Text) {
  MutexLock Guard(P->Lock);
  if (P->Notes.size() < MaxNotes || P->Notes.contains(Text))
    P->Notes.insert(Text);
  else
    ++P->NotesLeftOut;
}

void Statistics::changed(PolicyChange Change) {
  add(RunCounter::PolicyChanges);
  MutexLock Guard(P->Lock);
  if (P->Changes.size() < ReportData::MostChanges)
    P->Changes.push_back(std::move(Change));
  else
    ++P->ChangesLeftOut;
}

std::array<uint64_t, static_cast<size_t>(Counter::Count)>
Statistics::fileSums() const {
  std::array<uint64_t, static_cast<size_t>(Counter::Count)> Sums{};
  MutexLock Guard(P->Lock);
  for (const FileStatistics &F : P->Files)
    for (size_t I = 0; I < Sums.size(); ++I)
      Sums[I] += F.get(static_cast<Counter>(I));
  return Sums;
}

bool Statistics::hasUnreadFile() const {
  MutexLock Guard(P->Lock);
  return std::ranges::any_of(P->Files, [](const FileStatistics &F) {
    return F.get(Counter::Reads) == 0;
  });
}

namespace {
ReportData::File dataOf(const FileStatistics &F) {
  ReportData::File Out;
  for (size_t I = 0; I < Out.Counters.size(); ++I)
    Out.Counters[I] = F.get(static_cast<Counter>(I));
  Out.DemandReads.add(F.DemandReads);
  Out.KeptBySystem = F.KeptBySystem.load();
  for (size_t C = 0; C < SizeClass::Count; ++C) {
    for (size_t D = 0; D < SizeClass::Depths; ++D)
      Out.BySize[C].Storage[D] = F.BySize[C].Storage[D].times();
    Out.BySize[C].Served = F.BySize[C].Served.load();
    Out.BySize[C].ServedNs = F.BySize[C].ServedNs.load();
  }
  return Out;
}
} // namespace

void Statistics::areOf(const std::string &Program) {
  MutexLock Guard(P->Lock);
  P->Program = Program;
}

void Statistics::wasCalled(std::vector<std::string> Arguments) {
  MutexLock Guard(P->Lock);
  P->Arguments = std::move(Arguments);
}

void Statistics::runsWith(const std::string &Mpi) {
  MutexLock Guard(P->Lock);
  P->Mpi = Mpi;
}

std::string Statistics::json(int Rank) const {
  ReportData Data;
  Data.Ranks = 1;
  Data.HasRegions = HasRegions.load(std::memory_order_relaxed);
  MutexLock Guard(P->Lock);
  Data.Program = P->Program.empty() ? named_files::linkTarget("/proc/self/exe")
                                    : P->Program;
  Data.Identity = RunIdentity::ofNow(get(RunCounter::RunNs));
  Data.Identity.Beside = !P->Program.empty();
  Data.Identity.Arguments =
      P->Program.empty() ? argumentsOf(getpid()) : P->Arguments;
  Data.Identity.Mpi = P->Mpi;
  for (const FileStatistics &F : P->Files)
    Data.Files[F.Path].add(dataOf(F));
  for (size_t I = 0; I < Data.Run.size(); ++I)
    Data.Run[I] = get(static_cast<RunCounter>(I));
  for (const RegionStatistics &R : P->Regions)
    for (size_t I = 0; I < Data.Run.size(); ++I)
      Data.Regions[R.Name][I] = R.get(static_cast<RunCounter>(I));
  for (const DatasetStatistics &D : P->Datasets)
    for (size_t I = 0; I < ReportData::DatasetCounters().size(); ++I)
      Data.Datasets[{D.File, D.Name}][I] =
          D.get(static_cast<DatasetCounter>(I));
  for (const SourceStatistics &S : P->Sources)
    for (size_t I = 0; I < Data.Sources[S.Name].size(); ++I)
      Data.Sources[S.Name][I] = S.get(static_cast<Counter>(I));
  auto Of = [&](uint64_t Value) {
    return Spread{Value, {Value, Value}, static_cast<uint64_t>(Rank)};
  };
  ReportData::File Total = Data.total();
  Data.RunNs = Of(Data.get(RunCounter::RunNs));
  Data.DemandReadNs = Of(Total.get(Counter::DemandReadNs));
  Data.HitWaitNs = Of(Total.get(Counter::HitWaitNs));
  Data.Lows = P->Scheme.lows();
  Data.Highs = P->Scheme.highs();
  Data.Contents = P->Scheme.contents();
  for (const std::string &Text : P->Notes)
    Data.Notes[Text] = 1;
  Data.NotesLeftOut = P->NotesLeftOut;
  Data.Changes = P->Changes;
  for (PolicyChange &C : Data.Changes)
    C.Rank = static_cast<uint64_t>(Rank);
  Data.ChangesLeftOut = P->ChangesLeftOut;
  return toJson(Data).dump(-1, ' ', false,
                           nlohmann::json::error_handler_t::replace);
}

namespace {
void putReport(std::span<const std::string> Ranks, const std::string &Where) {
  ReportData Data;
  for (const std::string &Text : Ranks)
    if (!mergeJson(Data, Text))
      ++Data.RanksLeftOut;
  if (Where == "-") {
    writeErrors(toTable(Data));
    return;
  }
  nlohmann::json J = toJson(Data);
  std::string Text =
      J.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  if (std::string Error = replaceFile(pathOfProcess(Where), Text);
      !Error.empty())
    warnOnce("FORESLICE_STATS: no statistics written: " + Error);
}
} // namespace

void Statistics::report(std::span<const std::string> Ranks) {
  if (const std::string &Where = Settings::get().Stats; !Where.empty())
    putReport(Ranks, Where);
}

void Statistics::print(int Rank, int Size) const {
  std::string Where = Settings::get().Stats;
  if (Where.empty())
    return;
  if (Where != "-" && Size > 1)
    Where += "." + std::to_string(Rank);
  std::string OwnName = json(Rank);
  putReport({&OwnName, 1}, Where);
}
