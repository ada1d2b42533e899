//===- ReadsToEnd.h - loops that read a file up to its end ----------------===//
//
// A loop of a slice that only reads text, as while (fgets(...)), and that ends
// where the file ends, leaves nothing behind but that the file is read. The
// slice need not go through such a loop.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_POSIX_READSTOEND_H
#define FORESLICE_PASSES_FRONTEND_POSIX_READSTOEND_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstrTypes.h"

namespace foreslice {

/// The reads of text in such loops of Slice, of whose calls none is lowered.
/// Loops whose reads need data are no such loops.
llvm::SmallPtrSet<llvm::CallBase *, 4>
readsToEnd(llvm::Function &Slice,
           llvm::function_ref<bool(const llvm::CallBase &)> NeedsData);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_POSIX_READSTOEND_H
