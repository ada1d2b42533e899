//===- SliceExecution.cpp - running slices, one after the other -----------===//
//
// A slice runs between sigsetjmp and one of three ways out: a return, leave(),
// or a jump of a signal handler. The jump happens only while Armed, exactly in
// the slice's own code. Scouts run in the same way, on other stacks.
//
//===----------------------------------------------------------------------===//

#include "source/slice/SliceExecution.h"
#include "source/slice/Coroutine.h"
#include "source/slice/SignalChain.h"
#include "source/slice/Watchdog.h"
#include "support/FloatingPoint.h"
#include "support/Statistics.h"
#include "support/Tools.h"
#include "support/Trace.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <utility>

using namespace foreslice;
using signal_chain::FaultSignals;
using signal_chain::KickSignal;

namespace {

constexpr size_t SignalStackSize = 64u << 10;
constexpr unsigned MaxFailuresInARow = 3;
/// Most requests of a scout in a turn, whatever their outcome.
constexpr unsigned MostScoutSteps = 256;
/// Time between two looks whether the signal handlers are still in front: a
/// look takes one to two microseconds.
constexpr uint64_t LookEveryNs = 100'000;
/// Calls that end by leaveQuickly(), for each reading of the clock: a reading
/// takes as long as the shortest call.
constexpr unsigned QuickCallsPerLook = 16;

bool (*MayScout)(unsigned Runner) = nullptr; // written while no slice runs

// One state for each prefetch thread, signal handlers included
// ---------------

/// The private state of a slice or a scout.
struct Runner {
  SliceSpace Space;
  Generators Random;
  sigjmp_buf WayOut;
  // Scouts only:
  Coroutine Turns;
  unsigned Steps = 0; ///< In this turn.
  bool Pauses = false;
};

struct ThreadState {
  explicit ThreadState(Execution &E) : Exec(E) {}

  Execution &Exec;
  std::array<Runner, execution::Roles> All;
  unsigned Active = 0;
  std::atomic<bool> Armed{false};
  std::atomic<bool> Holds{false}; ///< Has given a signal back.
  const Job *Running = nullptr;   ///< Null: no slice runs.
  Watchdog Dog;
  uint64_t LookedNs = 0;   ///< In isContained().
  unsigned QuickCalls = 0; ///< Modulo QuickCallsPerLook; 0: the next one looks.
  FloatingPointState FloatingPoint;
  /// AddressSanitizer wants stacks that begin at multiples of 8 bytes.
  alignas(16) std::array<std::byte, SignalStackSize> SignalStack;

  Runner &active() { return All[Active]; }
};

// Initial-exec, as a signal handler may be the first to touch the variable.
thread_local ThreadState *OwnState __attribute__((tls_model("initial-exec")));
const char KickMark = 0; // the address marks kicks

void setArmed(bool Value) {
  OwnState->Armed.store(Value, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

[[noreturn]] void endSlice(SliceEnd Why) {
  setArmed(false);
  siglongjmp(OwnState->active().WayOut, 1 + static_cast<int>(Why));
}

constexpr RunCounter EndCounters[] = {
    RunCounter::SlicesCompleted,   RunCounter::SlicesCancelled,
    RunCounter::SliceFaults,       RunCounter::SlicesUnknownHandle,
    RunCounter::SlicesOutOfMemory, RunCounter::SlicesEndless,
    RunCounter::SlicesChannelFull, RunCounter::SlicesDiverged,
    RunCounter::SlicesOvertaken,   RunCounter::SlicesAstray,
    RunCounter::SlicesAstray,
};

/// By kicks and ticks.
bool isInterruptible() { return !tools::isThreadSanitizerThere(); }

// Signals --------------------------------------------------------------------

uintptr_t programCounter(const void *Context) {
  [[maybe_unused]] const auto &Machine =
      static_cast<const ucontext_t *>(Context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<uintptr_t>(Machine.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return Machine.pc;
#else
  return 0; // slices are then cancelled at their next request
#endif
}

bool isKick(const siginfo_t *Info) {
  return Info->si_code == SI_QUEUE && Info->si_value.sival_ptr == &KickMark;
}

void onKick(const siginfo_t *Info, const void *Context) {
  bool Overdue = Watchdog::isTick(Info) && OwnState->Dog.tick();
  if (!OwnState->Armed.load(std::memory_order_relaxed))
    return;
  SliceEnd Why;
  if (OwnState->Exec.cancelFlag().load(std::memory_order_relaxed))
    Why = SliceEnd::Cancelled;
  else if (Overdue)
    Why = SliceEnd::Endless;
  else
    return;
  uintptr_t Address = programCounter(Context);
  const RegionState &Region = *OwnState->Running->Region;
  if (Address >= Region.CodeBegin && Address < Region.CodeEnd)
    endSlice(Why);
  OwnState->Dog.tickSoon();
}

/// A signal sent to the process, which other threads may block and wait for.
/// The process gets the signal again as sent: the kernel takes any code from
/// the named thread. This thread blocks the signal from then on.
void giveBack(int Signal, siginfo_t *Info, void *Context) {
  syscall(SYS_rt_sigqueueinfo, gettid(), Signal, Info);
  if (OwnState->Armed.load(std::memory_order_relaxed))
    // unblocks the signal, which comes here once more
    endSlice(SliceEnd::Cancelled);
  OwnState->Holds.store(true, std::memory_order_relaxed);
  sigaddset(&static_cast<ucontext_t *>(Context)->uc_sigmask, Signal);
}

/// Signals that end slices are not blocked.
void unblockSignals() {
  sigset_t Blocked;
  sigfillset(&Blocked);
  for (int Signal : FaultSignals)
    sigdelset(&Blocked, Signal);
  for (int Signal : {KickSignal, SIGTRAP, SIGSYS, SIGABRT})
    sigdelset(&Blocked, Signal);
  pthread_sigmask(SIG_SETMASK, &Blocked, nullptr);
}

/// False while a signal that was given back waits for the program.
bool takesSignals() {
  if (!OwnState->Holds.load(std::memory_order_relaxed))
    return true;
  sigset_t Pending;
  if (sigpending(&Pending) ||
      std::ranges::any_of(
          FaultSignals, [&](int S) { return sigismember(&Pending, S) == 1; }) ||
      sigismember(&Pending, KickSignal) == 1)
    return false;
  OwnState->Holds.store(false, std::memory_order_relaxed);
  unblockSignals();
  return !OwnState->Holds.load(std::memory_order_relaxed);
}

// Running --------------------------------------------------------------------

/// A separate frame; below are only the slice's frames.
[[gnu::noinline]] void callSlice(const Job &J, void (*Slice)(const void *)) {
  // The packet is the slice's own; scouts do not change it.
  OwnState->active().Space.begin(__builtin_frame_address(0), J.Packet.get(),
                                 OwnState->Active == 0 ? J.Capacity : 0);
  Slice(J.Packet.get());
  asm volatile(""); // no tail call, which would give the frame up
}

/// Whether faults come to the run time.
bool isContained() {
  OwnState->LookedNs = nowNs();
  if (!signal_chain::stayInFront()) {
    Statistics::get().note("slices did not run while the program ignored "
                           "SIGSEGV, SIGBUS, SIGFPE, SIGILL or SIGURG");
    return false;
  }
  return takesSignals();
}

SliceEnd runGuarded(const Job &J, void (*Slice)(const void *)) {
  if (int Code = sigsetjmp(OwnState->active().WayOut, 1)) {
    OwnState->FloatingPoint.restore();
    return static_cast<SliceEnd>(Code - 1);
  }
  setArmed(true);
  if (OwnState->Exec.cancelFlag().load())
    endSlice(SliceEnd::Cancelled);
  callSlice(J, Slice);
  setArmed(false);
  return SliceEnd::Completed;
}

void runScout() {
  const Job &J = *OwnState->Running;
  SliceEnd Why = runGuarded(J, J.Scouts->scouts[OwnState->Active - 1]);
  if (Why == SliceEnd::Fault || Why == SliceEnd::Endless)
    J.Region->ScoutsOff = true;
}

bool hasSanitizer() {
  return tools::isAddressSanitizerThere() || tools::isThreadSanitizerThere();
}

void beginScouts(const Job &J) {
  if (J.Region->ScoutsOff || hasSanitizer())
    return;
  for (unsigned I = 1; I < execution::Roles; ++I) {
    Runner &R = OwnState->All[I];
    R.Pauses = false;
    if (J.Scouts->scouts[I - 1] && R.Turns.begin(runScout))
      R.Space.setStack(R.Turns.stackBegin(), R.Turns.stackEnd());
  }
}

void beginDraws(const Job &J) {
  if (!J.Draws)
    return;
  for (Runner &R : OwnState->All)
    R.Random.begin(J.Random);
}

void setSignals() {
  stack_t Stack{};
  Stack.ss_sp = OwnState->SignalStack.data();
  Stack.ss_size = OwnState->SignalStack.size();
  sigaltstack(&Stack, nullptr);
  unblockSignals();
}

} // namespace

void execution::count(const Job &J, SliceEnd Why) {
  J.Region->Stats->add(EndCounters[static_cast<size_t>(Why)]);
}

bool execution::onSignal(int Signal, siginfo_t *Info, void *Context) {
  if (!OwnState)
    return Signal == KickSignal && isKick(Info);
  bool Sent = Info->si_code <= 0;
  bool BySelf = Info->si_code == SI_TKILL && Info->si_pid == getpid();
  bool Ours = Signal == KickSignal ? isKick(Info) || Watchdog::isTick(Info)
                                   : !Sent || BySelf;
  if (!Ours) {
    giveBack(Signal, Info, Context);
    return true;
  }
  if (Signal == KickSignal) {
    onKick(Info, Context);
    return true;
  }
  if (OwnState->Armed.load(std::memory_order_relaxed))
    endSlice(SliceEnd::Fault);
  return false;
}

void Execution::run(const Job &J) {
  RegionState &Region = *J.Region;
  OwnState->Running = &J;
  beginScouts(J);
  beginDraws(J);
  OwnState->Dog.expect(J.Scouts->flags & FORESLICE_REGION_FILES);
  OwnState->Dog.progress();
  Values.skipTo(J.FirstValue);
  // cancel() stores in the opposite order: one of the two sees the other.
  RunningNumber.store(J.Number);
  CancelRunning.store(false);
  if (CancelledUpTo.load() >= J.Number)
    CancelRunning.store(true);
  uint64_t Begin = nowNs();
  const signal_chain::RunningSlice Running;
  SliceEnd Why = isContained() ? runGuarded(J, J.Slice) : SliceEnd::Cancelled;
  // Behind the region's end the program may have freed memory of the slice.
  if (Why != SliceEnd::Completed && CancelRunning.load())
    Why = SliceEnd::Cancelled;
  RunningNumber.store(0);
  LastEnded.store(J.Number, std::memory_order_relaxed);
  OwnState->Running = nullptr;
  for (Runner &R : OwnState->All) {
    R.Turns.abandon();
    R.Space.reset();
  }

  trace::extent("slice", Begin, Region.Name.c_str());
  Region.Stats->add(RunCounter::SliceNs, nowNs() - Begin);
  execution::count(J, Why);
  if (Why == SliceEnd::NoData)
    Region.turnOff("its slice needs data that only a library can read");
  else if (Why == SliceEnd::Completed)
    Region.FailuresInARow = 0;
  else if (Why != SliceEnd::Cancelled && Why != SliceEnd::Astray &&
           ++Region.FailuresInARow == MaxFailuresInARow)
    Region.turnOff("its slice failed " + std::to_string(MaxFailuresInARow) +
                   " times in a row");
}

void Execution::begin() {
  OwnState = new ThreadState(*this);
  OwnState->FloatingPoint.take();
  OwnState->All[0].Space.findStack();
  setSignals();
  if (isInterruptible() && !OwnState->Dog.start(KickSignal))
    Statistics::get().note("no timer on CPU time: endless slices run on until "
                           "their region ends");
}

void Execution::end() {
  OwnState->Dog.stop();
  stack_t NoStack{};
  NoStack.ss_flags = SS_DISABLE;
  sigaltstack(&NoStack, nullptr);
  delete std::exchange(OwnState, nullptr);
}

void Execution::cancelUpTo(uint64_t Last) {
  CancelledUpTo.store(Last);
  CancelRunning.store(true);
}

void execution::kick(pid_t Thread) {
  if (!isInterruptible() || !signal_chain::isInFront(KickSignal))
    return;
  siginfo_t Info{};
  Info.si_code = SI_QUEUE;
  Info.si_pid = getpid();
  Info.si_uid = getuid();
  Info.si_value.sival_ptr = const_cast<char *>(&KickMark);
  syscall(SYS_rt_tgsigqueueinfo, getpid(), Thread, KickSignal, &Info);
}

// Questions of the rest of the run time
// ------------------------------------------

unsigned execution::number() { return OwnState ? OwnState->Exec.Number : 0; }

Channel &execution::channel() { return OwnState->Exec.channel(); }

uint64_t execution::runningNumber() {
  return OwnState ? OwnState->Exec.runningNumber() : 0;
}

bool execution::isGivenUp() {
  return OwnState && OwnState->Exec.isGivenUp(runningNumber());
}

SliceSpace *execution::space() {
  return OwnState ? &OwnState->active().Space : nullptr;
}

Generators *execution::generators() {
  return OwnState ? &OwnState->active().Random : nullptr;
}

const Job *execution::job() { return OwnState ? OwnState->Running : nullptr; }

RegionState *execution::region() {
  const Job *J = job();
  return J ? J->Region : nullptr;
}

uint32_t execution::regionFlags() {
  return OwnState && OwnState->Running ? OwnState->Running->Scouts->flags : 0;
}

void execution::count(RunCounter C, uint64_t N) {
  if (RegionState *Region = execution::region())
    Region->Stats->add(C, N);
  else
    Statistics::get().add(C, N);
}

unsigned execution::runner() { return firstRunner(number()) + role(); }

unsigned execution::role() { return OwnState ? OwnState->Active : 0; }

void execution::resumeScouts() {
  if (!OwnState || OwnState->Active != 0)
    return;
  for (unsigned I = 1; I < Roles; ++I) {
    Runner &R = OwnState->All[I];
    if (R.Turns.isOver() || (MayScout && !MayScout(runner() + I)))
      continue;
    R.Steps = 0;
    OwnState->Active = I;
    R.Turns.resume();
    OwnState->Active = 0;
  }
}

void execution::setMayScout(bool (*Asked)(unsigned Runner)) {
  MayScout = Asked;
}

void execution::pauseScout() { OwnState->active().Pauses = true; }

bool execution::isOverdue() { return OwnState && OwnState->Dog.isOverdue(); }

// Calls of slices -----------------------------------------------------------

// For calls that are no request: a loop of such calls may be endless.
static void enterWithoutProgress() {
  if (!OwnState || !OwnState->Running)
    return;
  setArmed(false);
  if (OwnState->active().Space.stackRunsOut(__builtin_frame_address(0)))
    endSlice(SliceEnd::Fault);
}

void execution::enter() {
  enterWithoutProgress();
  if (OwnState)
    OwnState->Dog.progress();
}

static void leaveWithoutProgress(SliceEnd Why) {
  if (!OwnState || !OwnState->Running)
    return;
  if (Why != SliceEnd::Completed)
    endSlice(Why);
  Runner &R = OwnState->active();
  if (OwnState->Active != 0 &&
      (std::exchange(R.Pauses, false) || ++R.Steps == MostScoutSteps))
    R.Turns.pause();
  setArmed(true);
  if (OwnState->Exec.cancelFlag().load() ||
      OwnState->Holds.load(std::memory_order_relaxed))
    endSlice(SliceEnd::Cancelled);
  if (OwnState->Dog.isOverdue())
    endSlice(SliceEnd::Endless);
}

void execution::leave(SliceEnd Why) {
  if (OwnState) {
    OwnState->Dog.progress();
    if (OwnState->Running && nowNs() - OwnState->LookedNs > LookEveryNs &&
        !isContained())
      Why = SliceEnd::Cancelled;
  }
  leaveWithoutProgress(Why);
}

void execution::leaveQuickly(SliceEnd Why) {
  if (OwnState && OwnState->QuickCalls != 0) {
    OwnState->QuickCalls = (OwnState->QuickCalls + 1) % QuickCallsPerLook;
    OwnState->Dog.progress();
    leaveWithoutProgress(Why);
    return;
  }
  if (OwnState)
    OwnState->QuickCalls = 1;
  leave(Why);
}

void execution::lookSoon() {
  if (OwnState)
    OwnState->QuickCalls = 0;
}

const std::atomic<bool> &execution::cancelFlag() {
  static const std::atomic<bool> Never{false};
  return OwnState ? OwnState->Exec.cancelFlag() : Never;
}

extern "C" __attribute__((visibility("default"))) void *
foreslice_slice_alloc(uint64_t Size) {
  enterWithoutProgress();
  void *Memory = OwnState ? OwnState->active().Space.allocate(Size) : nullptr;
  leaveWithoutProgress(Memory ? SliceEnd::Completed : SliceEnd::OutOfMemory);
  return Memory;
}

extern "C" __attribute__((visibility("default"))) void
foreslice_slice_free(void *Memory, uint64_t Size) {
  enterWithoutProgress();
  if (OwnState)
    OwnState->active().Space.release(Memory, Size);
  leaveWithoutProgress(SliceEnd::Completed);
}
