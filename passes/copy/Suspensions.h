//===- Suspensions.h - coroutines that go on ------------------------------===//
//
// A coroutine stops where it yields or awaits, until somebody resumes it. What
// it reads then does not depend on that: in the copy that a slice is cut from,
// it goes on at once.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_SUSPENSIONS_H
#define FORESLICE_PASSES_COPY_SUSPENSIONS_H

#include "llvm/IR/Function.h"

namespace foreslice {

/// Makes a coroutine that no pass has split a function that never suspends.
/// Does nothing to other functions.
void dropSuspensions(llvm::Function &F);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_SUSPENSIONS_H
