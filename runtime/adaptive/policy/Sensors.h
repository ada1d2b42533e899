//===- Sensors.h - facts of a process while the program runs --------------===//
//
// The sensors of Madhyastha, Elford and Reed 1996, section 5.1, computed from
// the statistics. docs/policy.md explains the computation.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ADAPTIVE_POLICY_SENSORS_H
#define FORESLICE_ADAPTIVE_POLICY_SENSORS_H

#include "support/Counters.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace foreslice {

enum class Sensor {
#define FORESLICE_SENSOR(Id, Key, Unit, Help) Id,
#include "adaptive/policy/sensors.def"
  Count
};

struct SensorInfo {
  const char *Key, *Unit, *Help;
};
/// In the order of Sensor.
std::span<const SensorInfo> sensorTable();
std::optional<Sensor> findSensor(std::string_view Key);

struct SensorValues {
  std::array<double, static_cast<size_t>(Sensor::Count)> All{};

  double &operator[](Sensor S) { return All[static_cast<size_t>(S)]; }
  double operator[](Sensor S) const { return All[static_cast<size_t>(S)]; }
};

/// The counts of the statistics up to a moment.
struct SensorTotals {
  uint64_t AtNs = 0;
  std::array<uint64_t, static_cast<size_t>(Counter::Count)> Files{};
  uint64_t Posts = 0, PostNs = 0, Writes = 0, WriteNs = 0;
  uint64_t Content = 0; ///< CacheControl::content(), at the moment.

  static SensorTotals now(uint64_t AtNs, uint64_t Content);
  uint64_t operator[](Counter C) const { return Files[static_cast<size_t>(C)]; }
};

/// Reads the sensors, one thread at a time.
class Sensors {
public:
  explicit Sensors(SensorTotals Start) : Last(Start) {}
  /// The sensors since the sample before, or since Start.
  SensorValues sample(const SensorTotals &Now);

private:
  SensorTotals Last;
  /// Mean time of the engine's reads in the fastest sample, in us; 0 before
  /// any.
  double LeastFetchTime = 0;
  double LastFetchTime = 0; ///< Of the last sample with engine reads, in us.
};

} // namespace foreslice

#endif // FORESLICE_ADAPTIVE_POLICY_SENSORS_H
