//===- Thresholds.h - thresholds of rules out of measurements -------------===//
//
// Calibration (Madhyastha, Elford and Reed 1996, section 5.2): the qualitative
// rules stay. The thresholds of conditions best separate the runs that gained
// by more prefetching from the other runs.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_CALIBRATE_THRESHOLDS_H
#define FORESLICE_DRIVER_CALIBRATE_THRESHOLDS_H

#include "Measure.h"

namespace foreslice {

struct Thresholds {
  std::string Start; ///< The best amount over all loads.
  double LargeServerTime = 0, ModerateServerTime = 0, PoorReadTime = 0; ///< us.
  double ManyReads = 0;       ///< 1/s.
  double ManageableBytes = 0; ///< MB/s.
  double SaturatedShare = 0;  ///< Threshold of queue_share.
  double EnoughLead = 0;

  /// All has the measurements of each load together, in ascending order of
  /// amounts.
  static Thresholds of(const std::vector<Measurement> &All);
  /// The text of a policy file.
  std::string text(const std::vector<Measurement> &All) const;
};

} // namespace foreslice

#endif // FORESLICE_DRIVER_CALIBRATE_THRESHOLDS_H
