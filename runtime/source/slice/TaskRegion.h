//===- TaskRegion.h - a region with tasks on other threads ----------------===//
//
// A thread launches a region with tasks of OpenMP. Threads of the team run the
// tasks, and are in no region of their own: their reads count for the task
// region launched last.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_TASKREGION_H
#define FORESLICE_SOURCE_SLICE_TASKREGION_H

#include "support/RareCall.h"

#include <cstdint>

namespace foreslice {

class RegionStatistics;

/// Any thread, without locks. Where one region ends while another is launched,
/// answers may mix both: calls then count for an ended launch.
namespace task_region {

/// A region with FORESLICE_REGION_TASKS is launched.
void begin(unsigned Number, uint64_t Launch, uint32_t Flags,
           RegionStatistics *Stats);
/// Unless another region has begun since.
void end(unsigned Number, uint64_t Launch);
void afterForkInChild();

// As in slice_runner; 0 without a region, or if the calling thread runs no
// task.

namespace detail {
/// Number of nested tasks that the thread runs.
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
