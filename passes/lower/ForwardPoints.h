//===- ForwardPoints.h - where the main thread hands over values ----------===//
//
// After each call whose outcome a slice waits for, the main thread hands it
// over with foreslice_forward, which does nothing outside of the region.
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
