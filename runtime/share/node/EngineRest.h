//===- EngineRest.h - an engine that nobody needs for a while -------------===//
//
// While it rests, an engine looks at nothing, not even at what storage has
// answered: each look would take a core from computation. Whoever needs it, in
// whatever process, rouses it. Lies in memory that processes share, or in that
// of one; zero at first.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NODE_ENGINEREST_H
#define FORESLICE_SHARE_NODE_ENGINEREST_H

#include "share/node/Futex.h"

namespace foreslice {

class EngineRest {
public:
  /// By the engine, before it looks for what speaks against a rest.
  void prepare() { Word = Awake; }
  /// By the engine: blocks until it is roused, or not at all if it was since
  /// prepare().
  void take() {
    uint32_t Was = Awake;
    if (Word.compare_exchange_strong(Was, Resting))
      while (Word == Resting)
        futexWait(Word, Resting, LookNs);
  }
  /// By anybody. False if the engine was not resting.
  bool rouse() {
    if (Word.exchange(Roused) != Resting)
      return false;
    futexWakeAll(Word);
    return true;
  }

private:
  enum : uint32_t { Awake, Resting, Roused };
  /// A wake-up is never lost; this only bounds what one would cost.
  static constexpr uint64_t LookNs = 1'000'000'000;

  std::atomic<uint32_t> Word;
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NODE_ENGINEREST_H
