//===- Companion.h - the process beside a program -------------------------===//
//
// Starts foreslice-companion, which learns from messages of the guests in the
// program and in child processes, and fetches. Nobody waits for the companion.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_RUN_COMPANION_H
#define FORESLICE_DRIVER_RUN_COMPANION_H

#include "Installation.h"

namespace foreslice::driver {

/// Starts a companion for the program at Program, which this process becomes,
/// and sets the environment for guests. AwaitsEnd: ending processes wait until
/// the companion has written their data. IsLate: the companion has no other
/// task, and begins work once a process has a message. False if there is no
/// companion: the program runs without.
bool startCompanion(const Installation &Here, const std::string &Program,
                    bool AwaitsEnd, bool IsLate);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_RUN_COMPANION_H
