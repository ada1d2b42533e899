//===- OwnWork.h - what the run time does within a call of the program's --===//
//
// The run time holds locks there. A handler of the program's may read, which
// comes to the same locks, or leave by siglongjmp, and a thread that is
// cancelled leaves, too: then nobody would give the locks back. So neither
// happens meanwhile, but where the program's own call is made.
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

/// Of a scope on a thread of the program's. errno stays, and so do the flags
/// and traps of floating point.
class OwnWork {
public:
  OwnWork() { begin(); }
  ~OwnWork() {
    end();
    errno = Errno;
  }
  OwnWork(const OwnWork &) = delete;
  OwnWork &operator=(const OwnWork &) = delete;

  /// The program's own call, within that scope. errno is the program's.
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

  /// The program has installed a handler. As long as there is none, no signal
  /// need be held back.
  static void expectHandlers() {
    HasHandlers.store(true, std::memory_order_relaxed);
  }
  /// Whether this call comes from a handler of the program's, where no thread
  /// is started (ThreadRoom.h), as far as the frames of the stack tell; true
  /// where they do not. Takes some microseconds if the program has installed
  /// one.
  static bool isInHandler();

private:
  void begin();
  void end();

  static std::atomic<bool> HasHandlers;
  const TellingScope RunTimesOwn;
  FloatingPoint Flags;
  int Errno = errno;
  int CancelState = PTHREAD_CANCEL_ENABLE;
  bool Blocks = false;
  sigset_t Before;
};

} // namespace foreslice

#endif // FORESLICE_SUPPORT_OWNWORK_H
