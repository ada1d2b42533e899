//===- ProgramRun.h - the run of the program, from start to end -----------===//
//
// Common work of front ends at the start and the end of the program.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_PROGRAMRUN_H
#define FORESLICE_FRONTEND_PROGRAMRUN_H

#include "foreslice/abi.h"
#include "scheme/Schemes.h"

#include <cstdint>
#include <optional>
#include <sys/types.h>

namespace foreslice {

class ProgramRun {
public:
  /// The calling thread is the main thread. Counts and traces from now on, if
  /// the settings ask.
  void begin();
  bool hasBegun() const { return BeganNs != 0; }
  /// Whether this process has begun the run, not a parent of this process.
  bool isOwn() const;
  bool isMainThread() const;
  /// Adds the times from begin() to now to the statistics.
  void countTimes() const;
  /// Writes the trace for FORESLICE_TRACE.
  static void writeTrace(int Rank);

private:
  pid_t Pid = 0, Thread = 0;
  uint64_t BeganNs = 0, DelayedBefore = 0;
};

/// The scheme: FORESLICE_SCHEME first, then the file's, then the region's.
SchemeKind schemeFor(const foreslice_region &Region,
                     std::optional<SchemeKind> OfFile = std::nullopt);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_PROGRAMRUN_H
