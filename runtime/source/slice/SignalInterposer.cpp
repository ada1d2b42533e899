//===- SignalInterposer.cpp - sigaction() and its kin for the program -----===//
//
// The functions stand before libc's, so that a handler that the program or a
// library installs later becomes the next in the chain in place of the run
// time's. All functions of libc that install handlers are here. Signals that
// the run time does not own go straight on.
//
//===----------------------------------------------------------------------===//

#include "source/slice/SignalChain.h"
#include "support/OwnWork.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <dlfcn.h>

#define FORESLICE_EXPORT __attribute__((visibility("default")))

using namespace foreslice;

namespace {

/// libc's function is to install Handler.
void expect(sighandler_t Handler) {
  if (Handler != SIG_DFL && Handler != SIG_IGN && Handler != SIG_HOLD)
    OwnWork::expectHandlers();
}

/// libc's function Name, for signals that the run time does not own: libc knows
/// the settings of siginterrupt(). Null, with errno, if there is none.
template <typename Function> Function *next(const char *Name) {
  auto *Found = reinterpret_cast<Function *>(dlsym(RTLD_NEXT, Name));
  if (!Found)
    errno = ENOSYS;
  return Found;
}

/// Settings of siginterrupt() for owned signals.
std::atomic<bool> Interrupts[NSIG];

struct sigaction actionOf(sighandler_t Handler, int Flags, int AlsoBlocked) {
  struct sigaction A{};
  A.sa_handler = Handler;
  A.sa_flags = Flags;
  sigemptyset(&A.sa_mask);
  if (AlsoBlocked)
    sigaddset(&A.sa_mask, AlsoBlocked);
  return A;
}

sighandler_t install(int Signal, const struct sigaction &New) {
  struct sigaction Old{};
  if (signal_chain::programAction(Signal, &New, &Old))
    return SIG_ERR;
  return Old.sa_handler;
}

sighandler_t installBsd(const char *Name, int Signal, sighandler_t Handler) {
  if (signal_chain::isOwned(Signal))
    return install(
        Signal, actionOf(Handler, Interrupts[Signal] ? 0 : SA_RESTART, Signal));
  expect(Handler);
  auto *Next = next<sighandler_t(int, sighandler_t)>(Name);
  return Next ? Next(Signal, Handler) : SIG_ERR;
}

sighandler_t installSystemV(const char *Name, int Signal,
                            sighandler_t Handler) {
  if (signal_chain::isOwned(Signal))
    return install(Signal, actionOf(Handler, SA_RESETHAND | SA_NODEFER, 0));
  expect(Handler);
  auto *Next = next<sighandler_t(int, sighandler_t)>(Name);
  return Next ? Next(Signal, Handler) : SIG_ERR;
}

/// As sigset() in POSIX.1-2008: SIG_HOLD blocks the signal, any other handler
/// unblocks the signal.
sighandler_t setAndUnblock(int Signal, sighandler_t Handler) {
  bool Hold = Handler == SIG_HOLD;
  struct sigaction Old{}, New = actionOf(Handler, 0, 0);
  if (signal_chain::programAction(Signal, Hold ? nullptr : &New, &Old))
    return SIG_ERR;
  sigset_t Set, Before;
  sigemptyset(&Set);
  sigaddset(&Set, Signal);
  if (pthread_sigmask(Hold ? SIG_BLOCK : SIG_UNBLOCK, &Set, &Before))
    return SIG_ERR;
  return sigismember(&Before, Signal) == 1 ? SIG_HOLD : Old.sa_handler;
}

int setInterrupting(int Signal, bool Interrupting) {
  struct sigaction A;
  if (signal_chain::programAction(Signal, nullptr, &A))
    return -1;
  Interrupts[Signal] = Interrupting;
  A.sa_flags &= ~SA_RESTART;
  A.sa_flags |= Interrupting ? 0 : SA_RESTART;
  return signal_chain::programAction(Signal, &A, nullptr);
}

} // namespace

extern "C" {

FORESLICE_EXPORT int sigaction(int Signal, const struct sigaction *New,
                               struct sigaction *Old) noexcept {
  return signal_chain::programAction(Signal, New, Old);
}

FORESLICE_EXPORT int __sigaction(int Signal, const struct sigaction *New,
                                 struct sigaction *Old) noexcept {
  return signal_chain::programAction(Signal, New, Old);
}

FORESLICE_EXPORT sighandler_t signal(int Signal,
                                     sighandler_t Handler) noexcept {
  return installBsd("signal", Signal, Handler);
}

FORESLICE_EXPORT sighandler_t bsd_signal(int Signal,
                                         sighandler_t Handler) noexcept {
  return installBsd("bsd_signal", Signal, Handler);
}

FORESLICE_EXPORT sighandler_t ssignal(int Signal,
                                      sighandler_t Handler) noexcept {
  return installBsd("ssignal", Signal, Handler);
}

FORESLICE_EXPORT sighandler_t sysv_signal(int Signal,
                                          sighandler_t Handler) noexcept {
  return installSystemV("sysv_signal", Signal, Handler);
}

FORESLICE_EXPORT sighandler_t __sysv_signal(int Signal,
                                            sighandler_t Handler) noexcept {
  return installSystemV("__sysv_signal", Signal, Handler);
}

FORESLICE_EXPORT sighandler_t sigset(int Signal,
                                     sighandler_t Handler) noexcept {
  if (signal_chain::isOwned(Signal))
    return setAndUnblock(Signal, Handler);
  expect(Handler);
  auto *Next = next<sighandler_t(int, sighandler_t)>("sigset");
  return Next ? Next(Signal, Handler) : SIG_ERR;
}

FORESLICE_EXPORT int sigignore(int Signal) noexcept {
  if (signal_chain::isOwned(Signal))
    return install(Signal, actionOf(SIG_IGN, 0, 0)) == SIG_ERR ? -1 : 0;
  auto *Next = next<int(int)>("sigignore");
  return Next ? Next(Signal) : -1;
}

FORESLICE_EXPORT int siginterrupt(int Signal, int Interrupting) noexcept {
  if (signal_chain::isOwned(Signal))
    return setInterrupting(Signal, Interrupting != 0);
  auto *Next = next<int(int, int)>("siginterrupt");
  return Next ? Next(Signal, Interrupting) : -1;
}

} // extern "C"
