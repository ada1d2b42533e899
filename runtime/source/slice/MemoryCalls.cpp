//===- MemoryCalls.cpp - loads and stores of slices -----------------------===//
//
// The entries of the ABI for SliceSpace.h. The entries run armed, as the
// slice's own code does: a fault inside is the slice's, and nothing inside
// needs a destructor.
//
//===----------------------------------------------------------------------===//

#include "source/slice/SliceExecution.h"

using namespace foreslice;

namespace {

/// Works on the running slice's space; ends the slice if Work fails or if the
/// slice was cancelled.
template <class WorkFn> void inSpace(uint64_t Size, WorkFn Work) {
  SliceSpace *Space = execution::space();
  if (!Space || Size == 0)
    return;
  SliceEnd End = execution::cancelFlag().load(std::memory_order_relaxed)
                     ? SliceEnd::Cancelled
                 : execution::isOverdue() ? SliceEnd::Endless
                                          : Work(*Space);
  if (End != SliceEnd::Completed)
    execution::leave(End);
}

} // namespace

#define FORESLICE_EXPORT __attribute__((visibility("default"), noinline))
/// The end of the entry's own frame.
#define FORESLICE_FRAME reinterpret_cast<uintptr_t>(__builtin_dwarf_cfa())

extern "C" {

FORESLICE_EXPORT void foreslice_slice_load(void *To, const void *From,
                                           uint64_t Size) {
  uintptr_t Frame = FORESLICE_FRAME;
  inSpace(Size, [=](SliceSpace &S) { return S.load(To, From, Size, Frame); });
}

FORESLICE_EXPORT void foreslice_slice_load_text(void *To, const void *From,
                                                uint64_t Size) {
  uintptr_t Frame = FORESLICE_FRAME;
  inSpace(Size,
          [=](SliceSpace &S) { return S.loadText(To, From, Size, Frame); });
}

FORESLICE_EXPORT void foreslice_slice_store(void *To, const void *From,
                                            uint64_t Size) {
  uintptr_t Frame = FORESLICE_FRAME;
  inSpace(Size, [=](SliceSpace &S) { return S.store(To, From, Size, Frame); });
}

FORESLICE_EXPORT void foreslice_slice_nodes(const foreslice_nodes *Nodes) {
  uintptr_t Frame = FORESLICE_FRAME;
  for (uint64_t I = 0; I < Nodes->count; ++I) {
    const foreslice_nodes::foreslice_node &N = Nodes->node[I];
    inSpace(sizeof N.bytes, [&](SliceSpace &S) {
      SliceEnd End = S.store(reinterpret_cast<void *>(N.address), N.bytes,
                             sizeof N.bytes, Frame);
      // An apparent address may be one of the slice's own.
      return End == SliceEnd::Fault ? SliceEnd::Completed : End;
    });
  }
}

FORESLICE_EXPORT void foreslice_slice_copy(void *To, const void *From,
                                           uint64_t Size) {
  uintptr_t Frame = FORESLICE_FRAME;
  inSpace(Size, [=](SliceSpace &S) { return S.copy(To, From, Size, Frame); });
}

FORESLICE_EXPORT void foreslice_slice_fill(void *To, int32_t Byte,
                                           uint64_t Size) {
  uintptr_t Frame = FORESLICE_FRAME;
  inSpace(Size, [=](SliceSpace &S) { return S.fill(To, Byte, Size, Frame); });
}

} // extern "C"
