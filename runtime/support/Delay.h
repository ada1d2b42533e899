//===- Delay.h - random delays for tests ----------------------------------===//
//
// With FORESLICE_DELAYS set, threads stop for a random time at points where
// another thread may come in between: tests meet orders that are rare
// otherwise. Never called in a signal handler. Called with a lock held only in
// the directory, where processes without the lock meet.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_DELAY_H
#define FORESLICE_SUPPORT_DELAY_H

#include <atomic>

namespace foreslice {

namespace delays {
inline std::atomic<bool> On{false};
/// Draws a time, mostly 0, at most 3 ms, and sleeps.
void pause();
/// The numbers of each thread follow from Seed, Rank and the order in which
/// threads first come to a point.
void start(unsigned Seed, unsigned Rank);
} // namespace delays

inline void delayPoint() {
  if (delays::On.load(std::memory_order_relaxed)) [[unlikely]]
    delays::pause();
}

} // namespace foreslice

#endif // FORESLICE_SUPPORT_DELAY_H
