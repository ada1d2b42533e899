//===- OwnWork.h - the run time's work within a call of the program -------===//
//
// The run time holds locks there. A signal handler of the program may read, and
// come to the same locks, or leave by siglongjmp; a cancelled thread leaves,
// too: nobody would release the locks. So signals and cancellation wait, but
// for the time of the program's own call.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_OWNWORK_H
#define FORESLICE_SUPPORT_OWNWORK_H

#include "support/FloatingPoint.h"
#include "support/TellingScope.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <pthread.h>

namespace foreslice {

/// A scope of own work on a thread of the program. Keeps errno, and the flags
/// and traps of floating point.
class OwnWork {
public:
  /// Nothing: the work takes no lock, and changes nothing that a handler or
  /// another thread could find half done. Signals and cancellation need not
  /// wait.
  enum class Holds { Locks, Nothing };

  explicit OwnWork(Holds What = Holds::Locks)
      : HoldsNothing(What == Holds::Nothing) {
    begin();
  }
  ~OwnWork() {
    end();
    errno = Errno;
  }
  OwnWork(const OwnWork &) = delete;
  OwnWork &operator=(const OwnWork &) = delete;

  /// The program's own call, within the scope. errno is the program's.
  class ProgramsCall {
  public:
    explicit ProgramsCall(OwnWork &Around) : Around(Around) {
      Around.end();
      errno = Around.Errno;
    }
    ~ProgramsCall() {
      Around.Errno = errno;
      Around.begin();
    }
    ProgramsCall(const ProgramsCall &) = delete;
    ProgramsCall &operator=(const ProgramsCall &) = delete;

  private:
    OwnWork &Around;
  };

  /// The program has installed a handler. Without handlers, no signal need be
  /// held back.
  static void expectHandlers() {
    HasHandlers.store(true, std::memory_order_relaxed);
  }
  /// Whether this call comes from a handler of the program, where no thread is
  /// started (ThreadRoom.h), as far as the frames of the stack tell; true where
  /// the frames do not tell. Takes some microseconds if the program has
  /// installed a handler.
  static bool isInHandler();

private:
  void begin();
  void end();

  static std::atomic<bool> HasHandlers;
  const TellingScope RunTimesOwn;
  const bool HoldsNothing;
  FloatingPoint Flags;
  int Errno = errno;
  int CancelState = PTHREAD_CANCEL_ENABLE;
  bool Blocks = false;
  sigset_t Before;
};

} // namespace foreslice

#endif // FORESLICE_SUPPORT_OWNWORK_H
