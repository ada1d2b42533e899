//===- StatisticsReason.cpp - why the cache served no read ----------------===//
//
// Figures are sums over ranks with different stories. A sentence says what was
// counted, and names a cause only where the counts leave no other.
//
//===----------------------------------------------------------------------===//

#include "support/StatisticsReport.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace foreslice;

namespace {

using Parts = std::vector<std::string>;

void addPart(Parts &To, uint64_t Count, const char *One, const char *Several) {
  if (Count != 0)
    To.push_back(fmt::format("{} {}", Count, Count == 1 ? One : Several));
}

/// How slices ended without asking for a read.
std::string ends(const ReportData &Data) {
  uint64_t Launches = Data.get(RunCounter::Launches);
  uint64_t Idle = Data.get(RunCounter::SlicesNotNeeded);
  if (Idle == Launches && Data.get(RunCounter::RegionReads) == 0)
    return "no file that can be cached was read in a region";
  if (Idle == Launches)
    return "reads were as fast as from memory";
  uint64_t Failed = 0;
  for (RunCounter C : SliceFailures)
    Failed += Data.get(C);
  Parts P;
  addPart(P, Idle, "was not needed", "were not needed");
  addPart(P, Failed, "failed", "failed");
  addPart(P, Data.get(RunCounter::SlicesCancelled), "was over with its region",
          "were over with their regions");
  addPart(P, Data.get(RunCounter::SlicesCompleted), "ended by itself",
          "ended by themselves");
  return fmt::format("no slice asked for a read{}{}{}", P.empty() ? "" : "; ",
                     P.empty() ? "" : fmt::format("of {}, ", Launches),
                     fmt::join(P, ", "));
}

/// The fate of reads that slices asked for, when nothing was fetched.
std::string requests(const ReportData &Data, const ReportData::File &Total) {
  uint64_t Resident = Total.get(Counter::PagesResident);
  uint64_t Late = Total.get(Counter::RequestsSkipped);
  uint64_t Parked = Total.get(Counter::PagesParked);
  if (Resident != 0 && Late == 0 && Parked == 0)
    return "the data were in memory";
  Parts P;
  addPart(P, Resident, "page was in memory", "pages were in memory");
  addPart(P, Late, "request came behind the program",
          "requests came behind the program");
  addPart(P, Parked, "page waited for the program to write it",
          "pages waited for the program to write them");
  return fmt::format("slices asked for {} reads{}{}",
                     Data.get(RunCounter::ReadsPosted), P.empty() ? "" : "; ",
                     fmt::join(P, ", "));
}

std::string reason(const ReportData &Data, const ReportData::File &Total) {
  uint64_t Pages = Total.get(Counter::PagesPrefetched) +
                   Total.get(Counter::PagesShared) +
                   Total.get(Counter::PagesRemote);
  bool Reads = Total.get(Counter::Reads) != 0;
  if (Data.get(RunCounter::Launches) == 0 && Pages == 0 && !Data.HasRegions)
    return Reads ? "nothing was prefetched: no read was known before it came"
           : Data.Notes.empty()
               ? "nothing was prefetched: no read of a file took longer than "
                 "one from memory"
               : "nothing was prefetched, for the reasons given below";
  if (Data.get(RunCounter::Launches) == 0 && Pages == 0)
    return "nothing was prefetched: no region was launched";
  if (Pages == 0 && !Reads)
    return "nothing was prefetched: no read of a file that can be cached was "
           "seen";
  if (Pages == 0)
    return "nothing was prefetched: " + (Data.get(RunCounter::ReadsPosted) == 0
                                             ? ends(Data)
                                             : requests(Data, Total));
  if (uint64_t Used = Total.get(Counter::PagesUsed);
      !Reads && Total.get(Counter::PagesToSystem) == Pages)
    return fmt::format("{} pages were prefetched into the system's memory, of "
                       "which the program has passed {}; reads of text and by "
                       "mappings are not counted, and the program made no "
                       "other",
                       Pages, Used);
  if (!Reads)
    return fmt::format(
        "{} pages were prefetched, and no read came by: the "
        "program made none, or a tool before Foreslice called the "
        "MPI library itself",
        Pages);
  uint64_t Wasted = Total.get(Counter::PagesWasted);
  return fmt::format(
      "prefetching saved nothing: no read was served from the "
      "cache; {} pages were prefetched{}",
      Pages, Wasted == 0 ? "" : fmt::format(", {} dropped before use", Wasted));
}

uint64_t ranksThatNoted(const ReportData &Data, const char *Text) {
  auto Known = Data.Notes.find(Text);
  return Known == Data.Notes.end() ? 0 : Known->second;
}

} // namespace

bool foreslice::someNotCached(const ReportData &Data) {
  return std::ranges::any_of(Data.Notes, [](const auto &Note) {
    return Note.first.ends_with(notes::NotCached);
  });
}

std::string foreslice::whyNothingWasServed(const ReportData &Data) {
  uint64_t Off = ranksThatNoted(Data, notes::Disabled);
  uint64_t Wrong = ranksThatNoted(Data, notes::WrongFamily);
  if (Off != 0 && Off == Data.Ranks)
    return notes::Disabled;
  if (Wrong != 0 && Wrong == Data.Ranks)
    return fmt::format("nothing was prefetched: {}", notes::WrongFamily);
  for (const auto &[Note, Ranks] : Data.Notes)
    if (Note == notes::NoInit || Note.starts_with(notes::SeesNoCalls))
      return "nothing was prefetched: " + Note;
  std::string Text = reason(Data, Data.total());
  if (Off != 0)
    Text += fmt::format("; it was off on {} of {} ranks", Off, Data.Ranks);
  if (someNotCached(Data))
    Text += "; files that were not cached are listed";
  return Text;
}
