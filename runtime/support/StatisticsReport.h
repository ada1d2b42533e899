//===- StatisticsReport.h - statistics of one or several ranks ------------===//
//
// What a report holds, whether of one rank or the sum of many, and its two
// forms. Ranks exchange the JSON form; the table is for people.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_STATISTICSREPORT_H
#define FORESLICE_SUPPORT_STATISTICSREPORT_H

#include "support/Statistics.h"

#include <map>
#include <nlohmann/json_fwd.hpp>

namespace foreslice {

struct ReportData {
  struct File {
    std::array<uint64_t, static_cast<size_t>(Counter::Count)> Counters{};
    LatencyHistogram DemandReads;
  };
  std::map<std::string, File> Files; ///< By path.
  std::array<uint64_t, static_cast<size_t>(RunCounter::Count)> Run{};
  std::map<std::string, uint64_t> Notes; ///< Text to how many ranks noted it.
  uint64_t NotesLeftOut = 0;
  uint64_t Ranks = 0;
  uint64_t RanksLeftOut = 0; ///< Their text was no JSON of ours.
};

nlohmann::ordered_json toJson(const ReportData &Data);
/// Adds what toJson made of other ranks; false, with Data unchanged, if Text
/// is something else.
bool mergeJson(ReportData &Data, const std::string &Text);
/// Lines of at most 100 columns.
std::string toTable(const ReportData &Data);

} // namespace foreslice

#endif // FORESLICE_SUPPORT_STATISTICSREPORT_H
