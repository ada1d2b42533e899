//===- Watchdog.h - notices a slice that computes without end -------------===//
//
// A timer on the CPU time of the prefetch thread sends the thread the kick
// signal: needs no further thread, and does not tick while the slice waits.
// Everything here is called on the prefetch thread, and all but start() and
// stop() may be called in a signal handler.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_WATCHDOG_H
#define FORESLICE_SOURCE_SLICE_WATCHDOG_H

#include <atomic>
#include <csignal>
#include <ctime>

namespace foreslice {

class Watchdog {
public:
  /// False if the system has no CPU timers; slices are then not watched.
  bool start(int Signal);
  void stop();
  /// How long the next slice may compute without progress(): a second of CPU
  /// time, or, for a slice that only tells opened files, a twentieth.
  void expect(bool OnlyFiles);

  /// The address, as the value of a signal, marks a tick of the timer. One for
  /// the process.
  static inline const char TickMark = 0;
  static bool isTick(const siginfo_t *Info) {
    return Info->si_code == SI_TIMER && Info->si_value.sival_ptr == &TickMark;
  }
  /// Counts a tick. True after too much CPU time without progress().
  bool tick() {
    ++QuietTicks;
    return isOverdue();
  }
  bool isOverdue() const { return QuietTicks > MostQuietTicks; }
  /// The slice did something useful.
  void progress() { QuietTicks.store(0, std::memory_order_relaxed); }
  /// Asks for one more tick in a millisecond of CPU time.
  void tickSoon();

private:
  static constexpr unsigned MostQuietTicks = 4;
  static constexpr long TickNs = 1'000'000'000 / MostQuietTicks;
  static constexpr long FilesTickNs = TickNs / 20;
  bool arm(long FirstNs);

  timer_t Timer{};
  long EachNs = TickNs;
  bool Running = false;
  std::atomic<unsigned> QuietTicks{0}; ///< Handlers interrupt progress().
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_WATCHDOG_H
