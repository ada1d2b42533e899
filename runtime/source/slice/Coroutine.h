//===- Coroutine.h - a function that runs in turns with its caller --------===//
//
// On a stack of its own, on the caller's thread: for the scout of a slice. Not
// thread-safe; one thread uses it.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_COROUTINE_H
#define FORESLICE_SOURCE_SLICE_COROUTINE_H

#include <cstddef>
#include <cstdint>
#include <ucontext.h>

namespace foreslice {

class Coroutine {
public:
  Coroutine() = default;
  ~Coroutine();
  Coroutine(const Coroutine &) = delete;
  Coroutine &operator=(const Coroutine &) = delete;

  /// Body runs from the begin at the next resume(). False if there is no memory
  /// for the stack.
  bool begin(void (*Body)());
  /// Runs the body until pause() or the end.
  void resume();
  /// Called by the body: returns at the next resume().
  void pause();
  /// The body has ended, or never begun.
  bool isOver() const { return IsOver; }
  /// Forgets a paused body; nothing on the stack is destroyed.
  void abandon() { IsOver = true; }

  /// Begin of the stack; memory below faults.
  uintptr_t stackBegin() const { return reinterpret_cast<uintptr_t>(Stack); }
  uintptr_t stackEnd() const { return stackBegin() + StackSize; }

private:
  static constexpr size_t StackSize = 1u << 20, GuardSize = 64u << 10;
  static void enter(uint32_t High, uint32_t Low);
  bool map();

  std::byte *Stack = nullptr;
  void (*Body)() = nullptr;
  bool IsOver = true;
  ucontext_t Caller, OwnContext;
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_COROUTINE_H
