//===- FortranConstants.cpp - constants as compiled by flang --------------===//
//
// See FortranConstants.h.
//
//===----------------------------------------------------------------------===//

#include "copy/FortranConstants.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace foreslice {

void trustFortransConstants(Module &Copy) {
  for (GlobalVariable &GV : Copy.globals())
    if (GV.isConstant() && GV.hasInitializer() && GV.hasLinkOnceLinkage())
      GV.setLinkage(GlobalValue::LinkOnceODRLinkage);
}

bool isDescription(const Type *T) {
  // The address, the bytes of an element, a version, and four small numbers.
  constexpr unsigned Parts = 7;
  auto *S = dyn_cast<StructType>(T);
  return S && S->isLiteral() && S->getNumElements() >= Parts &&
         S->getElementType(0)->isPointerTy() &&
         S->getElementType(1)->isIntegerTy(64) &&
         S->getElementType(2)->isIntegerTy(32) &&
         all_of(seq(3u, Parts), [&](unsigned I) {
           return S->getElementType(I)->isIntegerTy(8);
         });
}

bool isConstantText(const Value *Text, StringRef &Constant) {
  if (getConstantStringInfo(Text, Constant, /*TrimAtNul=*/false))
    return true;
  if (!isa<AllocaInst>(Text))
    return false;
  unsigned Written = 0;
  bool Known = false;
  for (const User *U : Text->users()) {
    if (auto *Copy = dyn_cast<MemTransferInst>(U);
        Copy && Copy->getDest() == Text) {
      ++Written;
      Known = getConstantStringInfo(Copy->getSource(), Constant,
                                    /*TrimAtNul=*/false);
    } else if (auto *Store = dyn_cast<StoreInst>(U)) {
      ++Written;
      auto *Array = dyn_cast<ConstantDataArray>(Store->getValueOperand());
      Known = Array && Array->isString();
      Constant = Known ? Array->getAsString() : "";
    }
  }
  return Known && Written == 1;
}

} // namespace foreslice
