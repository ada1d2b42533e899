//===- SliceRunner.cpp - launching and ending regions ---------------------===//
//
// The program's side. A thread of the program owns a region, from packet to
// end, and with the region a prefetch thread; inner regions are refused, but
// for regions of functions that are called back. The stack tells whether a
// region is inside another or the other was left by an exception or longjmp,
// without its end: an inner call's frame is below.
//
//===----------------------------------------------------------------------===//

#include "source/slice/SliceRunner.h"
#include "source/slice/Draws.h"
#include "source/slice/PrefetchThread.h"
#include "source/slice/RegionState.h"
#include "source/slice/TaskRegion.h"
#include "source/slice/Team.h"
#include "support/ForkGuard.h"
#include "support/HelperLife.h"
#include "support/Lazy.h"
#include "support/OwnWork.h"
#include "support/Recent.h"
#include "support/Settings.h"
#include "support/Statistics.h"
#include "support/ThreadRoom.h"
#include "support/Tools.h"
#include "support/Trace.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <pthread.h>
#include <utility>

#define FORESLICE_EXPORT __attribute__((visibility("default"), noinline))

using namespace foreslice;

namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t MinPacket = 16;

/// A held launch takes some microseconds, too. Of regions that end within 1 ms
/// without need for a slice, or with a slice ahead of no read, 8 times in a
/// row, only one launch of TriedOneOf is made.
constexpr std::chrono::milliseconds ShortTime(1);
constexpr unsigned IdleLaunches = 8, LeftOutLaunches = TriedOneOf - 1;
/// POSIX regions with at most one read and so little other work that a slice
/// cannot be ahead, or is held back, are left out more and more: there may be a
/// region for each line of a file. An interruption by the system makes a region
/// seem longer.
constexpr std::chrono::microseconds NothingElse(100);
constexpr unsigned MostIdle = 64, MostLeftOut = 1 << 16;
/// A slice that has started takes a thread: such a launch counts as so many
/// held ones.
constexpr unsigned StartedLaunch = 4;
/// A slice is given up that has waited for the program before so many reads in
/// a row, and has brought the data of none. A slow read counts as SlowRead
/// more.
constexpr unsigned MostHeldUp = 12, SlowRead = 4;
/// A refused launch takes some nanoseconds in the run time. Where the program
/// comes to one each microsecond inside another region, LeftOutLaunches are
/// left out between two.
constexpr uint64_t ManyRefused = 64, OftenRefusedNs = 1000;

std::atomic<bool> Enabled{false}, AnyLaunched{false};
slice_runner::Hooks TheHooks; // written before Enabled
std::atomic<bool (*)()> TheStart{nullptr};
/// Files not in memory that a region opens before a held slice starts, where
/// the run time does not see the reads: with one file, there is no next file to
/// open ahead, and the slice's thread makes the program's streams lock.
constexpr unsigned LeastOpened = 2;

/// A thread's region and the prefetch thread. The owning thread alone uses
/// members that are not atomic.
struct Ownership : slice_runner::OwnedRegion {
  std::atomic<bool> Taken{false};
  unsigned Number = 0;        ///< Number of the prefetch thread.
  Ownership *Outer = nullptr; ///< The enclosing region.
  uintptr_t Frame = 0;        ///< Stack pointer of the launching code.
  unsigned Refused = 0; ///< Inner launches of Region itself, not yet ended.
  bool Hold = false;    ///< Launch later.
  Clock::time_point Start;
  unsigned Reads = 0;             ///< By POSIX, since the launch.
  unsigned OpenedFromStorage = 0; ///< Files, while the slice is held.
  bool Listens = false;           ///< The slice may want more values.
  uint64_t HeldBytes = 0;         ///< Left for values of a held slice.
  bool ReadInVain = false;        ///< A read has found no data ready.
  bool FoundData = false;         ///< Another read has found data ready.
  /// Waits of the slice so far, and recent reads in vain behind such a wait.
  unsigned SliceWaits = 0, HeldUp = 0;
  /// The last read in vain was behind a wait, and has not counted as slow.
  bool IsBehindWait = false;
  std::chrono::nanoseconds FirstRead{0}; ///< Time of the first read.
  uint64_t Traced = 0;                   ///< Start, for the trace.
  std::unique_ptr<Job> Pending; ///< Between packet and start of the slice.

  PrefetchThread &thread() const { return PrefetchThread::of(Number); }
};

/// Never destroyed: threads may run while the process exits.
union AllOwned {
  std::array<Ownership, MostSlices> Regions{};
  constexpr AllOwned() {}
  ~AllOwned() {}
};
constinit AllOwned All;
constexpr auto &Owned = All.Regions;

/// The thread's innermost region; null if in no region.
Ownership *mine() {
  return static_cast<Ownership *>(slice_runner::detail::Mine);
}
void setMine(Ownership *New) { slice_runner::detail::Mine = New; }

/// Counts the main thread's time here, if anybody will look.
class LaunchTimer {
public:
  ~LaunchTimer() {
    if (Region)
      RegionState::of(*Region).Stats->add(RunCounter::LaunchNs,
                                          nowNs() - Begin);
  }
  /// From here on, for this region.
  void start(foreslice_region *R) {
    if (Settings::get().Stats.empty())
      return;
    Region = R;
    Begin = nowNs();
  }

private:
  foreslice_region *Region = nullptr;
  uint64_t Begin = 0;
};

/// False in an unnoticed child: nobody serves the child.
bool inOwnRegion() {
  return mine() && mine()->isLaunched() && !fork_guard::isChild();
}

/// Whether the slice of the thread's region has not started yet.
bool isPending() { return inOwnRegion() && mine()->Pending; }

/// Whether the slice only says which files are opened.
bool isOfFiles(const Ownership &O) {
  return O.Region->flags & FORESLICE_REGION_FILES;
}

/// Whether regions inside may have slices now.
bool letsInside(const Ownership &O) {
  return isOfFiles(O) ||
         RegionState::of(*O.Region).Off.load(std::memory_order_relaxed);
}

/// The innermost of the thread's regions from O on whose slice has not started
/// yet.
Ownership *pendingFrom(Ownership *O) {
  while (O && !(O->isLaunched() && O->Pending))
    O = O->Outer;
  return O;
}

/// Whether the slice of the thread's region may want values from now on.
void listen(bool Wants) {
  if (mine()->Listens != Wants)
    RegionState::of(*mine()->Region).addListener(Wants);
  mine()->Listens = Wants;
}

void release() {
  listen(false);
  mine()->Region = nullptr;
  mine()->Refused = 0;
  if (mine()->Pending)
    mine()->thread().recycle(std::move(mine()->Pending));
  Ownership *Done = mine();
  Done->thread().release();
  setMine(Done->Outer);
  Done->Taken.store(false, std::memory_order_release);
  helper_life::notNeeded();
}

/// Whether the region had no work that a slice could have been ahead of.
bool isTooShort() {
  return mine()->Reads <= 1 && !Settings::get().Always &&
         Clock::now() - mine()->Start - mine()->FirstRead < NothingElse;
}

/// Whether the slice was ahead of no read.
bool isInVain() {
  return mine()->ReadInVain && !mine()->FoundData && !Settings::get().Always;
}

/// Whether the slice waits for the program before each read.
bool isHeldUp() {
  return mine()->HeldUp >= MostHeldUp && !Settings::get().Always;
}

/// Launches left out between two launches.
unsigned toLeaveOut(const RegionState &State) {
  return std::max(State.LeavesOut.load(), LeftOutLaunches);
}

/// A launch has ended, which counts as Launches if Short.
void noteShort(RegionState &State, bool Short, unsigned Launches) {
  if (!Short) {
    State.IdleInARow = State.IdleInARow / 2;
    State.LeavesOut = 0;
    return;
  }
  State.IdleInARow = std::min(State.IdleInARow + Launches, MostIdle);
  if (State.IdleInARow > IdleLaunches)
    State.LeavesOut = std::min(2 * toLeaveOut(State), MostLeftOut);
}

/// The launches of the region to leave out next.
std::atomic_ref<uint32_t> skips(foreslice_region &Region) {
  return std::atomic_ref(Region.skips);
}

/// Bytes of values kept for a held slice: few if the region's last launches
/// were held to their ends, as each value takes as long as a part of a read
/// from memory, and each page of values longer. A slice that starts after more
/// values waits to the region's end.
uint64_t mostHeldBytes(const RegionState &State) {
  constexpr unsigned ManyHeld = 4;
  constexpr uint64_t MostBytes = 64 << 10, FewBytes = 2 << 10;
  return State.HeldInARow < ManyHeld ? MostBytes : FewBytes;
}

/// Leaves out launches of a region that is idle.
void skipIdle(foreslice_region &Region, const RegionState &State) {
  skips(Region).store(State.IdleInARow >= IdleLaunches ? toLeaveOut(State) : 0,
                      std::memory_order_relaxed);
}

/// Whether this launch is left out, as at the launch point. Several threads may
/// count one launch.
bool leavesOut(foreslice_region &Region) {
  const uint32_t Left = skips(Region).load(std::memory_order_relaxed);
  if (Left != 0)
    skips(Region).store(Left - 1, std::memory_order_relaxed);
  return Left != 0;
}

/// A launch of Region was refused inside another region.
void noteRefused(foreslice_region &Region, RegionState &State) {
  const unsigned Before = State.RefusedInARow.load(std::memory_order_relaxed);
  State.RefusedInARow.store(Before + 1, std::memory_order_relaxed);
  if (Before != 0 && Before + 1 < ManyRefused)
    return;
  const uint64_t Now = nowNs();
  const uint64_t Since = State.RefusedSinceNs.exchange(Now);
  if (Before == 0)
    return;
  const bool Often = Now - Since < ManyRefused * OftenRefusedNs;
  if (Often && !Settings::get().Always)
    skips(Region).store(LeftOutLaunches, std::memory_order_relaxed);
  else
    State.RefusedInARow.store(0, std::memory_order_relaxed);
}

/// The thread's launch has ended: decides whether the region's next launches
/// are left out.
void noteEnd(RegionState &State) {
  const bool IsPosix = mine()->Region->flags & FORESLICE_REGION_POSIX;
  if (!mine()->Pending && IsPosix) {
    noteShort(State, isTooShort() || isHeldUp(),
              isHeldUp() ? IdleLaunches : StartedLaunch);
  } else if (!mine()->Pending) {
    State.IdleInARow = isInVain() ? State.IdleInARow + 1 : 0;
  } else if (Clock::now() - mine()->Start >= ShortTime) {
    State.IdleInARow = State.LeavesOut = 0;
  } else if (IsPosix && isTooShort()) {
    noteShort(State, true, 1);
  } else {
    State.IdleInARow = State.IdleInARow + 1;
  }
}

void finish() {
  foreslice_region *Region = mine()->Region;
  mine()->Launched.store(false, std::memory_order_relaxed);
  if (Region->flags & FORESLICE_REGION_TASKS)
    task_region::end(mine()->Number, mine()->Launch);
  bool Tell = Enabled.load();
  RegionState &State = RegionState::of(*mine()->Region);
  State.InVain = mine()->InVain;
  State.HeldUp = mine()->HeldUp;
  trace::extent("region", mine()->Traced, State.Name.c_str());
  if ((Region->flags & FORESLICE_REGION_EARLY) && !mine()->Pending)
    State.EarlyInVain = !mine()->FoundData;
  State.HeldInARow = mine()->Pending ? State.HeldInARow + 1 : 0;
  noteEnd(State);
  if (mine()->Pending)
    State.Stats->add(RunCounter::SlicesNotNeeded);
  else if (Tell)
    mine()->thread().cancel(TheHooks.Wake);
  skipIdle(*Region, State);
  if (Tell && TheHooks.Ended)
    TheHooks.Ended(Region);
  release();
}

/// Ends a region that was left without its end.
void abandon() { mine()->isLaunched() ? finish() : release(); }

/// Leaves all regions of the thread, without their ends.
void leaveAll() {
  while (mine() && !fork_guard::isChild())
    abandon();
}

/// A thread ends, perhaps within its region.
void leave(void *) {
  OwnWork Work;
  leaveAll();
  helper_life::threadEnds();
}

/// Not by the destructor of a thread-local variable, which would run in exit(),
/// perhaps from a signal handler.
void watchEndOfThread() {
  static constinit LazyObject<pthread_key_t> Key;
  auto Make = [] {
    auto New = std::make_unique<pthread_key_t>();
    // Where another thread makes a key, too, the surplus key is unused.
    if (pthread_key_create(New.get(), leave))
      New.reset();
    return New;
  };
  if (const pthread_key_t *Made = Key.get(Make))
    pthread_setspecific(*Made, &Owned);
}

/// An idle prefetch thread; null if all allowed threads serve.
Ownership *takeFree() {
  unsigned Most = Settings::get().Runners;
  for (unsigned I = 0; I < Most; ++I)
    if (!Owned[I].Taken.load(std::memory_order_relaxed) &&
        !Owned[I].Taken.exchange(true, std::memory_order_acquire)) {
      slice_runner::lookAtStream();
      Owned[I].Number = I;
      Owned[I].Stream = nullptr;
      Owned[I].Outer = mine();
      return &Owned[I];
    }
  return nullptr;
}

/// False if no prefetch thread is free.
bool takeFor(foreslice_region &Region) {
  Ownership *New = takeFree();
  if (!New) {
    RegionState::of(Region).Stats->add(RunCounter::LaunchesWithoutRunner);
    return false;
  }
  helper_life::needed();
  setMine(New);
  watchEndOfThread();
  return true;
}

/// Whether a call from Frame is in a signal handler that has interrupted the
/// thread while filling the packet of O. Otherwise a handler has left the
/// filling by a jump.
bool interrupts(const Ownership &O, uintptr_t Frame) {
  stack_t Alternate{};
  return Frame < O.Frame || (sigaltstack(nullptr, &Alternate) == 0 &&
                             (Alternate.ss_flags & SS_ONSTACK));
}

/// Makes the thread own a region. False inside another region that may cover
/// this region, and if no prefetch thread is free.
bool claim(foreslice_region *Region, uintptr_t Frame) {
  if (!mine())
    return takeFor(*Region);
  if (!mine()->isLaunched())
    return !interrupts(*mine(), Frame);
  bool Same = Region == mine()->Region;
  bool Abandoned = Same ? Frame >= mine()->Frame : Frame > mine()->Frame;
  if (!Abandoned) {
    bool CalledBack =
        Frame < mine()->Frame && (Region->flags & FORESLICE_REGION_CALLED_BACK);
    if (!Same && (CalledBack || letsInside(*mine())))
      return takeFor(*Region);
    mine()->Refused += Same;
    return false;
  }
  finish();
  return claim(Region, Frame);
}

/// Whether a launch is refused without further looks: a small function may be a
/// region that the program enters for each token of a text, within another
/// region or as a left-out region, and a function that reads a tree calls
/// itself for each node. The first launch of a region is looked at, unless
/// nothing is launched at all.
bool refusesAtOnce(foreslice_region *Region, uintptr_t Frame) {
  if (!Enabled.load(std::memory_order_relaxed) &&
      !TheStart.load(std::memory_order_relaxed))
    return true;
  std::atomic_ref<void *> State(Region->state);
  auto *Known =
      static_cast<RegionState *>(State.load(std::memory_order_acquire));
  if (!Known)
    return false;
  Ownership *OwnOwnership = mine();
  if (OwnOwnership && OwnOwnership->isLaunched() &&
      Region == OwnOwnership->Region && Frame < OwnOwnership->Frame &&
      !fork_guard::isChild()) {
    ++OwnOwnership->Refused;
    return true;
  }
  const bool Inner = OwnOwnership && OwnOwnership->isLaunched() &&
                     Region != OwnOwnership->Region &&
                     Frame <= OwnOwnership->Frame &&
                     !(Region->flags & FORESLICE_REGION_CALLED_BACK) &&
                     !letsInside(*OwnOwnership);
  if (Inner)
    noteRefused(*Region, *Known);
  return Inner;
}

void afterForkInChild() {
  Enabled.store(false);
  setMine(nullptr);
  // Nobody finishes the work of the parent's threads on the old objects.
  for (Ownership &O : Owned)
    std::construct_at(&O);
  task_region::afterForkInChild();
}

uintptr_t callersFrame(void *Address) {
  return reinterpret_cast<uintptr_t>(Address);
}

} // namespace

slice_runner::Hooks slice_runner::setHooks(Hooks H) {
  execution::setMayScout(H.MayScout);
  return std::exchange(TheHooks, H);
}

void slice_runner::enable() {
  static constinit std::atomic<bool> Asked{false}, Arranged{false};
  if (Settings::get().Disable)
    return;
  tools::look();
  if (!Asked.exchange(true))
    Arranged.store(!pthread_atfork(nullptr, nullptr, afterForkInChild) &&
                   !std::atexit(quit));
  Enabled.store(Arranged.load());
}

void slice_runner::setStart(bool (*Start)()) { TheStart.store(Start); }

bool slice_runner::endForNew() {
  if (!inOwnRegion())
    return false;
  mine()->FoundData = true;
  leaveAll();
  PrefetchThread::forEach([](PrefetchThread &T) { T.endIdle(); });
  return true;
}

void slice_runner::quit() {
  if (!Enabled.exchange(false) || fork_guard::isChild())
    return;
  if (inOwnRegion()) // to the program's end
    trace::extent("region", mine()->Traced,
                  RegionState::of(*mine()->Region).Name.c_str());
  for (Ownership &O : Owned)
    O.Launched.store(false);
  PrefetchThread::forEach([](PrefetchThread &T) { T.stop(); });
}

void slice_runner::disable() {
  if (isPending()) // to the end
    RegionState::of(*mine()->Region).Stats->add(RunCounter::SlicesNotNeeded);
  quit();
  bool Runs = false;
  PrefetchThread::forEach(
      [&](PrefetchThread &T) { Runs |= T.Work.runningNumber() != 0; });
  if (TheHooks.Wake && Runs)
    TheHooks.Wake();
}

bool slice_runner::inRegion() { return launchNumber() != 0; }

bool slice_runner::wasAnyLaunched() {
  return AnyLaunched.load(std::memory_order_relaxed);
}

bool slice_runner::othersRun() {
  return std::ranges::any_of(
      Owned, [](const Ownership &O) { return &O != mine() && O.isLaunched(); });
}

unsigned slice_runner::number() {
  return mine() ? mine()->Number : task_region::number();
}

RegionStatistics *slice_runner::statistics() {
  if (!mine())
    return task_region::statistics();
  return mine()->isLaunched() ? RegionState::of(*mine()->Region).Stats
                              : nullptr;
}

bool slice_runner::isHeld() { return isPending() && !isOfFiles(*mine()); }

bool slice_runner::awaitsFiles() {
  return inOwnRegion() && pendingFrom(mine());
}

void slice_runner::openedFromStorage() {
  if (!inOwnRegion())
    return;
  for (Ownership *O = pendingFrom(mine()); O; O = pendingFrom(O->Outer))
    if (++O->OpenedFromStorage >= LeastOpened && Enabled.load() &&
        O->thread().ensureStarted())
      O->thread().post(std::move(O->Pending));
}

bool slice_runner::readBegins() {
  return inOwnRegion() && ++mine()->Reads == 1;
}

void slice_runner::firstReadTook(uint64_t Ns) {
  if (inOwnRegion())
    mine()->FirstRead = std::chrono::nanoseconds(Ns);
}

/// Whether the slice has waited for the program since the last question.
static bool hasSliceWaited() {
  const unsigned Waits = mine()->thread().Work.channel().waits();
  return Waits != std::exchange(mine()->SliceWaits, Waits);
}

/// A read of the thread's region has found no data.
static void readInVain() {
  ++mine()->InVain;
  if (!(mine()->Region->flags & FORESLICE_REGION_POSIX))
    return;
  mine()->IsBehindWait = hasSliceWaited();
  mine()->HeldUp += mine()->IsBehindWait;
}

/// Has the slice give way that is held up.
static void endHeldUp() {
  if (isHeldUp())
    mine()->thread().Work.giveUp(mine()->Launch);
}

void slice_runner::readEnded(bool FoundData) {
  if (!inOwnRegion())
    return;
  if (!FoundData) {
    mine()->ReadInVain = true;
    readInVain();
    endHeldUp();
    return;
  }
  mine()->FoundData = true;
  mine()->InVain = 0;
  if (std::exchange(mine()->HeldUp, 0) != 0)
    mine()->thread().Work.giveUp(0);
}

void slice_runner::readWaited() {
  if (!inOwnRegion() || mine()->HeldUp == 0)
    return;
  // A library may read much while the slice waits once, for an open file.
  if (std::exchange(mine()->IsBehindWait, false) || hasSliceWaited())
    mine()->HeldUp += SlowRead;
  endHeldUp();
}

void slice_runner::readUnknown() {
  if (!inOwnRegion())
    return;
  readInVain();
  endHeldUp();
}

void slice_runner::readWaitedAgain() {
  if (!wasInVain() || !hasSliceWaited())
    return;
  // A slice waits once for the file to be opened.
  const bool HasWaitedBefore = mine()->HeldUp != 0;
  mine()->InVain += HasWaitedBefore;
  mine()->HeldUp += HasWaitedBefore ? SlowRead : 1;
  endHeldUp();
}

bool slice_runner::hasSliceEnded() {
  return inOwnRegion() && mine()->thread().Work.hasEnded(mine()->Launch);
}

void slice_runner::startHeld() {
  if (!isHeld())
    return;
  OwnWork Work;
  if (Enabled.load() && mine()->thread().ensureStarted())
    mine()->thread().post(std::move(mine()->Pending));
}

bool slice_runner::confirm(foreslice_handle Stand, foreslice_handle Handle) {
  return !TheHooks.Confirm || TheHooks.Confirm(Stand, Handle);
}

void slice_runner::endThreads(uint64_t MostNs) {
  if (fork_guard::isChild() || !helper_life::mayEnd())
    return;
  leaveAll();
  helper_life::endNow(MostNs);
}

void slice_runner::turnOff(foreslice_region &Region, const std::string &Why) {
  RegionState::of(Region).turnOff(Why);
}

/// Whether Region's slice may wait for values of this thread. Cheap: a program
/// may forward a value for each character of a text.
[[gnu::always_inline]] static inline bool
mayListen(const foreslice_region *Region) {
  return mine() && mine()->Region == Region && mine()->Listens;
}

/// Sends a value, until the slice has ended, a value finds no room, or the
/// slice is held back for too long.
[[gnu::noinline]] static void send(uint32_t Site, const void *From,
                                   uint64_t Size) {
  if (!inOwnRegion())
    return;
  if (mine()->Pending) {
    if (mine()->HeldBytes == 0) {
      listen(false);
      return;
    }
    mine()->HeldBytes -= std::min(Channel::recordSize(Size), mine()->HeldBytes);
  }
  Execution &Work = mine()->thread().Work;
  listen(!Work.hasEnded(mine()->Launch) &&
         Work.channel().send(mine()->Launch, Site, From, Size));
}

/// Whether Start allows launches from here on, before MPI_Init.
static bool mayStart(const foreslice_region &Region) {
  bool (*Start)() = TheStart.load();
  return Start && (Region.flags & FORESLICE_REGION_BEHIND_START) && Start();
}

/// What the thread counts of a launch begins.
static void beginCounts(const RegionState &State) {
  mine()->Start = Clock::now();
  mine()->Reads = mine()->OpenedFromStorage = 0;
  mine()->FirstRead = {};
  mine()->HeldBytes = mostHeldBytes(State);
  mine()->ReadInVain = mine()->FoundData = false;
  mine()->InVain = State.InVain;
  mine()->HeldUp = State.HeldUp;
  mine()->IsBehindWait = false;
}

/// A launch that refusesAtOnce() does not refuse.
[[gnu::noinline]] static void *obtainPacket(foreslice_region *Region,
                                            uintptr_t Frame) {
  if (fork_guard::isChild() || !Region->slice ||
      Region->packet_size > FORESLICE_MAX_PACKET)
    return nullptr;
  OwnWork Work;
  fork_guard::watchThreads();
  const bool Starts = !Enabled.load(std::memory_order_acquire);
  if (Starts && !mayStart(*Region))
    return nullptr;
  if (!thread_room::isLeft()) {
    skips(*Region).store(LeftOutLaunches, std::memory_order_relaxed);
    return nullptr;
  }
  LaunchTimer Timer;
  RegionState &State = RegionState::of(*Region);
  if (State.Off.load(std::memory_order_relaxed)) {
    skips(*Region).store(MostLeftOut, std::memory_order_relaxed);
    return nullptr;
  }
  if (!claim(Region, Frame))
    return nullptr;
  Timer.start(Region);
  mine()->Region = Region;
  mine()->Frame = Frame;
  skipIdle(*Region, State);
  LaunchDecision Decision = TheHooks.Decide && !Starts ? TheHooks.Decide(Region)
                                                       : LaunchDecision::Now;
  mine()->Hold = Decision == LaunchDecision::Held;
  if (Decision == LaunchDecision::Never ||
      (!mine()->Hold && !mine()->thread().ensureStarted())) {
    release();
    return nullptr;
  }
  Job &J = *(mine()->Pending = mine()->thread().obtainJob(
                 std::max<size_t>(Region->packet_size, MinPacket)));
  J.Slice = Region->slice;
  J.Scouts = Region;
  J.Region = &State;
  J.Draws = Region->flags & FORESLICE_REGION_DRAWS;
  return J.Packet.get();
}

/// The region of Ends ends, by a call from Frame.
[[gnu::noinline]] static void end(const Ownership &Ends, uintptr_t Frame) {
  if (fork_guard::isChild() || (&Ends != mine() && Frame < Ends.Frame) ||
      (!Ends.isLaunched() && interrupts(Ends, Frame)))
    return;
  OwnWork Work;
  LaunchTimer Timer;
  Timer.start(Ends.Region);
  while (mine() != &Ends)
    abandon();
  if (!mine()->isLaunched())
    release();
  else if (mine()->Refused && Frame < mine()->Frame)
    --mine()->Refused;
  else
    finish();
}

extern "C" {

FORESLICE_EXPORT void *foreslice_packet(foreslice_region *Region) {
  const uintptr_t Frame = callersFrame(__builtin_dwarf_cfa());
  return leavesOut(*Region) || refusesAtOnce(Region, Frame)
             ? nullptr
             : obtainPacket(Region, Frame);
}

FORESLICE_EXPORT void foreslice_launch(foreslice_region *Region, void *Packet) {
  bool Expected = mine() && mine()->Region == Region && mine()->Pending &&
                  mine()->Pending->Packet.get() == Packet;
  if (!Expected)
    return;
  OwnWork Work;
  if (!Enabled.load(std::memory_order_acquire)) {
    release();
    return;
  }
  LaunchTimer Timer;
  Timer.start(Region);
  mine()->Traced = trace::begin();
  mine()->Launched.store(true, std::memory_order_relaxed);
  AnyLaunched.store(true, std::memory_order_relaxed);
  if (TheHooks.Launched)
    TheHooks.Launched(Region);
  RegionState::of(*Region).Stats->add(RunCounter::Launches);
  mine()->Launch = mine()->thread().number(*mine()->Pending);
  if (Region->flags & FORESLICE_REGION_TASKS)
    task_region::begin(mine()->Number, mine()->Launch, Region->flags,
                       RegionState::of(*Region).Stats);
  listen(true);
  beginCounts(RegionState::of(*Region));
  if (mine()->Pending->Draws) {
    mine()->Pending->Random.take();
    draws::launched(mine()->Number, mine()->Launch);
  }
  // The body of a parallel region of OpenMP is called back.
  if (Region->flags & FORESLICE_REGION_CALLED_BACK) {
    mine()->Pending->TeamSize = team::size();
    mine()->Pending->TeamMember = team::member();
    mine()->Pending->TeamSchedule = team::schedule();
  }
  if (!mine()->Hold)
    mine()->thread().post(std::move(mine()->Pending));
}

FORESLICE_EXPORT void foreslice_forward(foreslice_region *Region, uint32_t Site,
                                        const void *From, uint64_t Size) {
  if (mayListen(Region))
    send(Site, From, Size);
}

FORESLICE_EXPORT void foreslice_forward_guarded(foreslice_region *Region,
                                                uint32_t Site, const void *From,
                                                uint64_t Size) {
  char Value[FORESLICE_MAX_GUARDED];
  if (!mayListen(Region) || Size > sizeof Value)
    return;
  foreslice_packet_copy(Value, From, Size);
  send(Site, Value, Size);
}

FORESLICE_EXPORT void foreslice_drew(foreslice_region *Region, int64_t Value) {
  if (!inOwnRegion() || mine()->Region != Region)
    return;
  RegionState &State = RegionState::of(*Region);
  if (State.Off.load(std::memory_order_relaxed))
    return;
  OwnWork Work;
  if (!draws::drewInProgram(mine()->Number, State, Value) && Enabled.load())
    mine()->thread().cancel(TheHooks.Wake);
}

FORESLICE_EXPORT void foreslice_end(foreslice_region *Region) {
  const uintptr_t Frame = callersFrame(__builtin_dwarf_cfa());
  Ownership *Ends = mine();
  while (Ends && Ends->Region != Region)
    Ends = Ends->Outer;
  // Else another region ends, of an outer call or of none.
  if (Ends)
    end(*Ends, Frame);
}

} // extern "C"
