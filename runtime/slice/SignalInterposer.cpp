//===- SignalInterposer.cpp - sigaction() and signal() for the program ----===//
//
// These symbols stand before libc's, so that a handler which the program or a
// library installs after us becomes the next in the chain instead of removing
// ours. Signals that are not ours go straight on.
//
//===----------------------------------------------------------------------===//

#include "slice/SignalChain.h"

#include <cerrno>
#include <dlfcn.h>

#define FORESLICE_EXPORT __attribute__((visibility("default")))

using namespace foreslice;

namespace {

using SignalFunction = sighandler_t (*)(int, sighandler_t);

/// Signals that are not ours go to libc's function of the same name, which
/// knows what siginterrupt() said about them.
sighandler_t install(const char *Name, int Signal, sighandler_t Handler,
                     int Flags) {
  if (!signal_chain::isOwned(Signal)) {
    auto Next = reinterpret_cast<SignalFunction>(dlsym(RTLD_NEXT, Name));
    if (!Next) {
      errno = ENOSYS;
      return SIG_ERR;
    }
    return Next(Signal, Handler);
  }
  struct sigaction New{}, Old{};
  New.sa_handler = Handler;
  New.sa_flags = Flags;
  sigemptyset(&New.sa_mask);
  if (!(Flags & SA_NODEFER))
    sigaddset(&New.sa_mask, Signal);
  if (signal_chain::programAction(Signal, &New, &Old))
    return SIG_ERR;
  return Old.sa_handler;
}

constexpr int SystemV = SA_RESETHAND | SA_NODEFER;

} // namespace

extern "C" {

FORESLICE_EXPORT int sigaction(int Signal, const struct sigaction *New,
                               struct sigaction *Old) noexcept {
  return signal_chain::programAction(Signal, New, Old);
}

FORESLICE_EXPORT sighandler_t signal(int Signal,
                                     sighandler_t Handler) noexcept {
  return install("signal", Signal, Handler, SA_RESTART);
}

FORESLICE_EXPORT sighandler_t bsd_signal(int Signal,
                                         sighandler_t Handler) noexcept {
  return install("bsd_signal", Signal, Handler, SA_RESTART);
}

FORESLICE_EXPORT sighandler_t sysv_signal(int Signal,
                                          sighandler_t Handler) noexcept {
  return install("sysv_signal", Signal, Handler, SystemV);
}

FORESLICE_EXPORT sighandler_t __sysv_signal(int Signal,
                                            sighandler_t Handler) noexcept {
  return install("__sysv_signal", Signal, Handler, SystemV);
}

} // extern "C"
