//===- TextReads.cpp - the reads of text in a slice -----------------------===//
//
// The slice reads text itself, at its own position. Where a loop does nothing
// but read up to the end of a file, the slice has the rest posted at once and
// goes on behind the loop.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/PosixLowering.h"
#include "lower/TextLowering.h"
#include "model/PureCalls.h"

using namespace llvm;

namespace foreslice {

/// fscanf() writes to memory of the slice's own, which is copied from there by
/// the rules of the slice's other stores.
Value *PosixLowering::lowerFields(IRBuilder<> &B, CallBase &CB,
                                  const IOCall &Call, CallRole As) {
  bool NeedsData = As == CallRole::NeedsData;
  const auto Fields = *fieldsOf(CB);
  auto *T = ArrayType::get(B.getPtrTy(), Fields.size());
  AllocaInst *Places = Slice.temporary(T);
  SmallVector<AllocaInst *> Own;
  for (auto [I, W] : enumerate(Fields)) {
    AllocaInst *Field = Slice.temporary(ArrayType::get(B.getInt8Ty(), W.Bytes));
    Field->setAlignment(Align(16));
    if (NeedsData && W.Keeps)
      B.CreateMemCpy(Field, MaybeAlign(16), CB.getArgOperand(W.Arg),
                     MaybeAlign(), W.Bytes);
    else
      B.CreateStore(B.getInt8(0), Field);
    B.CreateStore(Field, B.CreateConstInBoundsGEP2_64(T, Places, 0, I));
    Own.push_back(Field);
  }
  Value *Read =
      callAbi(B, Abi::foreslice_slice_posix_fields,
              {Slice.handle(B, Call.argument(CB, Role::File)),
               TextLowering::boundFormat(CB, Call.position(Role::Format)),
               Places, B.getInt32(Fields.size())});
  if (!NeedsData)
    return Read;
  for (auto [Field, W] : zip(Own, Fields)) {
    Value *To = CB.getArgOperand(W.Arg);
    if (W.IsText)
      TextLowering(Slice).storeText(B, To, Field, W.Bytes);
    else
      B.CreateMemCpy(To, MaybeAlign(), Field, MaybeAlign(16), W.Bytes);
  }
  return Read;
}

void PosixLowering::lowerTextRead(CallBase &CB, const IOCall &Call,
                                  CallRole As) {
  IRBuilder<> B(&CB);
  bool NeedsData = As == CallRole::NeedsData;
  Value *File = Slice.handle(B, Call.argument(CB, Role::File));
  auto Text = [&](Value *Limit, Value *Delimiter, Value *Buffer) {
    return callAbi(B, Abi::foreslice_slice_posix_text,
                   {File, Limit, Delimiter, Buffer});
  };
  Value *Newline = B.getInt32('\n'),
        *Nowhere = ConstantPointerNull::get(B.getPtrTy());
  Value *None = B.getInt64(-1), *Gives = nullptr;
  if (ToEnd.contains(&CB)) {
    callAbi(B, Abi::foreslice_slice_posix_rest, {File});
    Gives = CB.getType()->isPointerTy() ? B.getInt64(0) : None;
  } else if (Call.Kind == IOKind::ReadLine) {
    // The line and its 0. Only whether there is one is asked for.
    Value *Limit = B.CreateSub(Slice.wide(B, Call.argument(CB, Role::Count)),
                               B.getInt64(1));
    Gives = Text(Limit, Newline,
                 NeedsData ? Call.argument(CB, Role::Buffer) : Nowhere);
  } else if (Call.Kind == IOKind::ReadDelimited) {
    Value *Delimiter = Call.has(Role::Delimiter)
                           ? Call.argument(CB, Role::Delimiter)
                           : Newline;
    if (NeedsData) {
      Gives = callAbi(B, Abi::foreslice_slice_posix_line,
                      {File, Delimiter, Call.argument(CB, Role::Line),
                       Call.argument(CB, Role::LineSize)});
    } else {
      Value *Bytes = Text(B.getInt64(INT64_MAX), Delimiter, Nowhere);
      Gives = B.CreateSelect(B.CreateIsNull(Bytes), None, Bytes);
    }
  } else if (Call.Kind == IOKind::ReadCharacter) {
    Gives = callAbi(B, Abi::foreslice_slice_posix_character, {File});
  } else {
    Gives = lowerFields(B, CB, Call, As);
  }
  if (!CB.use_empty())
    CB.replaceAllUsesWith(CB.getType()->isPointerTy()
                              ? B.CreateIntToPtr(Gives, CB.getType())
                              : B.CreateSExtOrTrunc(Gives, CB.getType()));
  CB.eraseFromParent();
}

} // namespace foreslice
