//===- CallWindow.h - the calls fetched at a time -------------------------===//
//
// Fetches for far later calls delay the first pages: merged into the same
// reads, and, if ranks share disks, before the pages of other ranks. Like a TCP
// connection, the engine begins with a small window of calls. The window grows
// with each call that comes back, and is small again after an idle time. Not
// thread-safe: the cache's mutex guards the object.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SCHEME_CALLWINDOW_H
#define FORESLICE_SCHEME_CALLWINDOW_H

#include <algorithm>
#include <cstdint>

namespace foreslice {

class CallWindow {
public:
  /// Depth: depth of the storage's queue.
  explicit CallWindow(uint64_t Depth)
      : Start(std::min<uint64_t>(Depth, 4)), Size(Start) {}

  bool full(uint64_t MostCalls) const {
    return InFlight >= std::min(Size, MostCalls);
  }
  uint64_t size() const { return Size; }
  void began() { ++InFlight; }
  void ended(uint64_t Calls) {
    InFlight -= Calls;
    Size += Calls;
  }
  void idle() { Size = Start; }

private:
  uint64_t Start; ///< The window at first, in calls.
  uint64_t Size;
  uint64_t InFlight = 0;
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_CALLWINDOW_H
