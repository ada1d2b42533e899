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

} // namespace foreslice::team

#endif // FORESLICE_SOURCE_SLICE_TEAM_H
