//===- StatisticsTable.cpp - the report for people ------------------------===//
//
// The verdict first, then the main figures over the ranks, files and regions
// with a line each, the sums by topic without zeros, and last the notes. Rows
// come from statistics.def.
//
//===----------------------------------------------------------------------===//

#include "support/Settings.h"
#include "support/StatisticsReport.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

using namespace foreslice;

namespace {

/// A figure of a topic, or the title of the figures that follow: no Key. Each
/// start would relocate pointers to texts.
struct Row {
  char Key[24], Unit[16], Help[64];
};
constexpr Row CounterRows[] = {
#define FORESLICE_TOPIC(Title) {"", "", Title},
#define FORESLICE_COUNTER(Id, Key, Unit, Help) {Key, Unit, Help},
#include "support/statistics.def"
};
constexpr Row RunRows[] = {
#define FORESLICE_RUN_TOPIC(Title) {"", "", Title},
#define FORESLICE_RUN_COUNTER(Id, Key, Unit, Help) {Key, Unit, Help},
#include "support/statistics.def"
};

constexpr size_t MaxColumns = 100;
constexpr size_t MaxFileLines = 20, MaxRegionLines = 20, MaxChangeLines = 20;
constexpr size_t MaxPathWidth = 28, MaxRegionWidth = 36;
constexpr size_t MaxDatasetLines = 20, MaxDatasetWidth = 30,
                 MaxDatasetFileWidth = 24;

std::string time(uint64_t Ns) {
  double Value = static_cast<double>(Ns);
  for (const char *Unit : {"ns", "us", "ms"}) {
    if (Value < 1000)
      return fmt::format("{:.3g} {}", Value, Unit);
    Value /= 1000;
  }
  return fmt::format("{:.1f} s", Value);
}

std::string bytes(uint64_t Bytes) {
  double Value = static_cast<double>(Bytes);
  for (const char *Unit : {"B", "KiB", "MiB", "GiB"}) {
    if (Value < 1024)
      return fmt::format("{:.4g} {}", Value, Unit);
    Value /= 1024;
  }
  return fmt::format("{:.1f} TiB", Value);
}

/// At most seven digits.
std::string count(uint64_t N) {
  if (N < 10'000'000)
    return std::to_string(N);
  double Value = static_cast<double>(N);
  for (const char *Unit : {"", "K", "M", "G", "T"}) {
    if (Value < 10'000)
      return fmt::format("{:.0f}{}", Value, Unit);
    Value /= 1000;
  }
  return fmt::format("{:.3g}P", Value);
}

std::string value(const Row &R, uint64_t N) {
  const std::string_view Unit = R.Unit;
  if (Unit == "ns")
    return time(N);
  if (Unit == "bytes")
    return bytes(N);
  return fmt::format("{} {}", count(N), Unit);
}

/// Keeps the end of a path, which says more than the beginning.
std::string shortText(const std::string &Path, size_t Width) {
  std::string Text = printable(Path);
  if (Text.size() <= Width)
    return Text;
  return "..." + Text.substr(Text.size() - (Width - 3));
}

uint64_t get(const ReportData::File &F, Counter C) { return F.get(C); }

uint64_t get(const ReportData::RunCounters &R, RunCounter C) {
  return R[static_cast<size_t>(C)];
}

std::string share(uint64_t Part, uint64_t Number) {
  return Number ? fmt::format("{:.0f} %", 100.0 * double(Part) / double(Number))
                : "-";
}

/// The verdict; lines after the first are indented.
void verdictLines(fmt::memory_buffer &Out, std::string_view Text) {
  std::string_view Begin = "foreslice: ";
  while (!Text.empty()) {
    size_t Room = MaxColumns - Begin.size();
    size_t End = Text.size() <= Room ? Text.size() : Text.rfind(' ', Room);
    End = std::min(End, Text.size()); // a word without end is not taken apart
    fmt::format_to(std::back_inserter(Out), "{}{}\n", Begin,
                   Text.substr(0, End));
    Text.remove_prefix(std::min(End + 1, Text.size()));
    Begin = "           ";
  }
}

void rankLines(fmt::memory_buffer &Out, const ReportData &Data) {
  auto To = std::back_inserter(Out);
  struct {
    const char *Name;
    const Spread &Of;
  } Lines[] = {{"run time", Data.RunNs},
               {"time in demand reads", Data.DemandReadNs},
               {"time waited in hits", Data.HitWaitNs}};
  fmt::format_to(To, "{:<28} {:>10} {:>10} {:>10} {:>10}  {}\n", "by rank",
                 "sum", "mean", "least", "most", "most is of");
  for (const auto &[Name, Of] : Lines) {
    uint64_t Ranks = std::max<uint64_t>(Data.ByRank.size(), 1);
    fmt::format_to(To, "  {:<26} {:>10} {:>10} {:>10} {:>10}  rank {}\n", Name,
                   time(Of.Sum), time(Of.Sum / Ranks),
                   time(Of.Extremes.empty() ? 0 : Of.Extremes.Least),
                   time(Of.Extremes.Most), Of.Rank);
  }
}

void fileLines(fmt::memory_buffer &Out, const ReportData &Data) {
  if (Data.Files.empty())
    return;
  auto To = std::back_inserter(Out);
  fmt::format_to(To, "{:<28} {:>9} {:>10} {:>6} {:>6} {:>8} {:>8} {:>8}\n",
                 "file", "reads", "read", "cached", "ready", "mean", "p95",
                 "p99");
  std::vector<const std::pair<const std::string, ReportData::File> *> Files;
  Files.reserve(Data.Files.size());
  for (const auto &Entry : Data.Files)
    Files.push_back(&Entry);
  std::ranges::sort(Files, [](const auto *A, const auto *B) {
    uint64_t ANs = get(A->second, Counter::DemandReadNs);
    uint64_t BNs = get(B->second, Counter::DemandReadNs);
    return ANs != BNs ? ANs > BNs : A->first < B->first;
  });
  size_t Shown = std::min(Files.size(), MaxFileLines);
  for (size_t I = 0; I < Shown; ++I) {
    const ReportData::File &F = Files[I]->second;
    uint64_t Reads = get(F, Counter::Reads);
    uint64_t Cached = get(F, Counter::CacheReads);
    fmt::format_to(
        To, "{:<28} {:>9} {:>10} {:>6} {:>6} {:>8} {:>8} {:>8}\n",
        shortText(Files[I]->first, MaxPathWidth), count(Reads),
        bytes(get(F, Counter::ReadBytes)), share(Cached, Reads),
        share(get(F, Counter::ReadyReads), Reads),
        time(get(F, Counter::DemandReadNs) / std::max<uint64_t>(Reads, 1)),
        time(F.DemandReads.quantile(0.95)), time(F.DemandReads.quantile(0.99)));
  }
  if (Shown < Files.size())
    fmt::format_to(To, "and {} more files, which the totals include\n",
                   Files.size() - Shown);
}

void datasetLines(fmt::memory_buffer &Out, const ReportData &Data) {
  if (Data.Datasets.empty())
    return;
  using Entry = std::pair<ReportData::DatasetName, ReportData::DatasetCounters>;
  auto Get = [](const Entry &E, DatasetCounter C) {
    return E.second[static_cast<size_t>(C)];
  };
  std::vector<Entry> All(Data.Datasets.begin(), Data.Datasets.end());
  std::ranges::sort(All, std::greater(), [&](const Entry &E) {
    return std::pair(std::max(Get(E, DatasetCounter::ReadBytes),
                              Get(E, DatasetCounter::RequestedBytes)),
                     E.first);
  });
  auto To = std::back_inserter(Out);
  fmt::format_to(To, "{:<30} {:<24} {:>6} {:>9} {:>6} {:>7} {:>9}\n", "dataset",
                 "of file", "reads", "read", "ready", "asked", "asked for");
  const size_t Shown = std::min(All.size(), MaxDatasetLines);
  for (size_t I = 0; I < Shown; ++I) {
    const Entry &E = All[I];
    const uint64_t Reads = Get(E, DatasetCounter::Reads);
    fmt::format_to(To, "{:<30} {:<24} {:>6} {:>9} {:>6} {:>7} {:>9}\n",
                   shortText(E.first.second, MaxDatasetWidth),
                   shortText(E.first.first, MaxDatasetFileWidth), count(Reads),
                   bytes(Get(E, DatasetCounter::ReadBytes)),
                   share(Get(E, DatasetCounter::ReadyReads), Reads),
                   count(Get(E, DatasetCounter::Requests)),
                   bytes(Get(E, DatasetCounter::RequestedBytes)));
  }
  if (Shown < All.size())
    fmt::format_to(To, "and {} more datasets\n", All.size() - Shown);
}

void regionLines(fmt::memory_buffer &Out, const ReportData &Data) {
  if (Data.Regions.empty())
    return;
  auto To = std::back_inserter(Out);
  fmt::format_to(To, "{:<36} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n", "region",
                 "launches", "reads", "posted", "ended", "failed", "waited");
  size_t Shown = 0;
  for (const auto &[Name, R] : Data.Regions) {
    if (++Shown > MaxRegionLines)
      break;
    uint64_t Ended = get(R, RunCounter::SlicesCompleted) +
                     get(R, RunCounter::SlicesCancelled),
             Failed = 0;
    for (RunCounter C : SliceFailures)
      Failed += get(R, C);
    fmt::format_to(To, "{:<36} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n",
                   shortText(Name, MaxRegionWidth),
                   count(get(R, RunCounter::Launches)),
                   count(get(R, RunCounter::RegionReads)),
                   count(get(R, RunCounter::ReadsPosted)), Ended, Failed,
                   time(get(R, RunCounter::SliceWaitNs)));
  }
  if (Data.Regions.size() > MaxRegionLines)
    fmt::format_to(To, "and {} more regions, which the sums include\n",
                   Data.Regions.size() - MaxRegionLines);
}

/// A single source has no figures beyond the topics.
void sourceLines(fmt::memory_buffer &Out, const ReportData &Data) {
  if (Data.Sources.size() < 2)
    return;
  auto To = std::back_inserter(Out);
  fmt::format_to(To, "{:<36} {:>9} {:>9} {:>9}\n", "source", "pages", "used",
                 "wasted");
  for (const auto &[Name, Counters] : Data.Sources) {
    auto Get = [&](Counter C) { return Counters[static_cast<size_t>(C)]; };
    fmt::format_to(To, "{:<36} {:>9} {:>9} {:>9}\n", Name,
                   count(Get(Counter::PagesPrefetched)),
                   count(Get(Counter::PagesUsed)),
                   count(Get(Counter::PagesWasted)));
  }
}

/// Topics with figures other than zero.
template <size_t N>
void topicLines(fmt::memory_buffer &Out, const Row (&Rows)[N],
                const uint64_t *Next) {
  auto To = std::back_inserter(Out);
  std::string_view Title;
  for (const Row &R : Rows) {
    if (!*R.Key) {
      Title = R.Help;
      continue;
    }
    uint64_t Value = *Next++;
    if (Value == 0)
      continue;
    if (!Title.empty())
      fmt::format_to(To, "{}\n", std::exchange(Title, {}));
    fmt::format_to(To, "  {:<22} {:>16}  {}\n", R.Key, value(R, Value), R.Help);
  }
}

void schemeLines(fmt::memory_buffer &Out, const ReportData &Data) {
  if (Data.Contents.empty() || Data.Contents.Most == 0)
    return;
  auto To = std::back_inserter(Out);
  fmt::format_to(To, "prefetch scheme\n");
  auto Line = [&](const char *Name, const Range &R, const char *Help) {
    if (!R.empty() && R.Most != 0)
      fmt::format_to(To, "  {:<22} {:>16}  {}\n", Name,
                     fmt::format("{} to {} pages", R.Least, R.Most), Help);
  };
  Line("low threshold", Data.Lows, "fetching goes on at");
  Line("high threshold", Data.Highs, "fetching stops, or the horizon of auto");
  Line("content", Data.Contents, "pages prefetched and not yet read");
}

/// Time, rank, rule and sensors of each change of the policy.
void changeLines(fmt::memory_buffer &Out, const ReportData &Data) {
  if (Data.Changes.empty())
    return;
  auto To = std::back_inserter(Out);
  fmt::format_to(To, "changes of the policy\n");
  size_t Shown = std::min(Data.Changes.size(), MaxChangeLines);
  for (size_t I = 0; I < Shown; ++I) {
    const PolicyChange &C = Data.Changes[I];
    std::string Key = fmt::format("  {:>8} rank {:<3} {}", time(C.AtNs), C.Rank,
                                  printable(C.By));
    for (const auto &[Name, Value] : C.Sensors)
      Key += fmt::format("; {} {:.4g}", printable(Name), Value);
    fmt::format_to(To, "{}\n", Key.substr(0, MaxColumns));
    fmt::format_to(To, "{:>20}{}\n", "",
                   printable(C.Set).substr(0, MaxColumns - 20));
  }
  if (size_t More = Data.Changes.size() - Shown + Data.ChangesLeftOut)
    fmt::format_to(To, "  and {} more changes\n", More);
}

void noteLines(fmt::memory_buffer &Out, const ReportData &Data) {
  auto To = std::back_inserter(Out);
  if (!Data.Notes.empty())
    fmt::format_to(To, "given up\n");
  for (const auto &[Text, Ranks] : Data.Notes)
    fmt::format_to(To, "  {}{}\n", printable(Text),
                   Data.Ranks > 1
                       ? fmt::format(" (on {} of {} ranks)", Ranks, Data.Ranks)
                       : "");
  if (Data.NotesLeftOut)
    fmt::format_to(To, "  and {} more notes\n", Data.NotesLeftOut);
  if (Data.RanksLeftOut)
    fmt::format_to(To, "  statistics of {} ranks could not be read\n",
                   Data.RanksLeftOut);
}

} // namespace

std::string foreslice::toTable(const ReportData &Data) {
  fmt::memory_buffer Out;
  verdictLines(Out, Verdict::of(Data).Text);
  fmt::format_to(std::back_inserter(Out), "statistics of {} {}{}\n", Data.Ranks,
                 Data.Ranks == 1 ? "rank" : "ranks",
                 Data.Program.empty() ? "" : " of " + printable(Data.Program));
  rankLines(Out, Data);
  fileLines(Out, Data);
  datasetLines(Out, Data);
  regionLines(Out, Data);
  sourceLines(Out, Data);
  topicLines(Out, CounterRows, Data.total().Counters.data());
  topicLines(Out, RunRows, Data.Run.data());
  schemeLines(Out, Data);
  changeLines(Out, Data);
  noteLines(Out, Data);
  return fmt::to_string(Out);
}
