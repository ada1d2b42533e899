//===- EngineRest.h - the rest of an engine that nobody needs -------------===//
//
// A resting engine looks at nothing, not even at answers of storage: each look
// would take a core from computation. A thread that needs the engine, in any
// process, rouses the engine. Lies in shared or private memory; zero at first.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NODE_ENGINEREST_H
#define FORESLICE_SHARE_NODE_ENGINEREST_H

#include "share/node/Futex.h"

namespace foreslice {

class EngineRest {
public:
  /// By the engine, before the last checks against a rest.
  void prepare() { Word = Awake; }
  /// By the engine: blocks until roused, or not at all if roused since
  /// prepare().
  void take() {
    uint32_t Was = Awake;
    if (Word.compare_exchange_strong(Was, Resting))
      while (Word == Resting)
        futexWait(Word, Resting, LookNs);
  }
  /// By any thread. False if the engine was not resting.
  bool rouse() {
    if (Word.exchange(Roused) != Resting)
      return false;
    futexWakeAll(Word);
    return true;
  }

private:
  enum : uint32_t { Awake, Resting, Roused };
  /// A wake-up is never lost; the limit only bounds the cost of a lost wake-up.
  static constexpr uint64_t LookNs = 1'000'000'000;

  std::atomic<uint32_t> Word;
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NODE_ENGINEREST_H
