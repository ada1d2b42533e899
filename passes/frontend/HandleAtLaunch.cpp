//===- HandleAtLaunch.cpp - numbers by which libraries know files ---------===//
//
// See HandleAtLaunch.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/HandleAtLaunch.h"
#include "slice/Slicing.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace foreslice {

std::optional<FileAtLaunch> handleAtLaunch(const CallBase &Step,
                                           const IOCall &Call,
                                           const WorkingCopy &Copy,
                                           const FileAtLaunch &All) {
  Value *Handle = Call.argument(Step, Role::File);
  if (Slicer::liveInIndex(Copy, Handle) >= 0)
    return FileAtLaunch(Handle, std::nullopt);
  if (isa<ConstantInt>(Handle) || isa<CallBase>(Handle))
    return std::nullopt;
  if (auto *Load = dyn_cast<LoadInst>(Handle)) {
    const DataLayout &DL = Step.getDataLayout();
    APInt Offset(DL.getIndexTypeSizeInBits(Load->getPointerOperandType()), 0);
    Value *Base = Load->getPointerOperand()->stripAndAccumulateConstantOffsets(
        DL, Offset, /*AllowNonInbounds=*/true);
    int Index = Slicer::liveInIndex(Copy, Base);
    if (isa<GlobalVariable>(Base) ||
        (Index >= 0 && !Copy.sources()[Index].Empty))
      return FileAtLaunch(Base, Offset.getSExtValue());
  }
  return Call.isRead() ? std::optional(All) : std::nullopt;
}

void callToAsk(IRBuilderBase &B, StringRef Name, Value *Object) {
  Module &M = *B.GetInsertBlock()->getModule();
  FunctionCallee Ask = M.getOrInsertFunction(Name, B.getVoidTy(), B.getPtrTy());
  cast<Function>(Ask.getCallee())->setLinkage(GlobalValue::ExternalWeakLinkage);
  B.CreateCall(Ask, {Object});
}

} // namespace foreslice
