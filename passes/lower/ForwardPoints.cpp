//===- ForwardPoints.cpp - where the main thread hands over values --------===//
//
// See ForwardPoints.h.
//
//===----------------------------------------------------------------------===//

#include "lower/ForwardPoints.h"
#include "lower/InlineCost.h"
#include "model/AbiFunctions.h"
#include "model/FortranNames.h"
#include "model/RandomDraws.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace foreslice {

/// The first place reached only after the return of Call.
static Instruction *placeBehind(CallBase &Call) {
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call)) {
    BasicBlock *Normal = Invoke->getNormalDest();
    if (!Normal->getSinglePredecessor())
      Normal = SplitEdge(Invoke->getParent(), Normal);
    return &*Normal->getFirstInsertionPt();
  }
  return Call.getNextNode();
}

/// The number that C's function has as Arg, as 8 bytes. Fortran passes the
/// number's address, and the call does not change the number.
static Value *numberPassed(IRBuilder<> &B, const CallBase &Call, unsigned Arg) {
  Value *Number = Call.getArgOperand(Arg);
  if (Number->getType()->isPointerTy()) {
    std::optional<std::string> Passed =
        passedInC(nameInC(Call.getCalledFunction()->getName()));
    bool IsWide = Passed && Passed->at(Arg) == 'o';
    Number = B.CreateLoad(IsWide ? B.getInt64Ty() : B.getInt32Ty(), Number);
  }
  return B.CreateSExtOrTrunc(Number, B.getInt64Ty());
}

static void emitForward(const ForwardSite &F, GlobalVariable &Region) {
  CallBase &Call = *F.Call;
  IRBuilder<> B(placeBehind(Call));
  B.SetCurrentDebugLocation(Call.getDebugLoc());
  Value *From, *Bytes = B.getInt64(F.Part.Bytes);
  unsigned Others = 0;
  if (F.Part.Arg < 0) {
    BasicBlock &Entry = Call.getFunction()->getEntryBlock();
    Value *Result =
        F.Part.Arg == ForwardedPart::First ? Call.getArgOperand(0) : &Call;
    // The handle of a file is as wide as any.
    if (F.Part.Bytes > Call.getDataLayout().getTypeStoreSize(Result->getType()))
      Result = B.CreateZExt(Result, B.getIntNTy(8 * F.Part.Bytes));
    From = IRBuilder<>(&Entry, Entry.begin()).CreateAlloca(Result->getType());
    B.CreateStore(Result, From);
    Others = 3; // store, address, a value loaded anew behind the call
  } else {
    From = Call.getArgOperand(F.Part.Arg);
  }
  if (F.Part.CountArg >= 0)
    Bytes = B.CreateMul(Bytes, numberPassed(B, Call, F.Part.CountArg));
  hideFromInliner(*callAbi(B,
                           F.Part.Guarded ? Abi::foreslice_forward_guarded
                                          : Abi::foreslice_forward,
                           {&Region, B.getInt32(F.Site), From, Bytes}),
                  Others);
}

/// Tells the run time about a random number drawn by the program.
static void emitDrawn(CallBase &Call, GlobalVariable &Region) {
  IRBuilder<> B(placeBehind(Call));
  B.SetCurrentDebugLocation(Call.getDebugLoc());
  Value *Bits = Call.getType()->isIntegerTy()
                    ? B.CreateSExtOrTrunc(&Call, B.getInt64Ty())
                    : B.CreateBitCast(&Call, B.getInt64Ty());
  hideFromInliner(*callAbi(B, Abi::foreslice_drew, {&Region, Bits}));
}

void emitForwards(const LoweredSlice &Slice, GlobalVariable &Region) {
  // The last forward is inserted first, so forwards end up in order.
  for (const ForwardSite &F : reverse(Slice.Forwards))
    emitForward(F, Region);
  for (CallBase *Call : Slice.Draws)
    if (drawnBy(*Call))
      emitDrawn(*Call, Region);
}

} // namespace foreslice
