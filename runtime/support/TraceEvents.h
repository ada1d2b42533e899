//===- TraceEvents.h - the events of a trace and their text ---------------===//
//
// The events that Trace.h records, and the JSON of the events at the end.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_TRACEEVENTS_H
#define FORESLICE_SUPPORT_TRACEEVENTS_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <sys/types.h>

namespace foreslice::trace {

/// State of the cache, in pages and requests.
struct Levels {
  uint32_t Content, Low, High, Queued, Parked;
  bool operator==(const Levels &) const = default;
};

inline constexpr uint64_t NoOffset = ~uint64_t(0);

struct Event {
  enum class Kind : uint32_t {
    None, ///< Not written to the end.
    Extent,
    StorageRead,
    Levels,
    Change,
  };
  struct Duration {
    const char *Name, *About;
    uint64_t End, Bytes;
    uint64_t Offset; ///< In the file, or NoOffset.
  };

  Kind Is;
  uint32_t Thread;
  uint64_t Begin; ///< In ns, as End; the moment of a Change.
  union {
    Duration Extent; ///< Also for StorageRead and Change.
    struct Levels Levels;
  } Of;
};

/// Threads: names by id. Lost: number of dropped events.
std::string toJson(int Rank, std::span<const Event> Events,
                   const std::map<pid_t, const char *> &Threads, size_t Lost);

} // namespace foreslice::trace

#endif // FORESLICE_SUPPORT_TRACEEVENTS_H
