//===- NearestOpens.cpp - the way from a loop to file opens ---------------===//
//
// See NearestOpens.h.
//
//===----------------------------------------------------------------------===//

#include "copy/NearestOpens.h"
#include "model/IOModel.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace foreslice {

static constexpr unsigned MostLevels = 5;

static bool opensFile(const CallBase &CB) {
  const IOCall *Call = lookupIOCall(CB);
  return Call && Call->isOpen() && Call->returnsHandle();
}

namespace {
/// Functions at one distance from the region, with callers from the distance
/// before.
using Level = MapVector<Function *, SmallVector<Function *, 2>>;
} // namespace

/// Adds the callee of I, in Caller, or in the region if Caller is null. True if
/// I opens a file.
static bool follow(Instruction &I, Function *Caller, Level &Next) {
  auto *CB = dyn_cast<CallBase>(&I);
  if (!CB)
    return false;
  Function *Callee = CB->getCalledFunction();
  if (Callee && !Callee->isDeclaration())
    Next[Callee].push_back(Caller);
  return opensFile(*CB);
}

/// The functions on ways through Levels to Opening, functions of the last
/// level.
static InlinedFunctions waysBack(ArrayRef<Level> Levels,
                                 SmallVector<Function *> Opening) {
  InlinedFunctions Result;
  for (const Level &L : reverse(Levels)) {
    SmallVector<Function *> Callers;
    for (Function *F : Opening)
      if (auto It = L.find(F); It != L.end()) {
        Result.insert(F);
        append_range(Callers, make_filter_range(It->second, [](Function *C) {
                       return C != nullptr;
                     }));
      }
    Opening = std::move(Callers);
  }
  return Result;
}

std::optional<InlinedFunctions> waysToOpens(AnalysisModule &AM,
                                            const Region &R) {
  SmallVector<Level, MostLevels> Levels(1);
  bool Opens = false;
  for (BasicBlock *Original : R.blocks())
    if (auto *BB = cast_or_null<BasicBlock>(AM.copyOf(Original)))
      for (Instruction &I : *BB)
        Opens |= follow(I, nullptr, Levels.back());
  if (Opens)
    return InlinedFunctions();
  SmallPtrSet<Function *, 32> Seen;
  while (Levels.size() <= MostLevels) {
    SmallVector<Function *> Opening;
    Level Next;
    for (auto &[F, Callers] : Levels.back()) {
      if (!Seen.insert(F).second || !AM.readers().accessesFiles(*F))
        continue;
      bool IsOpening = false;
      for (Instruction &I : instructions(*F))
        IsOpening |= follow(I, F, Next);
      if (IsOpening)
        Opening.push_back(F);
    }
    if (!Opening.empty())
      return waysBack(Levels, std::move(Opening));
    Levels.push_back(std::move(Next));
  }
  return std::nullopt;
}

} // namespace foreslice
