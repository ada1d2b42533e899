//===- ReadsToEnd.h - loops that read a file up to its end ----------------===//
//
// A loop of a slice that only reads text, as while (fgets(...)), and ends at
// the end of the file has no effect but a read file. The slice need not run
// such a loop.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_POSIX_READSTOEND_H
#define FORESLICE_PASSES_FRONTEND_POSIX_READSTOEND_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstrTypes.h"

namespace foreslice {

/// The reads of text in loops to the end of a file, in Slice before lowering.
/// Loops with data needed are left out.
llvm::SmallPtrSet<llvm::CallBase *, 4>
readsToEnd(llvm::Function &Slice,
           llvm::function_ref<bool(const llvm::CallBase &)> NeedsData);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_POSIX_READSTOEND_H
