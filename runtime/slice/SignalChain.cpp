//===- SignalChain.cpp - sharing signal handlers with the program ---------===//
//
// The program's action for each signal is kept here once our handler has taken
// its place in the kernel. Handlers read it while other threads change it, so
// it is a sequence lock over atomic words; the writers' lock is held only with
// all signals blocked, and across fork.
//
//===----------------------------------------------------------------------===//

#include "slice/SignalChain.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/syscall.h>
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

struct Link {
  SharedAction Program;
  std::atomic<bool> Installed{false}; // guarded by Writers for writing
};

Link Links[NSIG];
std::atomic<Filter> OwnFilter{nullptr};
/// The process that installed: a vfork child shares our memory, not our
/// handlers, and must not change them.
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

/// Puts the default action back, so that the process dies of this signal as
/// it would have without us: a fault recurs when its instruction is run again,
/// a sent signal is sent again.
void dieByDefault(int Signal, siginfo_t *Info) {
  struct sigaction Default{};
  Default.sa_handler = SIG_DFL;
  systemAction(Signal, &Default, nullptr);
  if (Info->si_code <= 0)
    syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), Signal, Info);
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

void onSignal(int Signal, siginfo_t *Info, void *Context) {
  int Saved = errno;
  if (OwnFilter.load(std::memory_order_acquire)(Signal, Info, Context)) {
    errno = Saved;
    return;
  }
  struct sigaction A = Links[Signal].Program.get();
  bool Ignored =
      Signal == KickSignal || (A.sa_handler == SIG_IGN && Info->si_code <= 0);
  errno = Saved;
  if (isFunction(A))
    runProgramHandler(Signal, A, Info, Context);
  else if (!Ignored)
    dieByDefault(Signal, Info);
}

/// Our action in the kernel. System calls are restarted after it unless the
/// program's own handler asked for the contrary.
struct sigaction ownAction(const struct sigaction &Program) {
  struct sigaction Own{};
  Own.sa_sigaction = onSignal;
  Own.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  if (isFunction(Program) && !(Program.sa_flags & SA_RESTART))
    Own.sa_flags &= ~SA_RESTART;
  return Own;
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

bool installOne(int Signal) {
  Link &L = Links[Signal];
  struct sigaction Program;
  if (systemAction(Signal, nullptr, &Program))
    return false;
  L.Program.set(Program);
  struct sigaction Own = ownAction(Program);
  if (systemAction(Signal, &Own, nullptr))
    return false;
  L.Installed.store(true, std::memory_order_release);
  return true;
}

} // namespace

bool signal_chain::install(Filter F) {
  Filter None = nullptr;
  if (!OwnFilter.compare_exchange_strong(None, F))
    return true;
  if (pthread_atfork(beforeFork, afterFork, afterFork))
    return false;
  WritersLock Lock;
  Process.store(getpid(), std::memory_order_relaxed);
  for (int Signal : FaultSignals)
    if (!installOne(Signal))
      return false;
  return installOne(KickSignal);
}

bool signal_chain::isOwned(int Signal) {
  return Signal == KickSignal ||
         std::ranges::find(FaultSignals, Signal) != std::end(FaultSignals);
}

int signal_chain::programAction(int Signal, const struct sigaction *New,
                                struct sigaction *Old) {
  if (!isOwned(Signal))
    return systemAction(Signal, New, Old);
  Link &L = Links[Signal];
  bool OtherProcess = L.Installed.load(std::memory_order_acquire) &&
                      Process.load(std::memory_order_relaxed) != getpid();
  if (OtherProcess) {
    if (New && systemAction(Signal, New, nullptr))
      return -1;
    if (Old)
      *Old = L.Program.get();
    return 0;
  }
  WritersLock Lock;
  if (!L.Installed.load(std::memory_order_relaxed))
    return systemAction(Signal, New, Old);
  struct sigaction Before = L.Program.get();
  if (New) {
    struct sigaction Program = *New, Own = ownAction(Program);
    L.Program.set(Program);
    if (Own.sa_flags != ownAction(Before).sa_flags)
      systemAction(Signal, &Own, nullptr);
  }
  if (Old)
    *Old = Before;
  return 0;
}
