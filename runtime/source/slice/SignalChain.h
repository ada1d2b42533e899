//===- SignalChain.h - sharing signal handlers with the program -----------===//
//
// The run time puts its handler in front of the handlers of the program or the
// MPI library, earlier or later: signals that are not about a slice go on to
// these handlers, and sigaction() and signal() show the program only its own.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_SIGNALCHAIN_H
#define FORESLICE_SOURCE_SLICE_SIGNALCHAIN_H

#include <csignal>

namespace foreslice::signal_chain {

/// Interrupts the prefetch thread. Ignored by default, so that a lost handler
/// does no harm.
constexpr int KickSignal = SIGURG;
/// Faults of a slice.
constexpr int FaultSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

/// Runs first, on the thread of the signal, as a signal handler. True (or a
/// jump) if the signal was the run time's; else the signal goes to the
/// program's handler.
using Filter = bool (*)(int Signal, siginfo_t *Info, void *Context);

/// Installs the handlers, once; later calls do nothing. False if the system
/// refuses. Any thread, not in a signal handler.
bool install(Filter F);

/// A program can install handlers by the bare system call, unseen. Looks
/// whether the kernel still has the run time's handler, and otherwise goes in
/// front of the kernel's handler; false where impossible, and where the program
/// ignores one of the signals. Within RunningSlice, on any thread.
bool stayInFront();

/// A scope in which a slice may run: signals that the program comes to ignore
/// meanwhile stay with the run time.
class RunningSlice {
public:
  RunningSlice();
  ~RunningSlice();
  RunningSlice(const RunningSlice &) = delete;
  RunningSlice &operator=(const RunningSlice &) = delete;
};

/// Whether the kernel has the run time's handler for the signal. Any thread,
/// signal handlers too.
bool isInFront(int Signal);

/// Whether the signal is KickSignal or one of FaultSignals.
bool isOwned(int Signal);

/// sigaction() as the program shall see it, for every signal.
int programAction(int Signal, const struct sigaction *New,
                  struct sigaction *Old);

} // namespace foreslice::signal_chain

#endif // FORESLICE_SOURCE_SLICE_SIGNALCHAIN_H
