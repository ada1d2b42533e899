//===- Lag.h - whether a slice can still overtake the program -------------===//
//
// Dependent reads behind the main thread's call are read twice, by the main
// thread and by the slice. If the slice stays behind, the slice only takes
// storage time from the program. Not thread-safe: for the prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SLICE_LAG_H
#define FORESLICE_FRONTEND_MPIIO_SLICE_LAG_H

#include <cstdint>

namespace foreslice {

class Lag {
public:
  /// The slice of a launch waited for storage with the main thread Calls ahead.
  void waitedBehind(uint64_t Launch, uint64_t Calls) {
    if (Launch != Call || Waits == 0) {
      Call = Launch;
      Waits = 0;
      AtFirst = Calls;
    }
    ++Waits;
    Now = Calls;
  }
  void caughtUp() { Waits = 0; }
  bool isHopeless() const { return Waits >= Patience && Now >= AtFirst; }

private:
  static constexpr unsigned Patience = 64;
  uint64_t Call = 0;
  uint64_t AtFirst = 0, Now = 0;
  unsigned Waits = 0;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SLICE_LAG_H
