//===- SliceSpace.h - memory as a slice sees it ---------------------------===//
//
// The slice's own memory (part of the prefetch thread's stack, packet, and
// allocations), and the main thread's memory with the slice's stores on top. So
// stores through wrong pointers change only the slice's view. Used by the
// prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_SLICESPACE_H
#define FORESLICE_SOURCE_SLICE_SLICESPACE_H

#include "source/slice/Overlay.h"
#include "source/slice/SliceEnd.h"
#include "source/slice/SliceMemory.h"

namespace foreslice {

class SliceSpace {
public:
  /// The calling thread's stack, or another.
  void findStack();
  void setStack(uintptr_t Begin, uintptr_t End) {
    StackBegin = Begin;
    StackEnd = End;
  }
  /// A slice begins, with its frames below Top.
  void begin(const void *Top, const void *Packet, uint64_t Size);
  /// Whether the stack at Frame may be too small for the run time's own work.
  bool stackRunsOut(const void *Frame) const {
    return reinterpret_cast<uintptr_t>(Frame) < StackBegin + StackForRunTime;
  }
  /// The slice has ended.
  void reset();

  void *allocate(uint64_t Size) { return Memory.allocate(Size); }
  void release(const void *P, uint64_t Size) { Memory.release(P, Size); }

  // foreslice_slice_load and its kin. Frame: of the entry point; the slice's
  // own frames are above. Reads from bad addresses fault.
  SliceEnd load(void *To, const void *From, uint64_t Size, uintptr_t Frame);
  SliceEnd loadText(void *To, const void *From, uint64_t Size, uintptr_t Frame);
  SliceEnd store(void *To, const void *From, uint64_t Size, uintptr_t Frame);
  SliceEnd copy(void *To, const void *From, uint64_t Size, uintptr_t Frame);
  SliceEnd fill(void *To, int Byte, uint64_t Size, uintptr_t Frame);

private:
  static constexpr uintptr_t StackForRunTime = 64u << 10;
  enum class Place { Own, Main, Bad };
  bool isOwn(uintptr_t To, uint64_t Size, uintptr_t Frame) const;
  Place placeOf(uintptr_t To, uint64_t Size, uintptr_t Frame) const;
  SliceEnd copyInMain(uintptr_t To, uintptr_t From, uint64_t Size);

  SliceMemory Memory;
  Overlay Stores{Memory};
  uintptr_t StackBegin = 0, StackEnd = 0;
  uintptr_t FramesEnd = 0;
  uintptr_t PacketBegin = 0;
  uint64_t PacketSize = 0;
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_SLICESPACE_H
