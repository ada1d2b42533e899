//===- TeamSchedule.h - how a team shares a loop of schedule(runtime) -----===//
//
// The schedule that a launch hands over; see Team.h.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_TEAMSCHEDULE_H
#define FORESLICE_SOURCE_SLICE_TEAMSCHEDULE_H

#include <cstdint>

namespace foreslice::team {

/// How a loop of schedule(runtime) hands out its iterations.
struct Schedule {
  uint32_t Kind = 1;  ///< omp_sched_t, without modifiers.
  uint64_t Chunk = 0; ///< 0 if none is set.
};

} // namespace foreslice::team

#endif // FORESLICE_SOURCE_SLICE_TEAMSCHEDULE_H
