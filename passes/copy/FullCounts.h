//===- FullCounts.h - accesses deliver what they are asked for ------------===//
//
// "Did I get all I asked for?" counts as yes: MPI_Get_count of a status becomes
// the count of the access that filled it.
//
//   read(fh, b, n, t, &st);            read(fh, b, n, t, &st);
//   MPI_Get_count(&st, t, &got);       got = n;
//
// Several accesses may fill the status, on different paths; those of
// nonblocking and split collective accesses are filled by the MPI_Wait and the
// end.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_FULLCOUNTS_H
#define FORESLICE_PASSES_COPY_FULLCOUNTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Function.h"

namespace foreslice {

/// Replaces the questions in F where the accesses are clear. True if there were
/// any. Leaves variables for the counts, which are promotable. Adds to Deciding
/// where the questions are whose answers decide a branch.
bool assumeFullCounts(llvm::Function &F,
                      llvm::SmallVectorImpl<llvm::DebugLoc> &Deciding);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_FULLCOUNTS_H
