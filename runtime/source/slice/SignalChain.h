//===- SignalChain.h - sharing signal handlers with the program -----------===//
//
// The run time puts its handler in front of whatever the program or the MPI
// library installed, before or later: what is not about a slice goes on to
// them, and sigaction() and signal() show the program only its own handlers.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_SIGNALCHAIN_H
#define FORESLICE_SOURCE_SLICE_SIGNALCHAIN_H

#include <csignal>

namespace foreslice::signal_chain {

/// Interrupts the prefetch thread. Ignored by default, so that a lost handler
/// does no harm.
constexpr int KickSignal = SIGURG;
/// A slice's own faults.
constexpr int FaultSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

/// Runs first, on the thread that got the signal, as a signal handler. True
/// (or a jump) if the signal was the run time's own; else it goes to the
/// program's handler.
using Filter = bool (*)(int Signal, siginfo_t *Info, void *Context);

/// Installs the handlers, once; later calls do nothing. False if the system
/// refuses. Any thread, not in a signal handler.
bool install(Filter F);

/// A program can install handlers by the bare system call, unseen. Looks
/// whether the kernel still has ours, and goes in front of what it has instead;
/// false where that cannot be done, and where the program ignores one of the
/// signals. Within RunningSlice, on any thread.
bool stayInFront();

/// Of a scope in which a slice may run: what the program comes to ignore
/// meanwhile stays ours.
class RunningSlice {
public:
  RunningSlice();
  ~RunningSlice();
  RunningSlice(const RunningSlice &) = delete;
  RunningSlice &operator=(const RunningSlice &) = delete;
};

/// Whether the kernel has our handler for the signal. Any thread, signal
/// handlers too.
bool isInFront(int Signal);

/// Whether the signal is one of those above.
bool isOwned(int Signal);

/// sigaction() as the program shall see it, for every signal.
int programAction(int Signal, const struct sigaction *New,
                  struct sigaction *Old);

} // namespace foreslice::signal_chain

#endif // FORESLICE_SOURCE_SLICE_SIGNALCHAIN_H
