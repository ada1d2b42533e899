//===- StatisticsTable.cpp - the report for people ------------------------===//
//
// Files first, one line each, then the totals with what each counts, then what
// was given up and why. Rows come from statistics.def.
//
//===----------------------------------------------------------------------===//

#include "support/Settings.h"
#include "support/StatisticsReport.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <string_view>
#include <vector>

using namespace foreslice;

namespace {

struct Row {
  std::string_view Key, Unit, Help;
};
constexpr Row CounterRows[] = {
#define FORESLICE_COUNTER(Id, Key, Unit, Help) {Key, Unit, Help},
#include "support/statistics.def"
};
constexpr Row RunRows[] = {
#define FORESLICE_RUN_COUNTER(Id, Key, Unit, Help) {Key, Unit, Help},
#include "support/statistics.def"
};

constexpr size_t MaxFileLines = 20;
constexpr size_t MaxPathWidth = 28;

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

std::string value(const Row &R, uint64_t N) {
  if (R.Unit == "ns")
    return time(N);
  if (R.Unit == "bytes")
    return bytes(N);
  return std::to_string(N);
}

/// The end of a path says more than its beginning.
std::string shortPath(const std::string &Path) {
  std::string Text = printable(Path);
  if (Text.size() <= MaxPathWidth)
    return Text;
  return "..." + Text.substr(Text.size() - (MaxPathWidth - 3));
}

uint64_t get(const ReportData::File &F, Counter C) {
  return F.Counters[static_cast<size_t>(C)];
}

void fileLines(fmt::memory_buffer &Out, const ReportData &Data) {
  auto To = std::back_inserter(Out);
  fmt::format_to(To, "{:<28} {:>8} {:>10} {:>7} {:>8} {:>8} {:>8} {:>7}\n",
                 "file", "reads", "read", "cached", "ready", "unready",
                 "misses", "p95");
  std::vector<const std::pair<const std::string, ReportData::File> *> Files;
  for (const auto &Entry : Data.Files)
    Files.push_back(&Entry);
  std::ranges::stable_sort(Files, std::ranges::greater(), [](const auto *E) {
    return get(E->second, Counter::DemandReadNs);
  });
  size_t Shown = std::min(Files.size(), MaxFileLines);
  for (size_t I = 0; I < Shown; ++I) {
    const ReportData::File &F = Files[I]->second;
    uint64_t Reads = get(F, Counter::Reads);
    uint64_t Cached = get(F, Counter::CacheReads);
    fmt::format_to(
        To, "{:<28} {:>8} {:>10} {:>7} {:>8} {:>8} {:>8} {:>7}\n",
        shortPath(Files[I]->first), Reads, bytes(get(F, Counter::ReadBytes)),
        Reads ? fmt::format("{:.0f} %", 100.0 * double(Cached) / double(Reads))
              : "-",
        get(F, Counter::ReadyHits), get(F, Counter::UnreadyHits),
        get(F, Counter::Misses), time(F.DemandReads.quantile(0.95)));
  }
  if (Shown < Files.size())
    fmt::format_to(To, "and {} more files, which the totals include\n",
                   Files.size() - Shown);
}

void totalLines(fmt::memory_buffer &Out, const ReportData &Data) {
  auto To = std::back_inserter(Out);
  auto Line = [&](const Row &R, uint64_t N) {
    fmt::format_to(To, "  {:<23} {:>10}  {}\n", R.Key, value(R, N), R.Help);
  };
  fmt::format_to(To, "in all\n");
  for (size_t I = 0; I < std::size(CounterRows); ++I) {
    uint64_t Sum = 0;
    for (const auto &[Path, F] : Data.Files)
      Sum += F.Counters[I];
    Line(CounterRows[I], Sum);
  }
  for (size_t I = 0; I < std::size(RunRows); ++I)
    Line(RunRows[I], Data.Run[I]);
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
  fmt::format_to(std::back_inserter(Out), "foreslice: statistics of {} {}\n",
                 Data.Ranks, Data.Ranks == 1 ? "rank" : "ranks");
  fileLines(Out, Data);
  totalLines(Out, Data);
  noteLines(Out, Data);
  return fmt::to_string(Out);
}
