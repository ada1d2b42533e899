//===- AccessCounts.h - how much accesses deliver -------------------------===//
//
// "How much did I get?" of a write is all that it was asked for. Of a read it
// is what the file has there: the run time knows the size of the file, and says
// so to the slice. MPI_Get_count of a status becomes the count of the access
// that filled it:
//
//   read(fh, b, n, t, &st);            result = read(fh, b, n, t, &st);
//                                      count = foreslice.count(result, t, n);
//   MPI_Get_count(&st, t, &got);       got = count;
//
// Several accesses may fill the status, on different paths; those of
// nonblocking and split collective accesses are filled by the MPI_Wait and the
// end.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_ACCESSCOUNTS_H
#define FORESLICE_PASSES_COPY_ACCESSCOUNTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

#include <utility>
#include <vector>

namespace foreslice {

/// Replaces the questions in F where the accesses are clear. True if there were
/// any. Leaves variables for the counts, which are promotable. Reads that are
/// not InRegion count as full. Adds to Deciding where the questions are whose
/// answers decide a branch.
bool answerCounts(llvm::Function &F, llvm::ArrayRef<llvm::CallBase *> InRegion,
                  llvm::SmallVectorImpl<llvm::DebugLoc> &Deciding);

/// A call of foreslice.count, which stands for how many items of a datatype a
/// read delivers.
bool isReadCount(const llvm::Instruction &I);
/// The datatype, and how many items the read is asked for.
llvm::Value *countedType(const llvm::CallBase &Count);
llvm::Value *fullCount(const llvm::CallBase &Count);

/// While it lives, the reads of F count as full.
class AssumedFullCounts {
public:
  explicit AssumedFullCounts(llvm::Function &F);
  ~AssumedFullCounts();
  AssumedFullCounts(const AssumedFullCounts &) = delete;

private:
  /// What uses a count, and as which operand.
  std::vector<std::pair<llvm::CallBase *, llvm::Use *>> Uses;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_ACCESSCOUNTS_H
