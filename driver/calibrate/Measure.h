//===- Measure.h - sensors and times of loads under policies --------------===//
//
// Each load runs with each amount of prefetching, with no file data in memory
// at first.
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

/// The amounts tried, in ascending order.
inline const std::vector<std::string> Amounts{"1", "4", "16", "64", "scheme"};

class Measure {
public:
  /// Makes the file to read in Folder. On failure, error() has a text.
  Measure(const std::string &Folder, uint64_t Bytes);
  ~Measure();
  Measure(const Measure &) = delete;
  Measure &operator=(const Measure &) = delete;
  const std::string &error() const { return Error; }

  /// False, with error() set, if a reader has failed.
  bool run(Measurement &M, unsigned Rounds);

private:
  bool once(Measurement &M, const std::string &Scratch);
  std::string File, Error;
};

nlohmann::json toJson(const std::vector<Measurement> &All);
/// Throws the exceptions of the JSON library.
std::vector<Measurement> measurementsOf(const nlohmann::json &J);

} // namespace foreslice

#endif // FORESLICE_DRIVER_CALIBRATE_MEASURE_H
