//===- LibraryLowering.cpp - library functions in a slice -----------------===//
//
// See LibraryLowering.h.
//
//===----------------------------------------------------------------------===//

#include "lower/LibraryLowering.h"
#include "model/PureCalls.h"
#include "model/RandomDraws.h"

#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace foreslice {

void LibraryLowering::lowerAllocation(CallBase &CB, const Allocation &Memory) {
  IRBuilder<> B(&CB);
  Value *Size = B.CreateZExtOrTrunc(Memory.size(CB), B.getInt64Ty());
  if (Value *Times = Memory.times(CB))
    Size = B.CreateMul(Size, B.CreateZExtOrTrunc(Times, B.getInt64Ty()));
  CB.replaceAllUsesWith(callAbi(B, Abi::foreslice_slice_alloc, {Size}));
  CB.eraseFromParent();
}

/// Memory is from an allocation already lowered to the run time.
void LibraryLowering::lowerDeallocation(CallBase &CB, Value *Memory) {
  auto *From = cast<CallBase>(getUnderlyingObject(Memory, 0));
  IRBuilder<> B(&CB);
  callAbi(B, Abi::foreslice_slice_free, {Memory, allocatedBytes(*From)});
  CB.eraseFromParent();
}

/// A library function writes through an argument into a temporary, copied from
/// there by the rules of the slice's other stores.
void LibraryLowering::lowerComputation(CallBase &CB) {
  const auto Written = computationOf(CB);
  if (std::optional<unsigned> Format = scannedFormat(CB))
    CB.setArgOperand(*Format, TextLowering::boundFormat(CB, *Format));
  for (const WrittenArgument &W : *Written) {
    Value *To = CB.getArgOperand(W.Arg);
    AllocaInst *OwnSlot =
        Slice.temporary(ArrayType::get(Type::getInt8Ty(Slice.Ctx), W.Bytes));
    OwnSlot->setAlignment(Align(16));
    if (W.Keeps)
      IRBuilder<>(&CB).CreateMemCpy(OwnSlot, MaybeAlign(16), To, MaybeAlign(),
                                    W.Bytes);
    CB.setArgOperand(W.Arg, OwnSlot);
    IRBuilder<> B(CB.getNextNode());
    if (W.IsText) {
      IRBuilder<>(&CB).CreateStore(B.getInt8(0), OwnSlot);
      Texts.storeText(B, To, OwnSlot, W.Bytes);
      continue;
    }
    if (leadsIntoText(CB) == W.Arg)
      Texts.leadIntoText(B, CB, OwnSlot);
    B.CreateMemCpy(To, MaybeAlign(), OwnSlot, MaybeAlign(16), W.Bytes);
  }
}

/// A slice has a private errno, never set by a function.
void LibraryLowering::lowerErrno(CallBase &CB) {
  if (!Errno) {
    Errno = Slice.temporary(Type::getInt32Ty(Slice.Ctx));
    IRBuilder<>(Errno->getNextNode())
        .CreateStore(Constant::getNullValue(Type::getInt32Ty(Slice.Ctx)),
                     Errno);
  }
  CB.replaceAllUsesWith(Errno);
  CB.eraseFromParent();
}

/// Random numbers come from the slice's copy of the program's generators.
void LibraryLowering::lowerDraw(CallBase &CB) {
  IRBuilder<> B(&CB);
  if (std::optional<int32_t> Generator = seededBy(CB)) {
    Value *Seed = B.CreateZExtOrTrunc(CB.getArgOperand(0), B.getInt64Ty());
    callAbi(B, Abi::foreslice_slice_seed, {B.getInt32(*Generator), Seed});
  } else {
    Value *Drawn =
        callAbi(B, Abi::foreslice_slice_draw, {B.getInt32(*drawnBy(CB))});
    CB.replaceAllUsesWith(CB.getType()->isIntegerTy()
                              ? B.CreateTruncOrBitCast(Drawn, CB.getType())
                              : B.CreateBitCast(Drawn, CB.getType()));
  }
  CB.eraseFromParent();
}

/// The calls of Calls that free memory, with the number of the memory's
/// argument.
static SmallVector<std::pair<CallBase *, unsigned>>
findDeallocations(ArrayRef<CallBase *> Calls) {
  SmallVector<std::pair<CallBase *, unsigned>> Found;
  for (CallBase *CB : Calls)
    if (Value *Memory = freedMemory(*CB))
      for (unsigned I = 0; I < CB->arg_size(); ++I)
        if (CB->getArgOperand(I) == Memory) {
          Found.emplace_back(CB, I);
          break;
        }
  return Found;
}

void LibraryLowering::prepare(ArrayRef<CallBase *> Calls) {
  for (auto &[CB, Args] : Slice.Plan.RenamedTexts)
    if (auto *Own = dyn_cast_or_null<CallBase>(Slice.VMap.lookup(CB)))
      for (unsigned Arg : Args)
        Texts.copyText(*Own, Arg);
  // Before allocations become the run time's: some deallocations are known by
  // the allocation.
  Deallocations = findDeallocations(Calls);
}

void LibraryLowering::lower(CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  if (const Allocation *Memory = lookupAllocation(CB))
    lowerAllocation(CB, *Memory);
  else if (const StringCall *Text = lookupStringCall(CB))
    Strings.emplace_back(&CB, Text);
  else if (F && isErrnoAddress(*F))
    lowerErrno(CB);
  else if (drawnBy(CB) || seededBy(CB))
    lowerDraw(CB);
  else if (computationOf(CB))
    lowerComputation(CB);
}

void LibraryLowering::finish() {
  for (auto [CB, Text] : Strings)
    Texts.lowerString(*CB, *Text);
  for (auto [CB, Memory] : Deallocations)
    lowerDeallocation(*CB, CB->getArgOperand(Memory));
}

} // namespace foreslice
