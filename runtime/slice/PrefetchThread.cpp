//===- PrefetchThread.cpp - the thread that slices run on -----------------===//
//
// A slice runs between sigsetjmp and one of three ways out: it returns, leave()
// ends it, or a signal handler jumps. The last happens only while Armed, which
// is the case exactly in the slice's own code.
//
//===----------------------------------------------------------------------===//

#include "slice/PrefetchThread.h"
#include "slice/SignalChain.h"
#include "slice/Watchdog.h"
#include "support/Settings.h"
#include "support/Statistics.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cfenv>
#include <csetjmp>
#include <cstring>
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

using namespace foreslice;
using signal_chain::FaultSignals;
using signal_chain::KickSignal;

namespace {

constexpr size_t StackSize = 1u << 20;
constexpr size_t MaxStackSize = 64u << 20;
constexpr size_t GuardSize = 64u << 10;
constexpr size_t SignalStackSize = 64u << 10;
constexpr unsigned MaxFailuresInARow = 3;
constexpr uint64_t Everything = UINT64_MAX;

// Shared between threads -----------------------------------------------------

std::atomic<Job *> Mailbox{nullptr};
std::atomic<Job *> Spare{nullptr};
std::atomic<uint64_t> LastNumber{0};    // of the jobs launched
std::atomic<uint64_t> CancelledUpTo{0}; // jobs to here shall not run on
std::atomic<uint64_t> RunningNumber{0}; // 0: none
std::atomic<bool> CancelRunning{false}; // what slices and their waits look at
std::atomic<uint64_t> LastEnded{0};     // of the jobs that ran
std::atomic<bool> Stopping{false};
std::atomic<pid_t> ThreadId{0};
std::atomic<bool> Interruptible{false}; // by kicks and ticks
Channel Values;
sem_t Posted; // one for each job that found the mailbox empty, one for stop

// Prefetch thread only, its signal handlers included --------------------------

struct ThreadState {
  SliceSpace Space;
  Watchdog Dog;
  fenv_t FloatingPoint;
  std::array<std::byte, SignalStackSize> SignalStack;
};

// Initial-exec, as a signal handler may not be the first to touch it.
thread_local ThreadState *Own __attribute__((tls_model("initial-exec")));
sigjmp_buf WayOut;
std::atomic<bool> Armed{false};
const RegionState *RunningRegion = nullptr; // null: no slice runs

void setArmed(bool Value) {
  Armed.store(Value, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

[[noreturn]] void endSlice(SliceEnd Why) {
  setArmed(false);
  siglongjmp(WayOut, 1 + static_cast<int>(Why));
}

constexpr RunCounter EndCounters[] = {
    RunCounter::SlicesCompleted,   RunCounter::SlicesCancelled,
    RunCounter::SliceFaults,       RunCounter::SlicesUnknownHandle,
    RunCounter::SlicesOutOfMemory, RunCounter::SlicesEndless,
    RunCounter::SlicesChannelFull, RunCounter::SlicesDiverged,
    RunCounter::SlicesOvertaken,
};

void count(SliceEnd Why) {
  Statistics::get().add(EndCounters[static_cast<size_t>(Why)]);
}

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
  return Info->si_code == SI_QUEUE && Info->si_value.sival_ptr == &WayOut;
}

void onKick(const siginfo_t *Info, const void *Context) {
  bool Overdue = Own->Dog.isTick(Info) && Own->Dog.tick();
  if (!Armed.load(std::memory_order_relaxed))
    return;
  SliceEnd Why;
  if (CancelRunning.load(std::memory_order_relaxed))
    Why = SliceEnd::Cancelled;
  else if (Overdue)
    Why = SliceEnd::Endless;
  else
    return;
  uintptr_t At = programCounter(Context);
  if (At >= RunningRegion->CodeBegin && At < RunningRegion->CodeEnd)
    endSlice(Why);
  Own->Dog.tickSoon();
}

/// A signal sent to the process: without us the main thread would have had it.
/// The kernel lets a thread send another one only negative codes, so the code
/// travels shifted.
constexpr int CodeShift = 1000;

void forwardToMainThread(int Signal, siginfo_t *Info) {
  Info->si_code -= CodeShift;
  syscall(SYS_rt_tgsigqueueinfo, getpid(), getpid(), Signal, Info);
}

bool onSignal(int Signal, siginfo_t *Info, void *Context) {
  if (!Own) {
    if (Info->si_code < -CodeShift / 2)
      Info->si_code += CodeShift;
    return Signal == KickSignal && isKick(Info);
  }
  bool Sent = Info->si_code <= 0;
  bool BySelf = Info->si_code == SI_TKILL && Info->si_pid == getpid();
  bool Ours = Signal == KickSignal ? isKick(Info) || Own->Dog.isTick(Info)
                                   : !Sent || BySelf;
  if (!Ours) {
    forwardToMainThread(Signal, Info);
    return true;
  }
  if (Signal == KickSignal) {
    onKick(Info, Context);
    return true;
  }
  if (Armed.load(std::memory_order_relaxed))
    endSlice(SliceEnd::Fault);
  return false;
}

// Running --------------------------------------------------------------------

/// A frame of its own, below which only the slice's frames are.
[[gnu::noinline]] void callSlice(const Job &J) {
  Own->Space.begin(__builtin_frame_address(0), J.Packet.get(), J.Capacity);
  J.Slice(J.Packet.get());
  asm volatile(""); // no tail call, which would give the frame up
}

SliceEnd runGuarded(const Job &J) {
  if (int Code = sigsetjmp(WayOut, 1)) {
    std::fesetenv(&Own->FloatingPoint);
    return static_cast<SliceEnd>(Code - 1);
  }
  setArmed(true);
  if (CancelRunning.load())
    endSlice(SliceEnd::Cancelled);
  callSlice(J);
  setArmed(false);
  return SliceEnd::Completed;
}

void run(const Job &J) {
  RegionState &Region = *J.Region;
  RunningRegion = &Region;
  Own->Dog.progress();
  Values.skipTo(J.FirstValue);
  // cancel() stores in the opposite order: one of the two sees the other.
  RunningNumber.store(J.Number);
  CancelRunning.store(false);
  if (CancelledUpTo.load() >= J.Number)
    CancelRunning.store(true);
  SliceEnd Why = runGuarded(J);
  // Behind the region's end the program may have freed what the slice uses.
  if (Why != SliceEnd::Completed && CancelRunning.load())
    Why = SliceEnd::Cancelled;
  RunningNumber.store(0);
  LastEnded.store(J.Number, std::memory_order_relaxed);
  RunningRegion = nullptr;
  Own->Space.reset();

  count(Why);
  if (Why == SliceEnd::Completed)
    Region.FailuresInARow = 0;
  else if (Why != SliceEnd::Cancelled &&
           ++Region.FailuresInARow == MaxFailuresInARow)
    Region.turnOff("its slice failed " + std::to_string(MaxFailuresInARow) +
                   " times in a row");
}

// The thread -----------------------------------------------------------------

/// Starts soon after it is woken even where the main threads keep all cores
/// busy, but gets the smaller share: a short time slice, which lets a thread
/// preempt at its wake-up (Linux 6.12), and a lower weight.
void setScheduling() {
  struct { // struct sched_attr of the kernel, which not every libc declares
    uint32_t Size, Policy;
    uint64_t Flags;
    int32_t Nice;
    uint32_t Priority;
    uint64_t Runtime, Deadline, Period;
  } Attributes{};
  if (sched_getscheduler(0) != SCHED_OTHER)
    return;
  Attributes.Size = sizeof Attributes;
  Attributes.Policy = SCHED_OTHER;
  Attributes.Nice = std::min(getpriority(PRIO_PROCESS, 0) + 5, 19);
  Attributes.Runtime = 100'000; // ns
  syscall(SYS_sched_setattr, 0, &Attributes, 0);
}

void setSignals() {
  stack_t Stack{};
  Stack.ss_sp = Own->SignalStack.data();
  Stack.ss_size = Own->SignalStack.size();
  sigaltstack(&Stack, nullptr);
  sigset_t Blocked;
  sigfillset(&Blocked);
  for (int Signal : FaultSignals)
    sigdelset(&Blocked, Signal);
  for (int Signal : {KickSignal, SIGTRAP, SIGSYS, SIGABRT})
    sigdelset(&Blocked, Signal);
  pthread_sigmask(SIG_SETMASK, &Blocked, nullptr);
}

void *threadMain(void *) {
  pthread_setname_np(pthread_self(), "foreslice-pf");
  auto State = std::make_unique<ThreadState>();
  Own = State.get();
  std::fegetenv(&Own->FloatingPoint);
  Own->Space.findStack();
  setScheduling();
  setSignals();
  if (Interruptible.load() && !Own->Dog.start(KickSignal))
    Statistics::get().note("no timer on CPU time: endless slices run on until "
                           "their region ends");
  ThreadId.store(gettid());
  while (!Stopping.load()) {
    if (sem_wait(&Posted))
      continue; // interrupted by a signal
    std::unique_ptr<Job> J(Mailbox.exchange(nullptr));
    if (!J)
      continue;
    run(*J);
    prefetch_thread::recycle(std::move(J));
  }
  ThreadId.store(0);
  Own->Dog.stop();
  stack_t NoStack{};
  NoStack.ss_flags = SS_DISABLE;
  sigaltstack(&NoStack, nullptr);
  Own = nullptr;
  return nullptr;
}

/// Code that ThreadSanitizer instruments may hold a lock of its anywhere.
bool hasThreadSanitizer() { return dlsym(RTLD_DEFAULT, "__tsan_init"); }

bool startThread() {
  Interruptible.store(!hasThreadSanitizer());
  if (sem_init(&Posted, 0, 0) || !signal_chain::install(onSignal))
    return false;
  pthread_attr_t Attributes;
  if (pthread_attr_init(&Attributes))
    return false;
  pthread_attr_setdetachstate(&Attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setguardsize(&Attributes, GuardSize);
  sigset_t All, Before;
  sigfillset(&All);
  pthread_sigmask(SIG_BLOCK, &All, &Before); // the thread inherits it
  pthread_t Thread;
  int Error = EINVAL;
  // EINVAL: the program's thread-local variables leave no room for a stack.
  for (size_t Size = StackSize; Error == EINVAL && Size <= MaxStackSize;
       Size *= 4) {
    pthread_attr_setstacksize(&Attributes, Size + GuardSize);
    Error = pthread_create(&Thread, &Attributes, threadMain, nullptr);
  }
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  pthread_attr_destroy(&Attributes);
  return !Error;
}

} // namespace

bool prefetch_thread::ensureStarted() {
  static const bool Started = [] {
    bool Ok = startThread();
    if (!Ok)
      warnOnce("no prefetch thread can be started: nothing is prefetched");
    return Ok;
  }();
  return Started;
}

std::unique_ptr<Job> prefetch_thread::obtainJob(size_t Size) {
  std::unique_ptr<Job> J(Spare.exchange(nullptr));
  if (J && J->Capacity >= Size)
    return J;
  return std::make_unique<Job>(Size);
}

void prefetch_thread::recycle(std::unique_ptr<Job> J) {
  delete Spare.exchange(J.release());
}

uint64_t prefetch_thread::number(Job &J) {
  J.Number = LastNumber.fetch_add(1) + 1;
  J.FirstValue = Values.position();
  // Nobody will ask for what earlier launches left there.
  if (RunningNumber.load() == 0 && !Mailbox.load())
    Values.skipTo(J.FirstValue);
  return J.Number;
}

void prefetch_thread::post(std::unique_ptr<Job> J) {
  if (std::unique_ptr<Job> Older{Mailbox.exchange(J.release())}) {
    count(SliceEnd::Cancelled);
    recycle(std::move(Older));
  } else {
    sem_post(&Posted);
  }
}

bool prefetch_thread::hasEnded(uint64_t Number) {
  return LastEnded.load(std::memory_order_relaxed) >= Number;
}

Channel &prefetch_thread::channel() { return Values; }

uint64_t prefetch_thread::runningNumber() {
  return RunningNumber.load(std::memory_order_relaxed);
}

SliceSpace *prefetch_thread::space() { return Own ? &Own->Space : nullptr; }

bool prefetch_thread::isOverdue() { return Own && Own->Dog.isOverdue(); }

namespace {
void cancelUpTo(uint64_t Number, void (*Wake)()) {
  CancelledUpTo.store(Number);
  CancelRunning.store(true);
  if (std::unique_ptr<Job> Waiting{Mailbox.exchange(nullptr)}) {
    count(SliceEnd::Cancelled);
    prefetch_thread::recycle(std::move(Waiting));
  }
  if (!RunningNumber.load())
    return;
  if (Wake)
    Wake();
  Values.wake();
  if (!Interruptible.load())
    return;
  siginfo_t Info{};
  Info.si_code = SI_QUEUE;
  Info.si_pid = getpid();
  Info.si_uid = getuid();
  Info.si_value.sival_ptr = &WayOut;
  if (pid_t Thread = ThreadId.load())
    syscall(SYS_rt_tgsigqueueinfo, getpid(), Thread, KickSignal, &Info);
}
} // namespace

void prefetch_thread::cancel(void (*Wake)()) {
  cancelUpTo(LastNumber.load(), Wake);
}

void prefetch_thread::stop(void (*Wake)()) {
  Stopping.store(true);
  cancelUpTo(Everything, Wake);
  sem_post(&Posted);
}

void prefetch_thread::forget() {
  Mailbox.store(nullptr);
  RunningNumber.store(0);
  ThreadId.store(0);
}

// What slices call -----------------------------------------------------------

// For what is no request: a loop of it may be endless.
static void enterWithoutProgress() {
  if (!Own || !RunningRegion)
    return;
  setArmed(false);
  if (Own->Space.stackRunsOut(__builtin_frame_address(0)))
    endSlice(SliceEnd::Fault);
}

void slice_runner::enter() {
  enterWithoutProgress();
  if (Own)
    Own->Dog.progress();
}

static void leaveWithoutProgress(SliceEnd Why) {
  if (!Own || !RunningRegion)
    return;
  if (Why != SliceEnd::Completed)
    endSlice(Why);
  setArmed(true);
  if (CancelRunning.load())
    endSlice(SliceEnd::Cancelled);
  if (Own->Dog.isOverdue())
    endSlice(SliceEnd::Endless);
}

void slice_runner::leave(SliceEnd Why) {
  if (Own)
    Own->Dog.progress();
  leaveWithoutProgress(Why);
}

const std::atomic<bool> &slice_runner::cancelFlag() { return CancelRunning; }

extern "C" __attribute__((visibility("default"))) void *
foreslice_slice_alloc(uint64_t Size) {
  enterWithoutProgress();
  void *Memory = Own ? Own->Space.allocate(Size) : nullptr;
  leaveWithoutProgress(Memory ? SliceEnd::Completed : SliceEnd::OutOfMemory);
  return Memory;
}

extern "C" __attribute__((visibility("default"))) void
foreslice_slice_free(void *Memory, uint64_t Size) {
  enterWithoutProgress();
  if (Own)
    Own->Space.release(Memory, Size);
  leaveWithoutProgress(SliceEnd::Completed);
}
