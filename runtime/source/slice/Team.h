//===- Team.h - the team of OpenMP that a thread is in --------------------===//
//
// Threads of a team share the iterations of a loop. A slice has to know its
// thread's share.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_TEAM_H
#define FORESLICE_SOURCE_SLICE_TEAM_H

#include "source/slice/TeamSchedule.h"

#include <cstdint>

namespace foreslice::team {

/// The calling thread's team; 1 and 0 in no team, or if the program's OpenMP
/// library cannot be asked.
uint32_t size();
uint32_t member();

/// The schedule of the calling thread, at launch.
Schedule schedule();

/// The iterations that foreslice_slice_team_share() gives to one thread.
struct Share {
  uint64_t Begin = 0, End = 0;
};
Share shareOf(uint32_t Kind, uint64_t Count, uint64_t Chunk, uint64_t Number,
              uint32_t Size, uint32_t Member);

} // namespace foreslice::team

#endif // FORESLICE_SOURCE_SLICE_TEAM_H
