//===- AccessCounts.h - the counts delivered by accesses ------------------===//
//
// A write delivers the full count asked for. A read delivers the part that the
// file has: the run time knows the size of the file, and tells the slice.
// MPI_Get_count of a status becomes the count of the access that filled the
// status:
//
//   read(fh, b, n, t, &st);            result = read(fh, b, n, t, &st);
//                                      count = foreslice.count(result, t, n);
//   MPI_Get_count(&st, t, &got);       got = count;
//
// Several accesses may fill the status, on different paths. The MPI_Wait fills
// the status of a nonblocking access, and the end fills the status of a split
// collective access.
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

/// Replaces the questions in F whose accesses are clear. True if there were
/// any. Leaves promotable variables for the counts. Reads not InRegion count as
/// full. Adds to Deciding the places of questions whose answers decide a
/// branch.
bool answerCounts(llvm::Function &F, llvm::ArrayRef<llvm::CallBase *> InRegion,
                  llvm::SmallVectorImpl<llvm::DebugLoc> &Deciding);

/// A call of foreslice.count: the number of items of a datatype that a read
/// delivers.
bool isReadCount(const llvm::Instruction &I);
/// The datatype of Count, and the number of items asked for.
llvm::Value *countedType(const llvm::CallBase &Count);
llvm::Value *fullCount(const llvm::CallBase &Count);

/// Makes the reads of F count as full, for the object's lifetime.
class AssumedFullCounts {
public:
  explicit AssumedFullCounts(llvm::Function &F);
  ~AssumedFullCounts();
  AssumedFullCounts(const AssumedFullCounts &) = delete;

private:
  /// Each count, with an operand that the destructor sets to the count again.
  std::vector<std::pair<llvm::CallBase *, llvm::Use *>> Uses;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_ACCESSCOUNTS_H
