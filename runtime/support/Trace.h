//===- Trace.h - what happened when ---------------------------------------===//
//
// For FORESLICE_TRACE: the events of a process, in Chrome's Trace Event Format,
// which Perfetto opens. Any thread may add events: without a lock, an
// allocation or a string made for it; json() makes the text at the end. The
// first MostEvents are kept. Nothing is done, and nothing costs more than a
// look at a flag, where the variable is not set.
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

/// 14 MB of memory, and up to 60 MB of a trace file.
inline constexpr size_t MostEvents = 1u << 18;

namespace detail {
extern std::atomic<bool> On;
void addExtent(const char *Name, uint64_t BeginNs, const char *About,
               uint64_t Bytes);
void addStorageRead(uint64_t BeginNs, const char *Path, uint64_t Bytes);
void addLevels(const Levels &L);
void addChange(const char *Name, const char *About);
} // namespace detail

inline bool isOn() { return detail::On.load(std::memory_order_relaxed); }
/// False if there is no memory for it.
bool turnOn();

/// When something begins that extent() will tell of; 0 if nothing is traced.
inline uint64_t begin() { return isOn() ? nowNs() : 0; }
/// Something of this thread that began at Begin and ends now. Name and About (a
/// file or a region; null is none) must live as long as the process.
inline void extent(const char *Name, uint64_t Begin,
                   const char *About = nullptr, uint64_t Bytes = 0) {
  if (isOn())
    detail::addExtent(Name, Begin, About, Bytes);
}
/// A read of the engine's that took Ns until now.
inline void storageRead(uint64_t Ns, const char *Path, uint64_t Bytes) {
  if (isOn())
    detail::addStorageRead(nowNs() - Ns, Path, Bytes);
}
/// From one thread at a time. Thinned out: what does not change, and what
/// changes faster than every 0.1 ms, is left out, and in a long run more.
inline void levels(const Levels &L) {
  if (isOn())
    detail::addLevels(L);
}
/// The policy has been changed; the texts must live as long as the process.
inline void change(const char *Name, const char *About) {
  if (isOn())
    detail::addChange(Name, About);
}
/// What the thread is called in the trace; without, it is the program's.
void nameThread(const char *Name);
/// A copy that lives as long as the process; one is made of each text.
const char *intern(std::string_view Text);

/// All of it, for the rank's file. Nothing else may be added meanwhile but by
/// threads whose events may be missing.
std::string json(int Rank);

} // namespace foreslice::trace

#endif // FORESLICE_SUPPORT_TRACE_H
