//===- ForwardPoints.h - values handed over by the main thread ------------===//
//
// After each call whose result a slice waits for, the main thread hands over
// the result with foreslice_forward: a call without effect outside of the
// region.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_LOWER_FORWARDPOINTS_H
#define FORESLICE_PASSES_LOWER_FORWARDPOINTS_H

#include "lower/Lowering.h"

#include "llvm/IR/GlobalVariable.h"

namespace foreslice {

void emitForwards(const LoweredSlice &Slice, llvm::GlobalVariable &Region);

} // namespace foreslice

#endif // FORESLICE_PASSES_LOWER_FORWARDPOINTS_H
