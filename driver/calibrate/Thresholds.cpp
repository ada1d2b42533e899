//===- Thresholds.cpp - thresholds of rules out of measurements -----------===//
//
// See Thresholds.h.
//
//===----------------------------------------------------------------------===//

#include "Thresholds.h"

#include "policy/PolicyFile.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

using namespace foreslice;

namespace {

/// What counts as a gain: parts of the time.
constexpr double LargeGain = 0.2, ModerateGain = 0.04;
/// Above the most that was read from storage in a second, data are in memory.
constexpr double ByteMargin = 1.25;

/// A step to the next larger amount: what the sensors said before, and the part
/// of the time that is gone after.
struct Step {
  const SensorValues *Sensors;
  double Gain;
};

bool sameLoad(const Measurement &A, const Measurement &B) {
  return A.Of.Readers == B.Of.Readers && A.Of.Block == B.Of.Block &&
         A.Of.ComputeUs == B.Of.ComputeUs;
}

std::vector<Step> stepsOf(const std::vector<Measurement> &All) {
  std::vector<Step> Steps;
  for (size_t I = 1; I < All.size(); ++I)
    if (sameLoad(All[I - 1], All[I]) && All[I - 1].Seconds > 0)
      Steps.push_back(
          {&All[I - 1].Sensors, 1 - All[I].Seconds / All[I - 1].Seconds});
  return Steps;
}

/// The threshold of a sensor above which the most steps gain, and at or below
/// which the fewest do: between two values that were measured.
double threshold(std::vector<Step> Steps, Sensor Of, double Gain) {
  std::ranges::sort(Steps, {},
                    [Of](const Step &S) { return (*S.Sensors)[Of]; });
  auto Gains = [Gain](const Step &S) { return S.Gain >= Gain; };
  auto Right = std::ranges::count_if(Steps, Gains); // below all of them
  auto Best = Right;
  double At = Steps.empty() ? 0 : (*Steps.front().Sensors)[Of] / 2;
  for (size_t I = 0; I < Steps.size(); ++I) {
    Right += Gains(Steps[I]) ? -1 : 1;
    double Low = (*Steps[I].Sensors)[Of];
    double High = I + 1 < Steps.size() ? (*Steps[I + 1].Sensors)[Of] : 2 * Low;
    if (Right > Best && High > Low) {
      Best = Right;
      At = std::sqrt(Low * High);
    }
  }
  return At;
}

/// That with the least product of its times over all loads.
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
  T.LargeServerTime = threshold(Steps, Sensor::ServerTime, LargeGain);
  T.ModerateServerTime = std::min(
      threshold(Steps, Sensor::ServerTime, ModerateGain), T.LargeServerTime);
  T.PoorReadTime = threshold(Steps, Sensor::ReadTime, ModerateGain);
  // Of the steps that gained, the one with the fewest reads, and some less.
  double Fewest = 0;
  for (const Step &S : Steps)
    if (double Rate = (*S.Sensors)[Sensor::ReadRate];
        S.Gain >= ModerateGain && (Fewest == 0 || Rate < Fewest))
      Fewest = Rate;
  T.ManyReads = Fewest / 2;
  for (const Measurement &M : All)
    T.ManageableBytes =
        std::max(T.ManageableBytes, M.Sensors[Sensor::ByteRate] * M.Of.Readers);
  T.ManageableBytes *= ByteMargin;
  return T;
}

std::string Thresholds::text(const std::vector<Measurement> &All) const {
  std::string Out = fmt::format(
      "# Made by foreslice-calibrate out of {} runs. Times are in "
      "microseconds.\n"
      "settle = 1\n\n[start]\nprefetch_pages = {}\n\n[conditions]\n",
      All.size(), Start == "scheme" ? "\"scheme\"" : Start);
  auto Line = [&](const char *Name, const char *Of, const std::string &Bounds) {
    Out += fmt::format("{} = {{ sensor = \"{}\", {} }}\n", Name, Of, Bounds);
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
  // What does not depend on the machine is as built in, and so are the rules.
  std::string_view BuiltIn = policy_file::builtIn();
  Out += BuiltIn.substr(BuiltIn.find("high_hit_ratio = "));
  return Out;
}
