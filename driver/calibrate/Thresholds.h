//===- Thresholds.h - thresholds of rules out of measurements -------------===//
//
// Calibration (Madhyastha, Elford and Reed 1996, section 5.2): the qualitative
// rules stay, and the thresholds of their conditions are what best tells the
// runs that gained by more prefetching from those that did not.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_CALIBRATE_THRESHOLDS_H
#define FORESLICE_DRIVER_CALIBRATE_THRESHOLDS_H

#include "Measure.h"

namespace foreslice {

struct Thresholds {
  std::string Start; ///< The amount that is best over all loads.
  double LargeServerTime = 0, ModerateServerTime = 0, PoorReadTime = 0; ///< us.
  double ManyReads = 0;       ///< 1/s.
  double ManageableBytes = 0; ///< MB/s.
  double SaturatedShare = 0;  ///< Of queue_share.
  double EnoughLead = 0;

  /// Measurements of each load stand together, from small to large amounts.
  static Thresholds of(const std::vector<Measurement> &All);
  /// A policy file.
  std::string text(const std::vector<Measurement> &All) const;
};

} // namespace foreslice

#endif // FORESLICE_DRIVER_CALIBRATE_THRESHOLDS_H
