//===- Team.h - the team of OpenMP that a thread is in --------------------===//
//
// Threads of a team share the iterations of a loop. A slice has to know which
// of them it runs for.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_TEAM_H
#define FORESLICE_SOURCE_SLICE_TEAM_H

#include <cstdint>

namespace foreslice::team {

/// Of the calling thread; 1 and 0 if it is in no team, or if the program's
/// OpenMP library cannot be asked.
uint32_t size();
uint32_t member();

/// How a loop of schedule(runtime) hands out its iterations.
struct Schedule {
  uint32_t Kind = 1;  ///< Of omp_sched_t, without modifiers.
  uint64_t Chunk = 0; ///< 0 if none is set.
};
Schedule schedule();

/// What foreslice_slice_team_share() gives to one thread of a team.
struct Share {
  uint64_t Begin = 0, End = 0;
};
Share shareOf(uint32_t Kind, uint64_t Count, uint64_t Chunk, uint64_t Number,
              uint32_t Size, uint32_t Member);

} // namespace foreslice::team

#endif // FORESLICE_SOURCE_SLICE_TEAM_H
