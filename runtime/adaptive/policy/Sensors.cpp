//===- Sensors.cpp - facts of a process while the program runs ------------===//
//
// See Sensors.h. Means over no calls are 0.
//
//===----------------------------------------------------------------------===//

#include "adaptive/policy/Sensors.h"

#include "support/Statistics.h"

#include <algorithm>

using namespace foreslice;

namespace {

constexpr SensorInfo Table[] = {
#define FORESLICE_SENSOR(Id, Key, Unit, Help) {Key, Unit, Help},
#include "adaptive/policy/sensors.def"
};

double ratio(double Part, double Of) { return Of > 0 ? Part / Of : 0; }

/// In us, of a time in ns.
double mean(double Ns, double Count) { return ratio(Ns / 1000, Count); }

/// The counts between two moments. A counter about to be counted by another
/// thread makes no difference negative.
class Difference {
public:
  Difference(const SensorTotals &Before, const SensorTotals &Now)
      : Before(Before), Now(Now) {}
  double operator[](Counter C) const { return of(Before[C], Now[C]); }
  double operator[](uint64_t SensorTotals::*Which) const {
    return of(Before.*Which, Now.*Which);
  }
  double ns() const { return of(Before.AtNs, Now.AtNs); }

private:
  static double of(uint64_t A, uint64_t B) {
    return static_cast<double>(B - std::min(A, B));
  }
  const SensorTotals &Before, &Now;
};

void ofProgram(const Difference &D, SensorValues &V) {
  double Reads = D[Counter::Reads], Writes = D[&SensorTotals::Writes];
  double ReadNs = D[Counter::DemandReadNs], WriteNs = D[&SensorTotals::WriteNs];
  V[Sensor::Operations] = Reads + Writes;
  V[Sensor::OperationTime] = mean(ReadNs + WriteNs, Reads + Writes);
  V[Sensor::Reads] = Reads;
  V[Sensor::ReadBytes] = D[Counter::ReadBytes];
  V[Sensor::ReadTime] = mean(ReadNs, Reads);
  V[Sensor::Writes] = Writes;
  V[Sensor::WriteTime] = mean(WriteNs, Writes);
  V[Sensor::ReadRate] = ratio(Reads * 1e9, D.ns());
  V[Sensor::ByteRate] = ratio(D[Counter::ReadBytes] * 1e3, D.ns());
  V[Sensor::ReadShare] = ratio(ReadNs, D.ns());
}

void ofCache(const Difference &D, SensorValues &V) {
  double Reads = D[Counter::Reads];
  double Hits = D[Counter::CacheReads] + D[Counter::SystemReads];
  double CheckNs =
      std::max(D[Counter::CacheReadNs] - D[Counter::HitWaitNs], 0.0);
  double Gone = D[Counter::PagesWasted] + D[Counter::PagesUsed];
  V[Sensor::CacheHits] = Hits;
  V[Sensor::RemoteHits] = D[Counter::PagesRemote];
  V[Sensor::CacheCheckTime] = mean(CheckNs, D[Counter::CacheReads]);
  V[Sensor::ServerTime] =
      mean(std::max(D[Counter::DemandReadNs] - CheckNs, 0.0), Reads);
  V[Sensor::HitWaitTime] = mean(D[Counter::HitWaitNs], D[Counter::UnreadyHits]);
  V[Sensor::HitRatio] = ratio(Hits, Reads);
  V[Sensor::WasteRatio] = ratio(D[Counter::PagesWasted], Gone);
}

/// The mean time of the engine's reads, in us.
double ofEngine(const Difference &D, SensorValues &V) {
  double FetchTime = mean(D[Counter::StorageNs], D[Counter::StorageTimed]);
  // Little's law: reads in storage are the rate times the time of each.
  V[Sensor::QueueLength] =
      ratio(D[Counter::StorageReads] * FetchTime * 1000, D.ns());
  V[Sensor::PrefetchBytes] = D[Counter::StorageBytes];
  V[Sensor::PrefetchCheckTime] =
      mean(D[&SensorTotals::PostNs], D[&SensorTotals::Posts]);
  V[Sensor::PrefetchRemoteTime] =
      mean(D[Counter::RemoteNs], D[Counter::PagesRemote]);
  return FetchTime;
}

/// How long the content lasts at the rate of this interval, in times of a
/// fetch.
double leadOf(const Difference &D, double Content, double FetchTime) {
  const double Rate = ratio(D[Counter::PagesUsed] * 1e6, D.ns() / 1000);
  return ratio(ratio(Content * 1e6, Rate), FetchTime);
}

} // namespace

std::span<const SensorInfo> foreslice::sensorTable() { return Table; }

std::optional<Sensor> foreslice::findSensor(std::string_view Key) {
  for (size_t I = 0; I < std::size(Table); ++I)
    if (Key == Table[I].Key)
      return static_cast<Sensor>(I);
  return std::nullopt;
}

SensorTotals SensorTotals::now(uint64_t AtNs, uint64_t Content) {
  const Statistics &S = Statistics::get();
  return {AtNs,
          S.fileSums(),
          S.get(RunCounter::Posts),
          S.get(RunCounter::PostNs),
          S.get(RunCounter::Writes),
          S.get(RunCounter::WriteNs),
          Content};
}

SensorValues Sensors::sample(const SensorTotals &Now) {
  const Difference D(Last, Now);
  SensorValues V;
  ofProgram(D, V);
  ofCache(D, V);
  if (double FetchTime = ofEngine(D, V); FetchTime > 0) {
    if (LeastFetchTime == 0 || FetchTime < LeastFetchTime)
      LeastFetchTime = FetchTime;
    V[Sensor::QueueTime] = FetchTime - LeastFetchTime;
    V[Sensor::QueueShare] = ratio(V[Sensor::QueueTime], FetchTime);
    LastFetchTime = FetchTime;
  }
  // In an interval without a fetch, the present content may be all of the
  // wanted pages.
  V[Sensor::Lead] = leadOf(D, static_cast<double>(Now.Content), LastFetchTime);
  Last = Now;
  return V;
}
