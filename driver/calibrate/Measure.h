//===- Measure.h - sensors and times of loads under policies --------------===//
//
// Each load runs with each amount of prefetching, and nothing in memory at
// first.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_CALIBRATE_MEASURE_H
#define FORESLICE_DRIVER_CALIBRATE_MEASURE_H

#include "Load.h"
#include "adaptive/policy/Sensors.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace foreslice {

struct Measurement {
  Load Kind;
  std::string Amount;   ///< As in a policy file: "16", or "scheme".
  double Seconds = 0;   ///< Of the slowest reader; the best of the rounds.
  SensorValues Sensors; ///< Mean of the readers.
};

/// The amounts that are tried, from small to large.
inline const std::vector<std::string> Amounts{"1", "4", "16", "64", "scheme"};

class Measure {
public:
  /// Makes its file in the folder. An error, in text(), if that cannot be.
  Measure(const std::string &Folder, uint64_t Bytes);
  ~Measure();
  Measure(const Measure &) = delete;
  Measure &operator=(const Measure &) = delete;
  const std::string &error() const { return Error; }

  /// Nothing, and error(), if a reader has failed.
  bool run(Measurement &M, unsigned Rounds);

private:
  bool once(Measurement &M, const std::string &Scratch);
  std::string File, Error;
};

nlohmann::json toJson(const std::vector<Measurement> &All);
/// Throws what the JSON library throws.
std::vector<Measurement> measurementsOf(const nlohmann::json &J);

} // namespace foreslice

#endif // FORESLICE_DRIVER_CALIBRATE_MEASURE_H
