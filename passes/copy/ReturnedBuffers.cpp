//===- ReturnedBuffers.cpp - calls with an argument as the result ---------===//
//
// See ReturnedBuffers.h.
//
//===----------------------------------------------------------------------===//

#include "copy/ReturnedBuffers.h"

#include "model/IOModel.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace foreslice {

static bool asksForLine(const User *U) {
  auto *Compare = dyn_cast<ICmpInst>(U);
  return Compare && Compare->isEquality() &&
         isa<ConstantPointerNull>(Compare->getOperand(1));
}

static void nameBuffer(CallInst &Line, const IOCall &Call) {
  SmallVector<Use *> Uses;
  for (Use &U : Line.uses())
    if (!asksForLine(U.getUser()))
      Uses.push_back(&U);
  if (Uses.empty())
    return;
  IRBuilder<> B(Line.getNextNode());
  Value *Buffer = B.CreateSelect(B.CreateIsNotNull(&Line),
                                 Call.argument(Line, Role::Buffer),
                                 Constant::getNullValue(Line.getType()));
  for (Use *U : Uses)
    U->set(Buffer);
}

void nameReturnedBuffers(Module &Copy) {
  for (Function &F : Copy)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *CB = dyn_cast<CallInst>(&I);
      const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
      if (Call && Call->Kind == IOKind::ReadLine)
        nameBuffer(*CB, *Call);
    }
}

} // namespace foreslice
