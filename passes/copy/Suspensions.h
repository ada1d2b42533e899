//===- Suspensions.h - coroutines without suspension ----------------------===//
//
// A coroutine stops at a yield or await until resumed. Reads of the coroutine
// do not depend on the stop: in the copy that a slice is cut from, the
// coroutine goes on at once.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_SUSPENSIONS_H
#define FORESLICE_PASSES_COPY_SUSPENSIONS_H

#include "llvm/IR/Function.h"

namespace foreslice {

/// Turns an unsplit coroutine into a function without suspensions. Leaves other
/// functions alone.
void dropSuspensions(llvm::Function &F);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_SUSPENSIONS_H
