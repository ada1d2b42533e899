//===- OwnWork.cpp - the run time's work within a call of the program -----===//
//
// See OwnWork.h.
//
//===----------------------------------------------------------------------===//

#include "support/OwnWork.h"

#include <array>
#include <bit>
#include <unwind.h>

using namespace foreslice;

std::atomic<bool> OwnWork::HasHandlers{false};

/// All signals but those that an instruction raises, which cannot wait, and the
/// two of the C library's own. Made by the compiler: sigdelset() of each takes
/// longer than the rest of begin().
static constexpr sigset_t SignalsFromOutside = [] {
  constexpr int OfLibrary = 32, BitsOfWord = 8 * sizeof(unsigned long);
  std::array<unsigned long, sizeof(sigset_t) / sizeof(unsigned long)> Words;
  Words.fill(~0UL);
  for (int Signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT,
                     OfLibrary, OfLibrary + 1})
    Words[(Signal - 1) / BitsOfWord] &= ~(1UL << ((Signal - 1) % BitsOfWord));
  return std::bit_cast<sigset_t>(Words);
}();

void OwnWork::begin() {
  Flags.keep();
  if (HoldsNothing)
    return;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &CancelState);
  Blocks = HasHandlers.load(std::memory_order_relaxed);
  if (!Blocks)
    return;
  pthread_sigmask(SIG_BLOCK, &SignalsFromOutside, &Before);
}

void OwnWork::end() {
  if (Blocks)
    pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  if (!HoldsNothing)
    pthread_setcancelstate(CancelState, nullptr);
  Flags.restore();
}

namespace {
struct Frames {
  unsigned Count = 0;
  bool OfSignal = false;
};
} // namespace

bool OwnWork::isInHandler() {
  if (!HasHandlers.load(std::memory_order_relaxed))
    return false;
  constexpr unsigned Most = 256;
  Frames Found;
  const _Unwind_Reason_Code End = _Unwind_Backtrace(
      [](_Unwind_Context *Frame, void *To) {
        auto &F = *static_cast<Frames *>(To);
        int WasInterrupted = 0;
        _Unwind_GetIPInfo(Frame, &WasInterrupted);
        F.OfSignal |= WasInterrupted != 0;
        return F.OfSignal || ++F.Count == Most ? _URC_NORMAL_STOP
                                               : _URC_NO_REASON;
      },
      &Found);
  return Found.OfSignal || End != _URC_END_OF_STACK;
}
