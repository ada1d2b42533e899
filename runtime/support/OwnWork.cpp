//===- OwnWork.cpp - what the run time does within a call of the program's ===//
//
// See OwnWork.h.
//
//===----------------------------------------------------------------------===//

#include "support/OwnWork.h"

using namespace foreslice;

std::atomic<bool> OwnWork::HasHandlers{false};

/// All but those that an instruction raises, which cannot wait.
static sigset_t signalsFromOutside() {
  sigset_t All;
  sigfillset(&All);
  for (int Signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT})
    sigdelset(&All, Signal);
  return All;
}

void OwnWork::begin() {
  Flags.keep();
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &CancelState);
  Blocks = HasHandlers.load(std::memory_order_relaxed);
  if (!Blocks)
    return;
  const sigset_t Some = signalsFromOutside();
  pthread_sigmask(SIG_BLOCK, &Some, &Before);
}

void OwnWork::end() {
  if (Blocks)
    pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  pthread_setcancelstate(CancelState, nullptr);
  Flags.restore();
}
