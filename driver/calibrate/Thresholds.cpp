//===- Thresholds.cpp - thresholds of rules out of measurements -----------===//
//
// See Thresholds.h.
//
//===----------------------------------------------------------------------===//

#include "Thresholds.h"

#include "adaptive/policy/PolicyFile.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

using namespace foreslice;

namespace {

/// Least gains, as parts of the time.
constexpr double LargeGain = 0.2, ModerateGain = 0.04;
/// Above this multiple of the largest rate read from storage, data are in
/// memory.
constexpr double ByteMargin = 1.25;

/// A step to the next larger amount: the sensors before, and the part of the
/// time saved by the step.
struct Step {
  const SensorValues *Sensors;
  double Gain;
};

bool sameLoad(const Measurement &A, const Measurement &B) {
  return A.Kind.Readers == B.Kind.Readers && A.Kind.Block == B.Kind.Block &&
         A.Kind.ComputeUs == B.Kind.ComputeUs;
}

std::vector<Step> stepsOf(const std::vector<Measurement> &All) {
  std::vector<Step> Steps;
  for (size_t I = 1; I < All.size(); ++I)
    if (sameLoad(All[I - 1], All[I]) && All[I - 1].Seconds > 0)
      Steps.push_back(
          {&All[I - 1].Sensors, 1 - All[I].Seconds / All[I - 1].Seconds});
  return Steps;
}

/// A threshold, and the number of steps on the side where they belong.
struct Split {
  double Threshold;
  std::ptrdiff_t Right;
};

/// The possible thresholds of a sensor, between measured values. Steps with
/// IsAbove belong above the threshold, other steps below. In the first split,
/// all steps are above.
template <class IsAboveFn>
std::vector<Split> splitsOf(std::vector<Step> Steps, Sensor Which,
                            IsAboveFn IsAbove) {
  std::ranges::sort(Steps, {},
                    [Which](const Step &S) { return (*S.Sensors)[Which]; });
  std::vector<Split> All;
  All.push_back({Steps.empty() ? 0 : (*Steps.front().Sensors)[Which] / 2,
                 std::ranges::count_if(Steps, IsAbove)});
  std::ptrdiff_t Right = All.front().Right;
  for (size_t I = 0; I < Steps.size(); ++I) {
    Right += IsAbove(Steps[I]) ? -1 : 1;
    double Low = (*Steps[I].Sensors)[Which];
    double High =
        I + 1 < Steps.size() ? (*Steps[I + 1].Sensors)[Which] : 2 * Low;
    if (High > Low)
      All.push_back({std::sqrt(Low * High), Right});
  }
  return All;
}

/// The threshold above which steps gain at least Gain.
double gainsAbove(const std::vector<Step> &Steps, Sensor Which, double Gain) {
  auto Splits =
      splitsOf(Steps, Which, [Gain](const Step &S) { return S.Gain >= Gain; });
  return std::ranges::max_element(Splits, {}, &Split::Right)->Threshold;
}

/// The threshold above which steps gain less than ModerateGain. BuiltIn if the
/// sensor tells nothing: a rule with this sensor holds back steps only for a
/// reason.
double gainsNoMoreAbove(const std::vector<Step> &Steps, Sensor Which,
                        double BuiltIn) {
  auto Splits = splitsOf(Steps, Which,
                         [](const Step &S) { return S.Gain < ModerateGain; });
  // Of equally good splits, the last split holds back the fewest steps.
  auto Best = std::ranges::max_element(Splits.rbegin(), Splits.rend(), {},
                                       &Split::Right);
  const auto AllOrNone = std::max(Splits.front().Right, Splits.back().Right);
  return Best->Right > AllOrNone && Best->Threshold > 0 ? Best->Threshold
                                                        : BuiltIn;
}

/// The built-in threshold of condition Name.
double builtIn(std::string_view Name) {
  std::string Why;
  const auto Table =
      policy_file::parse(policy_file::builtIn(), "built-in", Why).value();
  return std::ranges::find(Table.Conditions, Name, &Condition::Name)->Bound;
}

/// The amount with the least product of times over all loads.
std::string bestAmount(const std::vector<Measurement> &All) {
  std::map<std::string, double> Logs;
  for (const Measurement &M : All)
    Logs[M.Amount] += std::log(std::max(M.Seconds, 1e-9));
  auto Least = std::ranges::min_element(
      Logs, {}, [](const auto &Entry) { return Entry.second; });
  return Least == Logs.end() ? "scheme" : Least->first;
}

} // namespace

Thresholds Thresholds::of(const std::vector<Measurement> &All) {
  std::vector<Step> Steps = stepsOf(All);
  Thresholds T;
  T.Start = bestAmount(All);
  T.LargeServerTime = gainsAbove(Steps, Sensor::ServerTime, LargeGain);
  T.ModerateServerTime = std::min(
      gainsAbove(Steps, Sensor::ServerTime, ModerateGain), T.LargeServerTime);
  T.PoorReadTime = gainsAbove(Steps, Sensor::ReadTime, ModerateGain);
  // Half the lowest read rate of the steps with a gain.
  double Fewest = 0;
  for (const Step &S : Steps)
    if (double Rate = (*S.Sensors)[Sensor::ReadRate];
        S.Gain >= ModerateGain && (Fewest == 0 || Rate < Fewest))
      Fewest = Rate;
  T.ManyReads = Fewest / 2;
  for (const Measurement &M : All)
    T.ManageableBytes = std::max(T.ManageableBytes,
                                 M.Sensors[Sensor::ByteRate] * M.Kind.Readers);
  T.ManageableBytes *= ByteMargin;
  T.SaturatedShare =
      gainsNoMoreAbove(Steps, Sensor::QueueShare, builtIn("storage_saturated"));
  T.EnoughLead = gainsNoMoreAbove(Steps, Sensor::Lead, builtIn("enough_ahead"));
  return T;
}

std::string Thresholds::text(const std::vector<Measurement> &All) const {
  std::string Out = fmt::format(
      "# Made by foreslice-calibrate out of {} runs. Times are in "
      "microseconds.\n"
      "settle = 1\n\n[start]\nprefetch_pages = {}\n\n[conditions]\n",
      All.size(), Start == "scheme" ? "\"scheme\"" : Start);
  auto Line = [&](const char *Name, const char *Text,
                  const std::string &Bounds) {
    Out += fmt::format("{} = {{ sensor = \"{}\", {} }}\n", Name, Text, Bounds);
  };
  Line("large_server_times", "server_time",
       fmt::format("above = {:.0f}", LargeServerTime));
  Line("moderate_server_times", "server_time",
       fmt::format("above = {:.0f}, up_to = {:.0f}", ModerateServerTime,
                   LargeServerTime));
  Line("many_read_requests", "read_rate",
       fmt::format("above = {:.1f}", ManyReads));
  Line("poor_read_service_times", "read_time",
       fmt::format("above = {:.0f}", PoorReadTime));
  Line("manageable_byte_throughput", "byte_rate",
       fmt::format("up_to = {:.0f}", ManageableBytes));
  Line("storage_saturated", "queue_share",
       fmt::format("above = {:.2f}", SaturatedShare));
  Line("enough_ahead", "lead", fmt::format("above = {:.1f}", EnoughLead));
  // Conditions independent of the machine, and the rules, are built in.
  std::string_view BuiltIn = policy_file::builtIn();
  Out += BuiltIn.substr(BuiltIn.find("high_hit_ratio = "));
  return Out;
}
