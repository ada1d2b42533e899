//===- MemoryAddresses.cpp - where addresses are held ---------------------===//
//
// The part of MemoryModel for addresses: objects compared by address, objects
// that memory leads to, and objects within reach of a function.
//
//===----------------------------------------------------------------------===//

#include "slice/MemoryModel.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace foreslice {

bool MemoryModel::isCompared(const Value *Object) {
  if (!ComparedObjects) {
    ComparedObjects.emplace();
    for (const BasicBlock *BB : Copy.region())
      for (const Instruction &I : *BB)
        if (auto *Compare = dyn_cast<ICmpInst>(&I);
            Compare && Compare->getOperand(0)->getType()->isPointerTy())
          for (unsigned Side : {0u, 1u})
            noteCompared(Compare->getOperand(Side),
                         Compare->getOperand(1 - Side));
  }
  return ComparedObjects->contains(Object);
}

void MemoryModel::noteCompared(const Value *Address, const Value *Other) {
  ArrayRef<const Value *> Mine = roots(Address);
  bool Elsewhere = any_of(roots(Other), [&](const Value *Root) {
    return !isa<ConstantPointerNull>(Root) && !is_contained(Mine, Root);
  });
  if (Elsewhere)
    ComparedObjects->insert(Mine.begin(), Mine.end());
}

bool MemoryModel::isPointedTo(const Value *Object) {
  if (!PointedTo) {
    PointedTo.emplace();
    auto Note = [&](const Value *V) {
      if (V->getType()->isPointerTy())
        PointedTo->insert_range(roots(V));
    };
    for (const Instruction &I : instructions(Copy.function())) {
      if (auto *Store = dyn_cast<StoreInst>(&I))
        Note(Store->getValueOperand());
      auto *CB = dyn_cast<CallBase>(&I);
      const Function *Callee = CB ? CB->getCalledFunction() : nullptr;
      if (Callee && !Callee->isDeclaration())
        for (unsigned Arg = 0; Arg < CB->arg_size(); ++Arg)
          if (!CB->doesNotCapture(Arg))
            Note(CB->getArgOperand(Arg));
    }
  }
  return PointedTo->contains(Object);
}

/// Whether CB's callee, with a visible body, may reach the object of Pointer:
/// from an argument or a global variable named in the callee, by any number of
/// pointers.
bool MemoryModel::mayReach(const CallBase &CB, const Value *Pointer) {
  ObjectSet From;
  for (const Value *Arg : CB.args())
    if (Arg->getType()->isPointerTy())
      for (ObjectId Id : objects(Arg))
        From.insert(Id);
  if (From.contains(AnyObject))
    return true;
  NamedGlobals &Named = Copy.analysisModule().namedGlobals();
  SmallPtrSet<const Value *, 8> Seen;
  SmallVector<const Value *> Worklist = {Pointer};
  while (!Worklist.empty())
    for (const Value *Root : roots(Worklist.pop_back_val())) {
      if (!Seen.insert(Root).second)
        continue;
      ObjectId Id = objectOf(Root);
      auto *GV = dyn_cast<GlobalVariable>(Root);
      if (Id == AnyObject || From.contains(Id) || isPointedTo(Root) ||
          (GV && Named.mayName(*CB.getCalledFunction(), *GV)))
        return true;
      if (auto *Load = dyn_cast<LoadInst>(Root))
        Worklist.push_back(Load->getPointerOperand());
    }
  return false;
}

} // namespace foreslice
