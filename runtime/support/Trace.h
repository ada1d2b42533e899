//===- Trace.h - recording the events of a process ------------------------===//
//
// For FORESLICE_TRACE: the events of a process, in Chrome's Trace Event Format,
// for Perfetto. Any thread may add events: without a lock, an allocation or a
// string made for an event; json() makes the text at the end. The first
// MostEvents are kept. Without the variable, an event costs a look at a flag.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_TRACE_H
#define FORESLICE_SUPPORT_TRACE_H

#include "support/Clock.h"
#include "support/TraceEvents.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace foreslice::trace {

/// 15 MB of memory, and up to 60 MB of a trace file.
inline constexpr size_t MostEvents = 1u << 18;

namespace detail {
extern std::atomic<bool> On;
void addExtent(const char *Name, uint64_t BeginNs, const char *About,
               uint64_t Bytes, uint64_t Offset);
void addStorageRead(uint64_t BeginNs, const char *Path, uint64_t Bytes,
                    uint64_t Offset);
/// Time: of the clock of begin().
void addLevels(const Levels &L, uint64_t Time);
void addChange(const char *Name, const char *About);
} // namespace detail

inline bool isOn() { return detail::On.load(std::memory_order_relaxed); }
/// False if there is no memory for the events.
bool turnOn();

/// The time for a later extent(); 0 if nothing is traced.
inline uint64_t begin() { return isOn() ? nowNs() : 0; }
/// An activity of this thread from Begin until now. Name and About (a file or a
/// region; null is none) must live as long as the process. Offset is the place
/// of the Bytes in the file.
inline void extent(const char *Name, uint64_t Begin,
                   const char *About = nullptr, uint64_t Bytes = 0,
                   uint64_t Offset = NoOffset) {
  if (isOn())
    detail::addExtent(Name, Begin, About, Bytes, Offset);
}
/// A read of the engine, of Ns until now.
inline void storageRead(uint64_t Ns, const char *Path, uint64_t Bytes,
                        uint64_t Offset) {
  if (isOn())
    detail::addStorageRead(nowNs() - Ns, Path, Bytes, Offset);
}
/// From one thread at a time. Thinned out: leaves out unchanged levels, changes
/// within 0.1 ms, and in a long run more.
inline void levels(const Levels &L) {
  if (isOn())
    detail::addLevels(L, nowNs());
}
/// The policy has been changed; the texts must live as long as the process.
inline void change(const char *Name, const char *About) {
  if (isOn())
    detail::addChange(Name, About);
}
/// The thread's name in the trace; a thread without a name is the program's.
void nameThread(const char *Name);
/// A copy that lives as long as the process; one copy for each distinct text.
const char *intern(std::string_view Text);

/// All events, for the rank's file. Meanwhile only threads whose events may be
/// missing may add events.
std::string json(int Rank);

} // namespace foreslice::trace

#endif // FORESLICE_SUPPORT_TRACE_H
