//===- Companion.h - the process beside a program -------------------------===//
//
// Starts foreslice-companion, which learns from what the guests in the program
// and in its children tell, and fetches. Nobody waits for it.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_RUN_COMPANION_H
#define FORESLICE_DRIVER_RUN_COMPANION_H

#include "Installation.h"

namespace foreslice::driver {

/// Starts a companion of the program at that path, which this process becomes,
/// and sets the environment for its guests. AwaitsEnd: processes that end wait
/// until the companion has written what it has of them. IsLate: nothing is
/// asked of the companion, which begins its work when a process has something
/// to tell. False if there is no companion: the program runs without.
bool startCompanion(const Installation &Here, const std::string &Program,
                    bool AwaitsEnd, bool IsLate);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_RUN_COMPANION_H
