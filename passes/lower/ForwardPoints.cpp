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

#include "foreslice/abi.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
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

/// Loads what other threads may change.
static Value *loadShared(IRBuilder<> &B, Type *T, Value *Place) {
  LoadInst *Number = B.CreateLoad(T, Place);
  Number->setAtomic(AtomicOrdering::Monotonic);
  return Number;
}

/// Has the code at Point run only if Condition holds, as it seldom does.
static Instruction *onlyIf(Value *Condition, Instruction *Point) {
  return SplitBlockAndInsertIfThen(
      Condition, Point->getIterator(), /*Unreachable=*/false,
      MDBuilder(Point->getContext()).createUnlikelyBranchWeights());
}

/// The place of a forward at Point: reached only while a slice of the region
/// may want values. The program may forward a value for each character.
static Instruction *whereHeard(Instruction *Point, GlobalVariable &Region) {
  IRBuilder<> B(Point);
  B.SetCurrentDebugLocation(Point->getDebugLoc());
  Value *State = loadShared(
      B, B.getPtrTy(),
      B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), &Region,
                                   offsetof(foreslice_region, state)));
  Instruction *Known = onlyIf(B.CreateIsNotNull(State), Point);
  B.SetInsertPoint(Known);
  static_assert(offsetof(foreslice_region_state, listeners) == 0);
  return onlyIf(B.CreateIsNotNull(loadShared(B, B.getInt32Ty(), State)), Known);
}

static void emitForward(const ForwardSite &F, GlobalVariable &Region) {
  CallBase &Call = *F.Call;
  const bool SplitsOnlyBlock = Call.getFunction()->size() == 1;
  IRBuilder<> B(whereHeard(placeBehind(Call), Region));
  B.SetCurrentDebugLocation(Call.getDebugLoc());
  Value *From, *Bytes = B.getInt64(F.Part.Bytes);
  unsigned Others = 6; // the look at who listens
  if (F.Part.Arg < 0) {
    BasicBlock &Entry = Call.getFunction()->getEntryBlock();
    Value *Result =
        F.Part.Arg == ForwardedPart::First ? Call.getArgOperand(0) : &Call;
    // The handle of a file is as wide as any.
    if (F.Part.Bytes > Call.getDataLayout().getTypeStoreSize(Result->getType()))
      Result = B.CreateZExt(Result, B.getIntNTy(8 * F.Part.Bytes));
    From = IRBuilder<>(&Entry, Entry.begin()).CreateAlloca(Result->getType());
    B.CreateStore(Result, From);
    Others += 3; // store, address, a value loaded anew behind the call
  } else {
    From = Call.getArgOperand(F.Part.Arg);
  }
  if (F.Part.CountArg >= 0)
    Bytes = B.CreateMul(Bytes, numberPassed(B, Call, F.Part.CountArg));
  hideFromInliner(*callAbi(B,
                           F.Part.Guarded ? Abi::foreslice_forward_guarded
                                          : Abi::foreslice_forward,
                           {&Region, B.getInt32(F.Site), From, Bytes}),
                  Others, SplitsOnlyBlock);
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
