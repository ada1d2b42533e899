//===- CallWindow.h - how many calls are fetched at a time ----------------===//
//
// Merging can put pages of far later calls into the first reads, which then
// take longer: the first pages come late. Like a TCP connection, the engine
// begins with a small window of calls, which grows by each call that has come
// back and is small again after an idle time. Not thread-safe: the cache's
// mutex guards it.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_CALLWINDOW_H
#define FORESLICE_CACHE_CALLWINDOW_H

#include <cstdint>

namespace foreslice {

class CallWindow {
public:
  explicit CallWindow(uint64_t Depth) : Depth(Depth), Size(Depth) {}

  bool full() const { return InFlight >= Size; }
  void began() { ++InFlight; }
  void ended(uint64_t Calls) {
    InFlight -= Calls;
    Size += Calls;
  }
  void idle() { Size = Depth; }

private:
  const uint64_t Depth; ///< The window at first, in calls.
  uint64_t Size;
  uint64_t InFlight = 0;
};

} // namespace foreslice

#endif // FORESLICE_CACHE_CALLWINDOW_H
