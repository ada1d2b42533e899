//===- Trace.h - what happened when ---------------------------------------===//
//
// For FORESLICE_TRACE: the events of a process, in Chrome's Trace Event Format,
// which Perfetto opens. Any thread may add events, under a short lock; the
// first MostEvents are kept. Nothing is done, and nothing costs more than a
// look at a flag, where the variable is not set.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_TRACE_H
#define FORESLICE_SUPPORT_TRACE_H

#include "support/Clock.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace foreslice::trace {

/// About 30 MB of a trace file.
inline constexpr size_t MostEvents = 1u << 18;

namespace detail {
extern std::atomic<bool> On;
void add(const char *Name, uint64_t BeginNs, uint64_t EndNs,
         std::string_view About);
} // namespace detail

inline bool isOn() { return detail::On.load(std::memory_order_relaxed); }
void turnOn();

/// When something begins that extent() will tell of; 0 if nothing is traced.
inline uint64_t begin() { return isOn() ? nowNs() : 0; }
/// Something of this thread that began at Begin and ends now. Name must live as
/// long as the process; About is a file or a region.
inline void extent(const char *Name, uint64_t Begin,
                   std::string_view About = {}) {
  if (isOn())
    detail::add(Name, Begin, nowNs(), About);
}
/// What the thread is called in the trace; without, it is the program's.
void nameThread(const char *Name);

/// All of it, for the rank's file.
std::string json(int Rank);

} // namespace foreslice::trace

#endif // FORESLICE_SUPPORT_TRACE_H
