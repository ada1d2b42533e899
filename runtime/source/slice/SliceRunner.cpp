//===- SliceRunner.cpp - launching and ending regions ---------------------===//
//
// The main thread's side. One thread at a time owns a region, from packet to
// end; others, and regions inside it, are refused. Whether a region is inside
// another or the other was left by an exception or longjmp, without its end,
// shows in the stack: an inner call's frame is below.
//
//===----------------------------------------------------------------------===//

#include "source/slice/SliceRunner.h"
#include "source/slice/Draws.h"
#include "source/slice/PrefetchThread.h"
#include "source/slice/RegionState.h"
#include "support/Settings.h"
#include "support/Statistics.h"
#include "support/Trace.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <pthread.h>
#include <utility>

#define FORESLICE_EXPORT __attribute__((visibility("default"), noinline))

using namespace foreslice;

namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t MinPacket = 16;

/// A launch that is held back takes some microseconds. Of regions that end
/// within 1 ms without need for a slice, 8 times in a row, only every 64th
/// launch is made.
constexpr std::chrono::milliseconds ShortTime(1);
constexpr unsigned IdleLaunches = 8, LeftOutLaunches = 63;

std::atomic<bool> Enabled{false};
slice_runner::Hooks TheHooks; // written before Enabled

/// Its address names the thread.
thread_local char Self __attribute__((tls_model("initial-exec")));
using Thread = const char *;

std::atomic<Thread> Owner{nullptr};    // between packet and end
std::atomic<Thread> Launcher{nullptr}; // between launch and end

/// What the owner works on. Guarded by Owner.
struct {
  foreslice_region *Region = nullptr;
  uintptr_t Frame = 0;  ///< The stack pointer of the code that launched.
  unsigned Refused = 0; ///< Inner launches of Region itself, not yet ended.
  bool Hold = false;    ///< Launch later.
  Clock::time_point Start;
  uint64_t Traced = 0;          ///< Its start for the trace.
  uint64_t Number = 0;          ///< Of the launch.
  std::unique_ptr<Job> Pending; ///< Between packet and start of the slice.
} Current;

/// Counts the time that the main thread spends here, if anybody will look.
class LaunchTimer {
public:
  ~LaunchTimer() {
    if (Region)
      RegionState::of(*Region).Stats->add(RunCounter::LaunchNs,
                                          nowNs() - Begin);
  }
  /// From here on, for this region.
  void start(foreslice_region *Of) {
    static const bool Wanted = !Settings::get().Stats.empty();
    if (!Wanted)
      return;
    Region = Of;
    Begin = nowNs();
  }

private:
  foreslice_region *Region = nullptr;
  uint64_t Begin = 0;
};

bool isLaunched() { return Launcher.load(std::memory_order_relaxed); }

void release() {
  Current.Region = nullptr;
  Current.Refused = 0;
  if (Current.Pending)
    prefetch_thread::recycle(std::move(Current.Pending));
  Owner.store(nullptr, std::memory_order_release);
}

void finish() {
  const foreslice_region *Region = Current.Region;
  Launcher.store(nullptr, std::memory_order_relaxed);
  bool Tell = Enabled.load();
  RegionState &State = RegionState::of(*Current.Region);
  trace::extent("region", Current.Traced, State.Name.c_str());
  if (Current.Pending) {
    State.Stats->add(RunCounter::SlicesNotNeeded);
    bool Short = Clock::now() - Current.Start < ShortTime;
    State.IdleInARow = Short ? State.IdleInARow + 1 : 0;
  } else {
    State.IdleInARow = 0;
    if (Tell)
      prefetch_thread::cancel(TheHooks.Wake);
  }
  release();
  if (Tell && TheHooks.Ended)
    TheHooks.Ended(Region);
}

bool leavesOut(RegionState &State) {
  if (State.IdleInARow < IdleLaunches || State.LeftOut == LeftOutLaunches) {
    State.LeftOut = 0;
    return false;
  }
  ++State.LeftOut;
  return true;
}

/// Makes this thread the owner. False: inside a region, or another thread is.
bool claim(const foreslice_region *Region, uintptr_t Frame) {
  Thread Holder = nullptr;
  if (Owner.compare_exchange_strong(Holder, &Self, std::memory_order_acq_rel))
    return true;
  if (Holder != &Self)
    return false;
  if (!isLaunched())
    return true; // an earlier packet was never launched
  bool Same = Region == Current.Region;
  bool Abandoned = Same ? Frame >= Current.Frame : Frame > Current.Frame;
  if (!Abandoned) {
    Current.Refused += Same;
    return false;
  }
  finish();
  return claim(Region, Frame);
}

void afterForkInChild() {
  Enabled.store(false);
  Launcher.store(nullptr);
  Owner.store(nullptr);
  prefetch_thread::forget();
}

/// The calls of the ABI stand where the program expects errno to stay.
class KeepErrno {
public:
  ~KeepErrno() { errno = Saved; }

private:
  const int Saved = errno;
};

uintptr_t callersFrame(void *Address) {
  return reinterpret_cast<uintptr_t>(Address);
}

} // namespace

slice_runner::Hooks slice_runner::setHooks(Hooks H) {
  execution::setMayScout(H.MayScout);
  return std::exchange(TheHooks, H);
}

void slice_runner::enable() {
  if (Settings::get().Disable)
    return;
  static const bool Arranged = [] {
    return !pthread_atfork(nullptr, nullptr, afterForkInChild) &&
           !std::atexit(quit);
  }();
  Enabled.store(Arranged);
}

void slice_runner::quit() {
  if (!Enabled.exchange(false))
    return;
  if (inRegion()) // to the program's end
    trace::extent("region", Current.Traced,
                  RegionState::of(*Current.Region).Name.c_str());
  Launcher.store(nullptr);
  prefetch_thread::stop();
}

void slice_runner::disable() {
  quit();
  if (TheHooks.Wake && execution::runningNumber())
    TheHooks.Wake();
}

bool slice_runner::inRegion() {
  return Launcher.load(std::memory_order_relaxed) == &Self;
}

RegionStatistics *slice_runner::statistics() {
  return inRegion() ? RegionState::of(*Current.Region).Stats : nullptr;
}

bool slice_runner::isHeld() { return inRegion() && Current.Pending; }

void slice_runner::startHeld() {
  if (!isHeld())
    return;
  if (Enabled.load() && prefetch_thread::ensureStarted())
    prefetch_thread::post(std::move(Current.Pending));
}

bool slice_runner::confirm(foreslice_handle Stand, foreslice_handle Handle) {
  return !TheHooks.Confirm || TheHooks.Confirm(Stand, Handle);
}

void slice_runner::turnOff(foreslice_region &Region, const std::string &Why) {
  RegionState::of(Region).turnOff(Why);
}

/// Whether the slice of Region may wait for values of this thread.
static bool isAwaited(const foreslice_region *Region) {
  return Launcher.load(std::memory_order_relaxed) == &Self &&
         Current.Region == Region && !execution::hasEnded(Current.Number);
}

extern "C" {

FORESLICE_EXPORT void *foreslice_packet(foreslice_region *Region) {
  if (!Enabled.load(std::memory_order_acquire) || !Region->slice ||
      Region->packet_size > FORESLICE_MAX_PACKET)
    return nullptr;
  KeepErrno Keep;
  LaunchTimer Timer;
  RegionState &State = RegionState::of(*Region);
  uintptr_t Frame = callersFrame(__builtin_dwarf_cfa());
  if (State.Off.load(std::memory_order_relaxed) || !claim(Region, Frame))
    return nullptr;
  Timer.start(Region);
  Current.Region = Region;
  Current.Frame = Frame;
  LaunchDecision Decision = leavesOut(State)  ? LaunchDecision::Never
                            : TheHooks.Decide ? TheHooks.Decide(Region)
                                              : LaunchDecision::Now;
  Current.Hold = Decision == LaunchDecision::Held;
  if (Decision == LaunchDecision::Never ||
      (!Current.Hold && !prefetch_thread::ensureStarted())) {
    release();
    return nullptr;
  }
  Current.Pending = prefetch_thread::obtainJob(
      std::max<size_t>(Region->packet_size, MinPacket));
  Current.Pending->Slice = Region->slice;
  Current.Pending->Scouts = Region;
  Current.Pending->Region = &State;
  Current.Pending->Draws = Region->flags & FORESLICE_REGION_DRAWS;
  return Current.Pending->Packet.get();
}

FORESLICE_EXPORT void foreslice_launch(foreslice_region *Region, void *Packet) {
  bool Expected = Owner.load(std::memory_order_relaxed) == &Self &&
                  Current.Region == Region && Current.Pending &&
                  Current.Pending->Packet.get() == Packet;
  if (!Expected)
    return;
  if (!Enabled.load(std::memory_order_acquire)) {
    release();
    return;
  }
  KeepErrno Keep;
  LaunchTimer Timer;
  Timer.start(Region);
  Current.Traced = trace::begin();
  Launcher.store(&Self, std::memory_order_relaxed);
  if (TheHooks.Launched)
    TheHooks.Launched(Region);
  RegionState::of(*Region).Stats->add(RunCounter::Launches);
  Current.Number = prefetch_thread::number(*Current.Pending);
  Current.Start = Clock::now();
  if (Current.Pending->Draws) {
    Current.Pending->Random.take();
    draws::launched(Current.Number);
  }
  if (!Current.Hold)
    prefetch_thread::post(std::move(Current.Pending));
}

FORESLICE_EXPORT void foreslice_forward(foreslice_region *Region, uint32_t Site,
                                        const void *From, uint64_t Size) {
  if (isAwaited(Region))
    execution::channel().send(Current.Number, Site, From, Size);
}

FORESLICE_EXPORT void foreslice_forward_guarded(foreslice_region *Region,
                                                uint32_t Site, const void *From,
                                                uint64_t Size) {
  char Value[FORESLICE_MAX_GUARDED];
  if (!isAwaited(Region) || Size > sizeof Value)
    return;
  foreslice_packet_copy(Value, From, Size);
  execution::channel().send(Current.Number, Site, Value, Size);
}

FORESLICE_EXPORT void foreslice_drew(foreslice_region *Region, int64_t Value) {
  if (Launcher.load(std::memory_order_relaxed) != &Self ||
      Current.Region != Region)
    return;
  RegionState &State = RegionState::of(*Region);
  if (State.Off.load(std::memory_order_relaxed))
    return;
  KeepErrno Keep;
  if (!draws::drewInProgram(State, Value) && Enabled.load())
    prefetch_thread::cancel(TheHooks.Wake);
}

FORESLICE_EXPORT void foreslice_end(foreslice_region *Region) {
  if (Owner.load(std::memory_order_relaxed) != &Self ||
      Current.Region != Region)
    return;
  KeepErrno Keep;
  LaunchTimer Timer;
  Timer.start(Region);
  uintptr_t Frame = callersFrame(__builtin_dwarf_cfa());
  if (!isLaunched())
    release();
  else if (Current.Refused && Frame < Current.Frame)
    --Current.Refused;
  else
    finish();
}

} // extern "C"
