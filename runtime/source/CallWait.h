//===- CallWait.h - waiting for the main thread's calls -------------------===//
//
// A source that must not run further ahead waits until the main thread has come
// to a call of a file. While nobody waits, a call of the main thread costs one
// load.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_CALLWAIT_H
#define FORESLICE_SOURCE_CALLWAIT_H

#include "cache/CachedFile.h"
#include "support/FunctionRef.h"
#include "support/Mutex.h"

#include <bit>

namespace foreslice {

class CallWait {
public:
  // The thread that makes the program's calls:

  /// A call of File begins, and has been counted. Calls of other files wake the
  /// waiter less and less often.
  void callBegan(const CachedFile &File, LaneId Lane) {
    const CachedFile *Now = Of.load();
    if (!Now)
      return;
    if (Now == &File ? File.behind(Lane, Id.load())
                     : std::has_single_bit(++OtherCalls))
      wake();
  }
  /// Has the waiter look at the cancel flag and at the call.
  void wake() {
    {
      MutexLock L(M); // a waiter between its look and its wait holds the mutex
    }
    News.notifyAll();
  }

  // The source, on one thread:

  /// Waits until the main thread has come to the call of File, until GoOn,
  /// asked now and then, gives true, or until Cancel is set and wake() called.
  void until(const CachedFile &File, LaneCall Call,
             const std::atomic<bool> &Cancel, FunctionRef<bool()> GoOn) {
    MutexLock L(M);
    OtherCalls.store(0);
    Id.store(Call.Id);
    Of.store(&File);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    while (!Cancel && !File.behind(Call.Lane, Call.Id) && !GoOn())
      News.wait(M);
    Of.store(nullptr);
  }

private:
  Mutex M;
  CondVar News;
  /// Compared and never followed; null while nobody waits.
  std::atomic<const CachedFile *> Of{nullptr};
  std::atomic<uint64_t> Id{0};
  std::atomic<uint32_t> OtherCalls{0};
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_CALLWAIT_H
