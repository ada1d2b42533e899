//===- ProgramRun.h - the run of the program, from start to end -----------===//
//
// What front ends do alike where the program starts and ends.
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
  /// The calling thread is the main thread. Counts and traces from here on, if
  /// that is asked for.
  void begin();
  bool hasBegun() const { return BeganNs != 0; }
  /// Whether this is the process that began, and not a forked child.
  bool isOwn() const;
  bool isMainThread() const;
  /// Adds the times from begin() to now to the statistics.
  void countTimes() const;
  /// Writes what FORESLICE_TRACE asks for.
  static void writeTrace(int Rank);

private:
  pid_t Pid = 0, Thread = 0;
  uint64_t BeganNs = 0, DelayedBefore = 0;
};

/// FORESLICE_SCHEME beats what a file was opened with, and that what the region
/// was compiled with.
SchemeKind schemeFor(const foreslice_region &Region,
                     std::optional<SchemeKind> OfFile = std::nullopt);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_PROGRAMRUN_H
