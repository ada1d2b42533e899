//===- SignalChain.cpp - sharing signal handlers with the program ---------===//
//
// The program's action for each signal is kept here once the run time's handler
// has taken the action's place in the kernel. Handlers read the action while
// other threads write, so the action is a sequence lock over atomic words; the
// writers' lock is held only with all signals blocked, and across fork.
//
// A program that asks the kernel itself gets the run time's handler as the old
// handler, and may put that handler back later. So there are two handlers, each
// with an action of the program behind, and going in front again uses the other
// handler: the kernel's current handler tells which action the program wants.
//
//===----------------------------------------------------------------------===//

#include "source/slice/SignalChain.h"

#include "support/OwnWork.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <optional>
#include <pthread.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::signal_chain;

namespace {

using ActionFunction = int (*)(int, const struct sigaction *,
                               struct sigaction *);

/// The next sigaction in line: libc's, or a sanitizer's.
int systemAction(int Signal, const struct sigaction *New,
                 struct sigaction *Old) {
  static std::atomic<ActionFunction> Next{nullptr};
  ActionFunction F = Next.load(std::memory_order_relaxed);
  if (!F) {
    F = reinterpret_cast<ActionFunction>(dlsym(RTLD_NEXT, "sigaction"));
    if (!F) {
      errno = ENOSYS;
      return -1;
    }
    Next.store(F, std::memory_order_relaxed);
  }
  return F(Signal, New, Old);
}

/// A struct sigaction that signal handlers can read at any time.
class SharedAction {
public:
  /// Callers hold the writers' lock.
  void set(const struct sigaction &A) {
    Words W{};
    std::memcpy(W.data(), &A, sizeof A);
    Version.fetch_add(1, std::memory_order_acq_rel); // odd: being written
    for (size_t I = 0; I < W.size(); ++I)
      Value[I].store(W[I], std::memory_order_release);
    Version.fetch_add(1, std::memory_order_acq_rel);
  }
  struct sigaction get() const {
    Words W;
    uint32_t Before;
    do {
      Before = Version.load(std::memory_order_acquire);
      for (size_t I = 0; I < W.size(); ++I)
        W[I] = Value[I].load(std::memory_order_acquire);
    } while (Before % 2 || Version.load(std::memory_order_relaxed) != Before);
    struct sigaction A;
    std::memcpy(&A, W.data(), sizeof A);
    return A;
  }

private:
  using Words = std::array<uint64_t, (sizeof(struct sigaction) + 7) / 8>;
  std::atomic<uint32_t> Version{0};
  std::array<std::atomic<uint64_t>, std::tuple_size_v<Words>> Value{};
};

using Handler = void (*)(int Signal, siginfo_t *Info, void *Context);

template <size_t Which>
void onSignal(int Signal, siginfo_t *Info, void *Context);
constexpr Handler Ours[] = {onSignal<0>, onSignal<1>};

/// Writers guards all writes.
struct Link {
  std::array<SharedAction, std::size(Ours)> Program; ///< By our handler.
  std::atomic<size_t> Front{0}; ///< Index of the kernel's handler in Ours.
  std::atomic<bool> Installed{false};
  /// The handler as the kernel says: one of Ours, a sanitizer's handler that
  /// calls one of Ours, or SIG_IGN.
  std::atomic<uintptr_t> InKernel{0};

  SharedAction &program() { return Program[Front.load()]; }
};

Link Links[NSIG];
std::atomic<unsigned> RunningSlices{0};
std::atomic<Filter> OwnFilter{nullptr};
/// The process that installed the handlers: a vfork child shares the memory,
/// not the handlers, and must not change handlers.
std::atomic<pid_t> Process{0};
std::atomic_flag Writers = ATOMIC_FLAG_INIT;

/// Holds the writers' lock with all signals blocked: a handler on this thread
/// may call sigaction itself.
class WritersLock {
public:
  static void lock(sigset_t &Before) {
    sigset_t All;
    sigfillset(&All);
    pthread_sigmask(SIG_BLOCK, &All, &Before);
    while (Writers.test_and_set(std::memory_order_acquire))
      ;
  }
  static void unlock(const sigset_t &Before) {
    Writers.clear(std::memory_order_release);
    pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  }
  WritersLock() { lock(Before); }
  ~WritersLock() { unlock(Before); }
  WritersLock(const WritersLock &) = delete;
  WritersLock &operator=(const WritersLock &) = delete;

private:
  sigset_t Before;
};

bool isFunction(const struct sigaction &A) {
  return (A.sa_flags & SA_SIGINFO) ||
         (A.sa_handler != SIG_DFL && A.sa_handler != SIG_IGN);
}

/// A signal that the program ignores stays ignored in programs that the program
/// executes, but handlers do not survive exec: the kernel must have SIG_IGN.
bool isIgnored(const struct sigaction &A) {
  return !(A.sa_flags & SA_SIGINFO) && A.sa_handler == SIG_IGN;
}

/// Raises a sent signal once more; a fault recurs when the instruction is run
/// again.
void raiseAgain(int Signal, siginfo_t *Info) {
  if (Info->si_code <= 0)
    syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), Signal, Info);
}

/// Puts the default action back, so that the process dies of this signal as
/// without the run time: a fault recurs when the instruction is run again, a
/// sent signal is sent again.
void dieByDefault(int Signal, siginfo_t *Info) {
  struct sigaction Default{};
  Default.sa_handler = SIG_DFL;
  systemAction(Signal, &Default, nullptr);
  raiseAgain(Signal, Info);
}

/// The thread's alternate stack, while a signal that must not run there is
/// raised again.
thread_local stack_t Disabled __attribute__((tls_model("initial-exec")));
thread_local bool IsDisabled __attribute__((tls_model("initial-exec")));

/// Whether the kernel has gone to the alternate stack for the run time's
/// handler, and the program's handler is not to run there.
bool isOnWrongStack(const struct sigaction &A, const void *Context) {
  const auto &Interrupted =
      static_cast<const ucontext_t *>(Context)->uc_stack.ss_flags;
  stack_t Now{};
  return !(A.sa_flags & SA_ONSTACK) &&
         !(Interrupted & (SS_ONSTACK | SS_DISABLE)) &&
         sigaltstack(nullptr, &Now) == 0 && (Now.ss_flags & SS_ONSTACK);
}

/// End of the interrupted code's stack, with the red zone below the stack
/// pointer; 0 if unknown.
uintptr_t interruptedStack(const ucontext_t &Context) {
#if defined(__x86_64__)
  constexpr uintptr_t RedZone = 128; // System V ABI, 3.2.2
  return static_cast<uintptr_t>(Context.uc_mcontext.gregs[REG_RSP]) - RedZone;
#elif defined(__aarch64__)
  return Context.uc_mcontext.sp;
#else
  (void)Context;
  return 0;
#endif
}

void disableStack() {
  stack_t None{};
  None.ss_flags = SS_DISABLE;
  sigaltstack(&None, nullptr);
}

/// Has the signal raised again without an alternate stack. The kernel takes the
/// alternate stack away only from code that does not run there. False if
/// impossible.
bool changeStack(int Signal, siginfo_t *Info, void *Context) {
  struct Elsewhere {
    std::byte Stack[8192];
    ucontext_t There, Here;
  };
  auto &Interrupted = *static_cast<ucontext_t *>(Context);
  const uintptr_t End = interruptedStack(Interrupted);
  if (End < sizeof(Elsewhere))
    return false;
  auto *E = reinterpret_cast<Elsewhere *>((End - sizeof(Elsewhere)) / 64 * 64);
  Disabled = Interrupted.uc_stack;
  IsDisabled = true;
  getcontext(&E->There);
  E->There.uc_stack.ss_sp = E->Stack;
  E->There.uc_stack.ss_size = sizeof E->Stack;
  E->There.uc_link = &E->Here;
  makecontext(&E->There, disableStack, 0);
  swapcontext(&E->Here, &E->There);
  Interrupted.uc_stack.ss_flags = SS_DISABLE;
  raiseAgain(Signal, Info);
  return true;
}

/// Behind changeStack(): puts the alternate stack back.
void restoreStack(void *Context) {
  IsDisabled = false;
  sigaltstack(&Disabled, nullptr);
  static_cast<ucontext_t *>(Context)->uc_stack = Disabled;
}

/// The handler in the kernel. Zero if the kernel does not say.
uintptr_t handlerInKernel(int Signal) {
  constexpr size_t SetSize = 8; // of the kernel's signal sets
  uintptr_t Action[16] = {};    // whose first word is the handler
  syscall(SYS_rt_sigaction, Signal, nullptr, Action, SetSize);
  return Action[0];
}

std::optional<size_t> whichOfOurs(const struct sigaction &A) {
  auto It = std::ranges::find(Ours, A.sa_sigaction);
  if (!(A.sa_flags & SA_SIGINFO) || It == std::end(Ours))
    return std::nullopt;
  return It - std::begin(Ours);
}

void runProgramHandler(int Signal, const struct sigaction &A, siginfo_t *Info,
                       void *Context) {
  if (A.sa_flags & SA_RESETHAND) {
    struct sigaction Default{};
    Default.sa_handler = SIG_DFL;
    programAction(Signal, &Default, nullptr);
  }
  // The kernel puts the mask of the interrupted code back when we return.
  pthread_sigmask(SIG_BLOCK, &A.sa_mask, nullptr);
  if (A.sa_flags & SA_NODEFER) {
    sigset_t Own;
    sigemptyset(&Own);
    sigaddset(&Own, Signal);
    pthread_sigmask(SIG_UNBLOCK, &Own, nullptr);
  }
  if (A.sa_flags & SA_SIGINFO)
    A.sa_sigaction(Signal, Info, Context);
  else
    A.sa_handler(Signal);
}

template <size_t Which>
void onSignal(int Signal, siginfo_t *Info, void *Context) {
  int Saved = errno;
  if (IsDisabled)
    restoreStack(Context);
  if (OwnFilter.load(std::memory_order_acquire)(Signal, Info, Context)) {
    errno = Saved;
    return;
  }
  struct sigaction A = Links[Signal].Program[Which].get();
  bool Ignored =
      Signal == KickSignal || (A.sa_handler == SIG_IGN && Info->si_code <= 0);
  errno = Saved;
  if (isFunction(A)) {
    if (!isOnWrongStack(A, Context) || !changeStack(Signal, Info, Context))
      runProgramHandler(Signal, A, Info, Context);
    return;
  }
  if (!Ignored)
    dieByDefault(Signal, Info);
}

/// The run time's action in the kernel. System calls are restarted afterwards
/// unless the program's own handler asked for the contrary.
struct sigaction ownAction(int Signal, size_t Which,
                           const struct sigaction &Program) {
  struct sigaction OwnAction{};
  OwnAction.sa_sigaction = Ours[Which];
  OwnAction.sa_flags = SA_SIGINFO | SA_RESTART;
  if (isFunction(Program) && !(Program.sa_flags & SA_RESTART))
    OwnAction.sa_flags &= ~SA_RESTART;
  // A slice that has used up its stack raises SIGSEGV. Other signals are
  // handled on the program's choice of stack: the program's alternate stack may
  // be small.
  if (Signal == SIGSEGV ||
      (isFunction(Program) && (Program.sa_flags & SA_ONSTACK)))
    OwnAction.sa_flags |= SA_ONSTACK;
  return OwnAction;
}

sigset_t MaskAcrossFork; // used between lock and unlock by one thread

void beforeFork() {
  sigset_t Before;
  WritersLock::lock(Before);
  MaskAcrossFork = Before;
}

void afterFork() {
  Process.store(getpid(), std::memory_order_relaxed);
  WritersLock::unlock(sigset_t(MaskAcrossFork));
}

void afterForkInChild() {
  RunningSlices = 0; // the slices' threads are the parent's
  afterFork();
}

/// Puts the run time's handler Which into the kernel, with the program's action
/// behind. Ignored signals are left to the kernel, unless a slice may run.
bool putInFront(int Signal, size_t Which, const struct sigaction &Program) {
  Link &L = Links[Signal];
  L.Program[Which].set(Program);
  const bool Leaves = isIgnored(Program) && RunningSlices.load() == 0;
  struct sigaction OwnAction =
      Leaves ? Program : ownAction(Signal, Which, Program);
  if (systemAction(Signal, &OwnAction, nullptr))
    return false;
  L.Front.store(Which);
  L.InKernel.store(handlerInKernel(Signal));
  return true;
}

bool installOne(int Signal) {
  struct sigaction Program;
  if (systemAction(Signal, nullptr, &Program) ||
      !putInFront(Signal, 0, Program))
    return false;
  Links[Signal].Installed.store(true, std::memory_order_release);
  return true;
}

/// The kernel has another handler than the run time's last.
bool goInFrontAgain(int Signal) {
  WritersLock Lock;
  Link &L = Links[Signal];
  struct sigaction Found;
  if (systemAction(Signal, nullptr, &Found))
    return false;
  if (std::optional<size_t> Which = whichOfOurs(Found)) {
    L.Front.store(*Which);
    L.InKernel.store(handlerInKernel(Signal));
    return true;
  }
  return putInFront(Signal, 1 - L.Front.load(), Found);
}

} // namespace

bool signal_chain::install(Filter F) {
  Filter None = nullptr;
  if (!OwnFilter.compare_exchange_strong(None, F))
    return true;
  if (pthread_atfork(beforeFork, afterFork, afterForkInChild))
    return false;
  WritersLock Lock;
  Process.store(getpid(), std::memory_order_relaxed);
  for (int Signal : FaultSignals)
    if (!installOne(Signal))
      return false;
  return installOne(KickSignal);
}

bool signal_chain::isInFront(int Signal) {
  const uintptr_t Handler = handlerInKernel(Signal);
  return Handler == Links[Signal].InKernel.load(std::memory_order_relaxed) &&
         Handler != reinterpret_cast<uintptr_t>(SIG_IGN);
}

bool signal_chain::stayInFront() {
  auto Stays = [](int Signal) {
    auto Ignored = [&] { return isIgnored(Links[Signal].program().get()); };
    return !Ignored() &&
           (isInFront(Signal) ||
            (goInFrontAgain(Signal) && isInFront(Signal) && !Ignored()));
  };
  return std::ranges::all_of(FaultSignals, Stays) && Stays(KickSignal);
}

/// Leaves a signal that the program came to ignore while a slice ran.
static void leaveIfIgnored(int Signal) {
  Link &L = Links[Signal];
  if (!isIgnored(L.program().get()) || !isInFront(Signal))
    return;
  WritersLock Lock;
  putInFront(Signal, L.Front.load(), L.program().get());
}

RunningSlice::RunningSlice() { ++RunningSlices; }
RunningSlice::~RunningSlice() {
  if (--RunningSlices != 0)
    return;
  std::ranges::for_each(FaultSignals, leaveIfIgnored);
  leaveIfIgnored(KickSignal);
}

bool signal_chain::isOwned(int Signal) {
  return Signal == KickSignal ||
         std::ranges::find(FaultSignals, Signal) != std::end(FaultSignals);
}

/// A slice whose region is over ends at once, as soon as the thread has a core.
/// Until then the slice's faults must come to the run time.
static void awaitSlices() {
  constexpr int MostTimes = 1000;
  constexpr timespec Each{0, 100'000};
  const int Errno = errno;
  for (int I = 0; I < MostTimes && RunningSlices.load() != 0; ++I)
    nanosleep(&Each, nullptr);
  errno = Errno;
}

int signal_chain::programAction(int Signal, const struct sigaction *New,
                                struct sigaction *Old) {
  if (New && isFunction(*New))
    OwnWork::expectHandlers();
  if (!isOwned(Signal))
    return systemAction(Signal, New, Old);
  Link &L = Links[Signal];
  bool OtherProcess = L.Installed.load(std::memory_order_acquire) &&
                      Process.load(std::memory_order_relaxed) != getpid();
  if (OtherProcess) {
    if (New && systemAction(Signal, New, nullptr))
      return -1;
    if (Old)
      *Old = L.program().get();
    return 0;
  }
  if (New && isIgnored(*New))
    awaitSlices();
  WritersLock Lock;
  if (!L.Installed.load(std::memory_order_relaxed))
    return systemAction(Signal, New, Old);
  struct sigaction Before = L.program().get();
  if (New) {
    std::optional<size_t> Old = whichOfOurs(*New); // put back by the program
    size_t Which = Old.value_or(L.Front.load());
    struct sigaction Program = Old ? L.Program[*Old].get() : *New;
    bool Same = Which == L.Front.load() && isInFront(Signal) &&
                !isIgnored(Program) &&
                ownAction(Signal, Which, Program).sa_flags ==
                    ownAction(Signal, Which, Before).sa_flags;
    if (Same)
      L.Program[Which].set(Program);
    else
      putInFront(Signal, Which, Program);
  }
  if (Old)
    *Old = Before;
  return 0;
}
