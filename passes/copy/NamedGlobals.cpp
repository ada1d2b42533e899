//===- NamedGlobals.cpp - the global variables named by functions ---------===//
//
// See NamedGlobals.h.
//
//===----------------------------------------------------------------------===//

#include "copy/NamedGlobals.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace foreslice {

const NamedGlobals::Names &NamedGlobals::namesOf(const Function &F) {
  auto [It, New] = OwnMap.try_emplace(&F);
  Names &N = It->second;
  if (!New)
    return N;
  SmallPtrSet<const Constant *, 16> Seen;
  SmallVector<const Constant *> Worklist;
  auto AddOperands = [&](const User &U) {
    for (const Value *Op : U.operands())
      if (auto *C = dyn_cast<Constant>(Op); C && Seen.insert(C).second)
        Worklist.push_back(C);
  };
  for (const Instruction &I : instructions(F)) {
    AddOperands(I);
    auto *CB = dyn_cast<CallBase>(&I);
    N.CallsByPointer |= CB && !CB->getCalledFunction();
  }
  while (!Worklist.empty()) {
    const Constant *C = Worklist.pop_back_val();
    auto *GV = dyn_cast<GlobalVariable>(C);
    if (auto *Callee = dyn_cast<Function>(C))
      N.Callees.insert(Callee);
    else if (GV && !GV->isConstant())
      N.Variables.insert(GV);
    else if (!GV || GV->hasInitializer())
      AddOperands(*C);
  }
  return N;
}

const NamedGlobals::Reach &NamedGlobals::reachOf(const Function &F) {
  auto [It, New] = Reaches.try_emplace(&F);
  Reach &R = It->second;
  if (!New)
    return R;
  SmallPtrSet<const Function *, 16> Seen = {&F};
  SmallVector<const Function *> Worklist = {&F};
  while (!Worklist.empty()) {
    const Names &N = namesOf(*Worklist.pop_back_val());
    R.Variables.insert_range(N.Variables);
    R.Anything |= N.CallsByPointer;
    for (const Function *Callee : N.Callees)
      if (Seen.insert(Callee).second)
        Worklist.push_back(Callee);
  }
  return R;
}

bool NamedGlobals::mayName(const Function &F, const GlobalVariable &GV) {
  const Reach &R = reachOf(F);
  return R.Anything || R.Variables.contains(&GV);
}

} // namespace foreslice
