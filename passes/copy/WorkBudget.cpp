//===- WorkBudget.cpp - how much code the pass looks at -------------------===//
//
// See WorkBudget.h.
//
//===----------------------------------------------------------------------===//

#include "copy/WorkBudget.h"
#include "model/IOModel.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace foreslice {

/// Size of the largest copy: the work left, divided by the regions left, but at
/// most by RegionParts. So large regions leave work to small regions. A copy of
/// SmallCopy instructions is allowed if that much work is left.
static constexpr uint64_t RegionParts = 16, SmallCopy = 10000;
/// If many regions share the work, a few instructions each from functions
/// without accesses to files give most slices: the limit falls with the square
/// of the number of regions.
static constexpr uint64_t FewRegions = 100;
/// An ample copy takes at most 1/AmpleParts of the work left.
static constexpr uint64_t AmpleParts = 8;

uint64_t WorkBudget::sizeOf(const Function &F) {
  auto [It, New] = Sizes.try_emplace(&F);
  if (New)
    It->second = F.getInstructionCount();
  return It->second;
}

/// Instructions in place of CB with all accesses to files inlined. Recursive
/// functions count once.
uint64_t WorkBudget::inlinedSize(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  if (!F || F->isDeclaration() || !AM.readers().accessesFiles(*F))
    return 0;
  auto [It, New] = WithCallees.try_emplace(F, sizeOf(*F));
  if (!New)
    return It->second;
  uint64_t Size = It->second;
  for (const Instruction &I : instructions(*F))
    if (auto *Inner = dyn_cast<CallBase>(&I))
      Size = SaturatingAdd(Size, inlinedSize(*Inner));
  return WithCallees[F] = Size;
}

WorkBudget::Inlined WorkBudget::inlinedIn(const Region &R) {
  Inlined Sum;
  for (BasicBlock *BB : R.blocks())
    for (Instruction &I : *BB) {
      auto *CB = dyn_cast_or_null<CallBase>(AM.copyOf(&I));
      uint64_t Size = CB && R.contains(I) ? inlinedSize(*CB) : 0;
      Sum.All = SaturatingAdd(Sum.All, Size);
      if (Size > Sum.Largest) {
        Sum.Largest = Size;
        Sum.LargestCall = CB;
      }
    }
  return Sum;
}

const CallBase *WorkBudget::hopelessCall(const Region &R) {
  for (BasicBlock *BB : R.blocks())
    for (Instruction &I : *BB) {
      auto *CB = dyn_cast_or_null<CallBase>(AM.copyOf(&I));
      if (CB && R.contains(I) && AM.isHopeless(CB->getCalledFunction()))
        return CB;
    }
  return nullptr;
}

uint64_t WorkBudget::copySize(const Region &R, const Inlined &I) {
  return SaturatingAdd(I.All,
                       sizeOf(*cast<Function>(AM.copyOf(&R.function()))));
}

uint64_t WorkBudget::others() const {
  return std::min({AM.inlineLimit(), AM.left(),
                   FewRegions * AM.left() / (Regions * Regions)});
}

bool WorkBudget::isAmple(const Region &R) {
  return copySize(R, inlinedIn(R)) <= AM.left() / AmpleParts;
}

WorkBudget::Inlined WorkBudget::inlinedOf(const InlinedFunctions &Only) {
  Inlined Sum;
  for (const Function *F : Only)
    Sum.All += sizeOf(*F);
  return Sum;
}

std::optional<Refusal>
WorkBudget::take(const Region &R, const std::optional<InlinedFunctions> &Only) {
  if (const CallBase *CB = Only ? nullptr : hopelessCall(R))
    return Refusal(RemarkId::TooLarge, CB->getDebugLoc(), {calleeName(*CB)});
  Inlined I = Only ? inlinedOf(*Only) : inlinedIn(R);
  if (I.LargestCall && I.All > AM.inlineLimit())
    return Refusal(RemarkId::TooLarge, I.LargestCall->getDebugLoc(),
                   {calleeName(*I.LargestCall)});
  uint64_t Size = copySize(R, I);
  uint64_t Most = std::max(AM.left() / std::min(Regions, RegionParts),
                           std::min(AM.left(), SmallCopy));
  if (Size <= Most)
    return std::nullopt;
  return Refusal(RemarkId::MuchCode, R.location(),
                 {std::to_string(Size), std::to_string(Most)});
}

} // namespace foreslice
