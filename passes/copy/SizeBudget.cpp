//===- SizeBudget.cpp - how much code the pass looks at -------------------===//
//
// See SizeBudget.h.
//
//===----------------------------------------------------------------------===//

#include "copy/SizeBudget.h"
#include "model/IOModel.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace foreslice {

/// Instructions in all working copies: of any source, and for each of its own.
static constexpr uint64_t CopiesOfAny = 20000, CopiesForEach = 8;
/// One of so many parts of what is left is little.
static constexpr uint64_t AmpleParts = 8;

SizeBudget::SizeBudget(AnalysisModule &AM)
    : AM(AM), Left(CopiesOfAny + CopiesForEach * AM.size()) {}

uint64_t SizeBudget::sizeOf(const Function &F) {
  auto [It, New] = Sizes.try_emplace(&F);
  if (New)
    It->second = F.getInstructionCount();
  return It->second;
}

/// Instructions that stand for CB where all that accesses files is inlined.
/// Recursive functions count once.
uint64_t SizeBudget::inlinedSize(const CallBase &CB) {
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

SizeBudget::Inlined SizeBudget::inlinedIn(const Region &R) {
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

uint64_t SizeBudget::copySize(const Region &R, const Inlined &I) {
  return SaturatingAdd(I.All,
                       sizeOf(*cast<Function>(AM.copyOf(&R.function()))));
}

bool SizeBudget::isAmple(const Region &R) {
  return copySize(R, inlinedIn(R)) <= Left / AmpleParts;
}

SizeBudget::Inlined SizeBudget::inlinedOf(const InlinedFunctions &Only) {
  Inlined Sum;
  for (const Function *F : Only)
    Sum.All += sizeOf(*F);
  return Sum;
}

std::optional<Refusal>
SizeBudget::take(const Region &R, const std::optional<InlinedFunctions> &Only) {
  Inlined I = Only ? inlinedOf(*Only) : inlinedIn(R);
  if (I.LargestCall && I.All > AM.inlineLimit())
    return Refusal(RemarkId::TooLarge, I.LargestCall->getDebugLoc(),
                   {calleeName(*I.LargestCall)});
  uint64_t Size = copySize(R, I);
  if (Size > Left)
    return Refusal(RemarkId::MuchCode, R.location(),
                   {std::to_string(Size), std::to_string(Left)});
  Left -= Size;
  AM.work().Copied += Size;
  return std::nullopt;
}

} // namespace foreslice
