//===- SliceCode.cpp - a slice under construction -------------------------===//
//
// See SliceCode.h.
//
//===----------------------------------------------------------------------===//

#include "lower/SliceCode.h"

#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace foreslice {

PacketField &SliceCode::addField(LiveInSource::KindTy Kind, Value *Source,
                                 uint64_t Size, uint64_t Align,
                                 uint64_t CopyBytes) {
  uint64_t Offset = alignTo(Result.PacketSize, Align);
  Result.PacketSize = Offset + Size;
  Result.Fields.push_back({Kind, Source, Offset, CopyBytes});
  return Result.Fields.back();
}

Value *SliceCode::addressOf(IRBuilder<> &B, const PacketField &Field) const {
  return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Result.Slice->getArg(0),
                                      Field.Offset);
}

AllocaInst *SliceCode::temporary(Type *T) const {
  IRBuilder<> B(Entry, Entry->begin());
  return B.CreateAlloca(T);
}

Value *SliceCode::handle(IRBuilder<> &B, Value *V) {
  return V->getType()->isPointerTy() ? B.CreatePtrToInt(V, B.getInt64Ty())
                                     : B.CreateZExtOrTrunc(V, B.getInt64Ty());
}

Value *SliceCode::wide(IRBuilder<> &B, Value *V) {
  return B.CreateSExtOrTrunc(V, B.getInt64Ty());
}

uint32_t SliceCode::forwardSite(CallBase &Original, const ForwardedPart &Part) {
  for (const ForwardSite &F : Result.Forwards)
    if (F.Call == &Original && F.Part.Arg == Part.Arg)
      return F.Site;
  uint32_t Site = Result.Forwards.size();
  Result.Forwards.push_back({&Original, Site, Part});
  return Site;
}

/// A scout does not wait: the result of an open is success.
void SliceCode::receive(CallBase &CB, CallBase &Original,
                        const ForwardedPart &Part) {
  if (Scout)
    return;
  IRBuilder<> B(&CB);
  bool IsResult = Part.Arg < 0;
  Value *To = IsResult ? temporary(CB.getType()) : CB.getArgOperand(Part.Arg);
  Value *Bytes = B.getInt64(Part.Bytes);
  if (Part.CountArg >= 0)
    Bytes = B.CreateMul(Bytes, wide(B, CB.getArgOperand(Part.CountArg)));
  callAbi(B, Abi::foreslice_slice_receive,
          {B.getInt32(forwardSite(Original, Part)), To, Bytes});
  if (IsResult)
    CB.replaceAllUsesWith(B.CreateLoad(CB.getType(), To));
}

bool SliceCode::isOwn(const Value *Pointer) const {
  const Value *Base = getUnderlyingObject(Pointer, 0);
  auto *GV = dyn_cast<GlobalVariable>(Base);
  auto *CB = dyn_cast<CallBase>(Base);
  return isa<AllocaInst>(Base) || (GV && GV->isConstant()) ||
         Base == Result.Slice->getArg(0) || (CB && isSliceAllocation(*CB));
}

Value *SliceCode::sizeOf(IRBuilder<> &B, Value *Object) const {
  if (auto *A = dyn_cast<AllocaInst>(Object))
    return B.getInt64(A->getAllocationSize(DL)->getFixedValue());
  return allocatedBytes(*cast<CallBase>(Object));
}

Value *SliceCode::room(IRBuilder<> &B, Value *Pointer) const {
  Value *Object = getUnderlyingObject(Pointer, 0);
  Value *Size = sizeOf(B, Object);
  Value *Address = B.CreateSub(B.CreatePtrToInt(Pointer, B.getInt64Ty()),
                               B.CreatePtrToInt(Object, B.getInt64Ty()));
  return B.CreateBinaryIntrinsic(Intrinsic::usub_sat, Size, Address);
}

} // namespace foreslice
