//===- TaskRegion.h - a region whose tasks other threads run --------------===//
//
// A thread launches a region in which it makes tasks of OpenMP. Threads of its
// team run these tasks, and are in no region of their own: their reads count
// for that region, the one that was launched last.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_TASKREGION_H
#define FORESLICE_SOURCE_SLICE_TASKREGION_H

#include "support/RareCall.h"

#include <cstdint>

namespace foreslice {

class RegionStatistics;

/// Any thread, without locks. Where one region ends while another is launched,
/// the answers may be of both: calls then count for a launch that has ended.
namespace task_region {

/// A region with FORESLICE_REGION_TASKS is launched.
void begin(unsigned Number, uint64_t Launch, uint32_t Flags,
           RegionStatistics *Stats);
/// If no other region has begun since.
void end(unsigned Number, uint64_t Launch);
void afterForkInChild();

// As slice_runner tells of a region; 0 if there is none, or if the calling
// thread runs no task.

namespace detail {
/// Tasks that the thread runs, one inside the other.
inline thread_local unsigned Running
    __attribute__((tls_model("initial-exec"))) = 0;
FORESLICE_RARE_CALL uint64_t launch();
FORESLICE_RARE_CALL uint32_t flags();
} // namespace detail

inline uint64_t launch() { return detail::Running != 0 ? detail::launch() : 0; }
unsigned number();
inline uint32_t flags() { return detail::Running != 0 ? detail::flags() : 0; }
RegionStatistics *statistics();

} // namespace task_region
} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_TASKREGION_H
