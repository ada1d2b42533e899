//===- Allocation.cpp - memory of ours in programs that look for leaks ----===//
//
// LeakSanitizer reports memory that no pointer leads to when a process ends. A
// forked child has none of the run time's threads, and so none of the pointers
// on their stacks. So LeakSanitizer leaves out what the run time allocates. The
// operators of this file are hidden: the program keeps its own.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cstdlib>
#include <new>

// A sanitizer has functions of its own for code that it instruments.
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

extern "C" {
[[gnu::weak]] void __lsan_disable();
[[gnu::weak]] void __lsan_enable();
}

/// What Allocate gives, left out from the beginning: another thread may fork at
/// any time. An exception if that is nothing.
template <typename Function> static void *leftOut(Function Allocate) {
  if (__lsan_disable)
    __lsan_disable();
  void *Memory = Allocate();
  if (__lsan_enable)
    __lsan_enable();
  if (!Memory)
    throw std::bad_alloc();
  return Memory;
}

void *operator new(size_t Size) {
  return leftOut([=] { return std::malloc(std::max<size_t>(Size, 1)); });
}

void *operator new(size_t Size, std::align_val_t Alignment) {
  const auto To = static_cast<size_t>(Alignment);
  const size_t Whole = (std::max<size_t>(Size, 1) + To - 1) / To * To;
  return leftOut([=] { return std::aligned_alloc(To, Whole); });
}

void operator delete(void *Memory) noexcept { std::free(Memory); }
void operator delete(void *Memory, size_t) noexcept { std::free(Memory); }
void operator delete(void *Memory, std::align_val_t) noexcept {
  std::free(Memory);
}
void operator delete(void *Memory, size_t, std::align_val_t) noexcept {
  std::free(Memory);
}

#endif
