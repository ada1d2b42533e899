//===- OffsetRanges.h - how far into an object an address can lead --------===//
//
// A loop over an array inside an object, as sums[m] of a structure or of a
// COMMON block, stays within the array: the bounds of the loop say so, where
// alias analysis takes m to be anything.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_SLICE_OFFSETRANGES_H
#define FORESLICE_PASSES_SLICE_OFFSETRANGES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/ConstantRange.h"

#include <optional>

namespace llvm {
class BasicBlock;
class Loop;
class SCEV;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace foreslice {

class OffsetRanges {
public:
  explicit OffsetRanges(llvm::ScalarEvolution &SE) : SE(SE) {}

  /// Whether Bytes at A and BytesB at a constant offset B of Object, in which A
  /// leads, are apart, whenever each is accessed.
  bool areApart(const llvm::Value *A, uint64_t Bytes, const llvm::Value *Object,
                int64_t B, uint64_t BytesB);

private:
  std::optional<uint64_t> mostCount(const llvm::Loop &L,
                                    const llvm::BasicBlock *BB);
  llvm::ConstantRange rangeOf(const llvm::SCEV *S, const llvm::BasicBlock *BB);
  const std::optional<llvm::ConstantRange> &rangeOf(const llvm::Value *A,
                                                    const llvm::Value *Object);

  llvm::ScalarEvolution &SE;
  llvm::DenseMap<const llvm::Value *, std::optional<llvm::ConstantRange>>
      Ranges;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_SLICE_OFFSETRANGES_H
