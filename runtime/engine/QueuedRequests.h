//===- QueuedRequests.h - the requests of one file in the queue -----------===//
//
// Numbers of the RequestQueue's entries; only the queue looks inside.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ENGINE_QUEUEDREQUESTS_H
#define FORESLICE_ENGINE_QUEUEDREQUESTS_H

#include "pages/Lane.h"

#include <array>
#include <cstdint>
#include <map>

namespace foreslice {

class QueuedRequests {
  friend class RequestQueue;
  /// Requests of a lane, by call id.
  struct OfLane {
    uint32_t First = 0, Last = 0; ///< Unparked requests.
    /// By the call that the request waits for.
    std::multimap<uint64_t, uint32_t> Parked;
  };
  std::array<OfLane, MostLanes> Lanes;
  uint64_t Count = 0;
};

} // namespace foreslice

#endif // FORESLICE_ENGINE_QUEUEDREQUESTS_H
