//===- Attention.h - whether a source looks at reads at all ---------------===//
//
// Where reads come from memory, there is nothing to learn. A source without a
// name in the settings fills what slices leave, and sleeps until timed reads
// are slow. The source sleeps again when its requests bring nothing. Any
// thread.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SIGNATURE_ATTENTION_H
#define FORESLICE_SOURCE_SIGNATURE_ATTENTION_H

#include "scheme/Pace.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace foreslice {

class Attention {
public:
  enum class Kind { Always, WhereSlow };
  explicit Attention(Kind Looks)
      : Looks(Looks), Sleeps(Looks == Kind::WhereSlow) {}

  bool isAwake() const { return !Sleeps.load(Relaxed); }
  /// Whether the thread's next read shall be looked at, and so be timed. Cheap.
  bool looksAtNext() {
    if (isAwake())
      return false;
    if (const unsigned Left = Rest.load(Relaxed)) {
      Rest.store(Left - 1, Relaxed);
      return false;
    }
    return ofThread().IsDue = ofThread().Reads.looksAtNext();
  }
  /// Whether that read shall be timed, which has come so far.
  bool timesNext() {
    return !isAwake() &&
           (std::exchange(ofThread().IsDue, false) || looksAtNext());
  }
  /// Whether that read's place is worth knowing: of the first reads of a
  /// thread, and behind a slow one.
  bool looksAtPlace() const {
    return !isAwake() && Rest.load(Relaxed) == 0 && ofThread().mayTurnSlow();
  }
  /// A read of the thread gave Bytes and took Ns.
  void readDone(uint64_t Bytes, uint64_t Ns) {
    if (isAwake())
      return;
    Pace &Reads = ofThread().Reads;
    Reads.noteRead(Pace::isFast(Bytes, Ns));
    ofThread().First -= ofThread().First != 0;
    if (!Reads.isSlow())
      return;
    Reads.beginNext();
    Unpaid.store(0, Relaxed);
    IsNew.store(true, Relaxed);
    Sleeps.store(false, Relaxed);
  }
  /// True once behind each time that slow reads have ended the sleep.
  bool hasJustWoken() {
    return IsNew.load(Relaxed) && IsNew.exchange(false, Relaxed);
  }
  /// A read was looked at. Pays: whether it would be of use to ask for more.
  void looked(bool Pays) {
    if (Pays || Looks == Kind::Always)
      Unpaid.store(0, Relaxed);
    else if (Unpaid.fetch_add(1, Relaxed) + 1 == Patience)
      sleep();
  }
  /// Nothing for a while: longer each time.
  void sleep() {
    const unsigned Now = NextRest.load(Relaxed);
    Rest.store(Now, Relaxed);
    NextRest.store(std::min(2 * Now, LongestRest), Relaxed);
    Sleeps.store(true, Relaxed);
  }

private:
  static constexpr auto Relaxed = std::memory_order_relaxed;
  /// In reads.
  static constexpr unsigned Patience = 64, FirstRest = 64,
                            LongestRest = 1 << 16;

  struct OfThread {
    Pace Reads;
    bool IsDue = false;
    uint8_t First = 2; ///< Reads to come that are among the first.
    bool mayTurnSlow() const { return First != 0 || Reads.isInDoubt(); }
  };
  static OfThread &ofThread() {
    thread_local OfThread T __attribute__((tls_model("initial-exec")));
    return T;
  }

  const Kind Looks;
  std::atomic<bool> Sleeps, IsNew{false};
  std::atomic<unsigned> Unpaid{0}, Rest{0}, NextRest{FirstRest};
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SIGNATURE_ATTENTION_H
