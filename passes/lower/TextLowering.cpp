//===- TextLowering.cpp - text written by a slice -------------------------===//
//
// See TextLowering.h. A slice writes text, such as the names of files, with the
// functions of the C library, within bounds.
//
//===----------------------------------------------------------------------===//

#include "lower/TextLowering.h"
#include "model/PureCalls.h"
#include "model/ScanFormat.h"

#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace foreslice {

Value *TextLowering::boundFormat(CallBase &CB, unsigned Arg) {
  StringRef Format;
  getConstantStringInfo(CB.getArgOperand(Arg), Format);
  return IRBuilder<>(&CB).CreateGlobalString(
      boundedFormat(Format, MaxFieldText));
}

void TextLowering::storeText(IRBuilder<> &B, Value *To, Value *Text,
                             uint64_t Room) {
  Value *Bytes =
      B.CreateAdd(stringLength(B, Text, B.getInt64(Room - 1)), B.getInt64(1));
  if (Slice.isOwn(To))
    B.CreateMemCpy(To, MaybeAlign(), Text, MaybeAlign(16), Bytes);
  else
    callAbi(B, Abi::foreslice_slice_store, {To, Text, Bytes});
}

/// Writes text for shared memory into a private buffer, and stores from there;
/// the text is limited to the length of a file's name.
void TextLowering::makeStringElsewhere(CallBase &CB, const StringCall &Call) {
  Value *To = Call.to(CB);
  auto *Text = Slice.temporary(
      ArrayType::get(Type::getInt8Ty(Slice.Ctx), FORESLICE_MAX_NAME));
  CB.setArgOperand(Call.To, Text);
  IRBuilder<> B(CB.getNextNode());
  Value *Bytes = B.CreateAdd(
      stringLength(B, Text, B.getInt64(FORESLICE_MAX_NAME - 1)), B.getInt64(1));
  if (Call.How == StringHow::CopyAndFill)
    Bytes = B.CreateBinaryIntrinsic(Intrinsic::umin, Call.limit(CB),
                                    B.getInt64(FORESLICE_MAX_NAME));
  callAbi(B, Abi::foreslice_slice_store, {To, Text, Bytes});
  if (CB.getType()->isPointerTy())
    CB.replaceAllUsesWith(To);
}

/// Most bytes in the copy of a text in renamed memory for a library function.
static constexpr uint64_t MaxText = 1024;

void TextLowering::copyText(CallBase &CB, unsigned Arg) {
  Value *From = CB.getArgOperand(Arg);
  auto *Text =
      Slice.temporary(ArrayType::get(Type::getInt8Ty(Slice.Ctx), MaxText));
  IRBuilder<> B(&CB);
  if (std::optional<unsigned> Length = lengthArgument(CB)) {
    Value *Bytes = B.CreateBinaryIntrinsic(
        Intrinsic::umin, CB.getArgOperand(*Length), B.getInt64(MaxText));
    CB.setArgOperand(*Length, Bytes);
    callAbi(B, Abi::foreslice_slice_load, {Text, From, Bytes});
  } else {
    callAbi(B, Abi::foreslice_slice_load_text,
            {Text, From, B.getInt64(MaxText)});
  }
  CB.setArgOperand(Arg, Text);
  if (leadsIntoText(CB))
    CopiedTexts[&CB] = {From, Text};
  if (!CB.getType()->isPointerTy() || lookupStringCall(CB))
    return;
  auto Uses = llvm::to_vector(make_pointer_range(CB.uses()));
  B.SetInsertPoint(CB.getNextNode());
  Value *OwnValue = inText(B, &CB, {From, Text});
  for (Use *U : Uses)
    U->set(OwnValue);
}

/// Address, or, for an address in the copy of a text, the place in the text.
Value *TextLowering::inText(IRBuilder<> &B, Value *Address, CopiedText Text) {
  Value *Pointer = B.CreateSub(B.CreatePtrToInt(Address, B.getInt64Ty()),
                               B.CreatePtrToInt(Text.Copy, B.getInt64Ty()));
  return B.CreateSelect(B.CreateICmpULT(Pointer, B.getInt64(MaxText)),
                        B.CreatePtrAdd(Text.Original, Pointer), Address);
}

void TextLowering::leadIntoText(IRBuilder<> &B, const CallBase &CB,
                                Value *Pointer) const {
  auto Text = CopiedTexts.find(&CB);
  if (Text != CopiedTexts.end())
    B.CreateStore(inText(B, B.CreateLoad(B.getPtrTy(), Pointer), Text->second),
                  Pointer);
}

Value *TextLowering::stringLength(IRBuilder<> &B, Value *Text, Value *Most) {
  CallInst *Length =
      B.CreateCall(Slice.M.getOrInsertFunction("strnlen", B.getInt64Ty(),
                                               B.getPtrTy(), B.getInt64Ty()),
                   {Text, Most});
  Length->setMemoryEffects(MemoryEffects::argMemOnly(ModRefInfo::Ref));
  Length->setDoesNotThrow();
  return Length;
}

/// Bounds text of any length to the destination.
void TextLowering::lowerString(CallBase &CB, const StringCall &Call) {
  if (!Slice.isOwn(Call.to(CB)))
    makeStringElsewhere(CB, Call);
  IRBuilder<> B(&CB);
  Type *I64 = B.getInt64Ty();
  Value *To = Call.to(CB), *Room = Slice.room(B, To);
  auto Print = [&](Value *Pointer, Value *Most, ArrayRef<Value *> Rest) {
    FunctionCallee F = Slice.M.getOrInsertFunction(
        "snprintf",
        FunctionType::get(B.getInt32Ty(), {B.getPtrTy(), I64, B.getPtrTy()},
                          /*isVarArg=*/true));
    SmallVector<Value *> Args = {Pointer, Most};
    append_range(Args, Rest);
    CallInst *New = B.CreateCall(F, Args);
    New->setDoesNotThrow();
    return New;
  };
  if (Call.hasLimit()) {
    CB.setArgOperand(Call.Limit, B.CreateBinaryIntrinsic(Intrinsic::umin,
                                                         Call.limit(CB), Room));
    return;
  }
  if (Call.How == StringHow::Print) {
    SmallVector<Value *> Rest(drop_begin(CB.args(), Call.From));
    CB.replaceAllUsesWith(Print(To, Room, Rest));
  } else {
    Value *Address = To;
    if (Call.How == StringHow::Append) {
      Value *Length = stringLength(B, To, Room);
      Address = B.CreatePtrAdd(To, Length);
      Room = B.CreateSub(Room, Length);
    }
    Print(Address, Room, {B.CreateGlobalString("%s"), Call.from(CB)});
    CB.replaceAllUsesWith(To);
  }
  CB.eraseFromParent();
}

} // namespace foreslice
