//===- OffsetRanges.cpp - how far into an object an address can lead ------===//
//
// See OffsetRanges.h. The range of an address holds for all iterations of the
// loops, so the times of the two accesses do not matter.
//
//===----------------------------------------------------------------------===//

#include "slice/OffsetRanges.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace foreslice {

/// The maximum in BB of a loop's counter from 0.
std::optional<uint64_t> OffsetRanges::mostCount(const Loop &L,
                                                const BasicBlock *BB) {
  std::optional<uint64_t> Most;
  for (const BasicBlock *Exiting : {L.getHeader(), L.getLoopLatch()}) {
    if (!Exiting || !L.isLoopExiting(Exiting))
      continue;
    auto *Count = dyn_cast<SCEVConstant>(SE.getExitCount(&L, Exiting));
    if (!Count || Count->getAPInt().getActiveBits() > 32)
      continue;
    uint64_t Times = Count->getAPInt().getZExtValue();
    // Behind the header's test, the last count is excluded.
    bool IsBehind = Exiting == L.getHeader() && BB != Exiting && L.contains(BB);
    Times -= IsBehind && Times != 0;
    Most = Most ? std::min(*Most, Times) : Times;
  }
  return Most;
}

/// The range of S, computed in BB.
ConstantRange OffsetRanges::rangeOf(const SCEV *S, const BasicBlock *BB) {
  unsigned Bits = SE.getTypeSizeInBits(S->getType());
  if (auto *Sum = dyn_cast<SCEVAddExpr>(S)) {
    ConstantRange R(APInt::getZero(Bits));
    for (const SCEV *Op : Sum->operands())
      R = R.add(rangeOf(Op, BB));
    return R;
  }
  if (auto *Product = dyn_cast<SCEVMulExpr>(S);
      Product && Product->getNumOperands() == 2)
    return rangeOf(Product->getOperand(0), BB)
        .multiply(rangeOf(Product->getOperand(1), BB));
  auto *Steps = dyn_cast<SCEVAddRecExpr>(S);
  auto *Step = Steps && Steps->isAffine()
                   ? dyn_cast<SCEVConstant>(Steps->getStepRecurrence(SE))
                   : nullptr;
  std::optional<uint64_t> Most =
      Step ? mostCount(*Steps->getLoop(), BB) : std::nullopt;
  if (!Most)
    return SE.getSignedRange(S);
  ConstantRange Counts(APInt::getZero(Bits), APInt(Bits, *Most + 1));
  return rangeOf(Steps->getStart(), BB)
      .add(Counts.multiply(ConstantRange(Step->getAPInt())));
}

const std::optional<ConstantRange> &OffsetRanges::rangeOf(const Value *A,
                                                          const Value *Object) {
  auto [It, New] = Ranges.try_emplace(A);
  auto *I = dyn_cast<Instruction>(A);
  if (!New || !I)
    return It->second;
  auto Of = [&](const Value *V) { return SE.getSCEV(const_cast<Value *>(V)); };
  const SCEV *Offset = SE.getMinusSCEV(Of(A), Of(Object));
  if (!isa<SCEVCouldNotCompute>(Offset))
    if (ConstantRange R = rangeOf(Offset, I->getParent()); !R.isFullSet())
      It->second = R;
  return It->second;
}

bool OffsetRanges::areApart(const Value *A, uint64_t Bytes, const Value *Object,
                            int64_t B, uint64_t BytesB) {
  const std::optional<ConstantRange> &R = rangeOf(A, Object);
  if (!R || Bytes > INT32_MAX || BytesB > INT32_MAX)
    return false;
  int64_t First = R->getSignedMin().getSExtValue(),
          Last = R->getSignedMax().getSExtValue();
  // Last may be the largest offset there is.
  return First >= B + static_cast<int64_t>(BytesB) ||
         Last <= B - static_cast<int64_t>(Bytes);
}

} // namespace foreslice
