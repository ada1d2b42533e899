//===- TextReads.cpp - the reads of text in a slice -----------------------===//
//
// The slice reads text, at its own position. For a loop that only reads up to
// the end of a file, the slice has the rest posted at once and goes on behind
// the loop.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/PosixLowering.h"
#include "lower/TextLowering.h"
#include "model/PureCalls.h"

using namespace llvm;

namespace foreslice {

/// fscanf() writes to memory of the slice. The data are copied from there like
/// other stores of the slice.
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
  Value *Format = TextLowering::boundFormat(CB, Call.position(Role::Format));
  Value *Read = access(B, {Call, As},
                       {.File = Slice.handle(B, Call.argument(CB, Role::File)),
                        .Count = B.getInt64(Fields.size()),
                        .Type = B.CreatePtrToInt(Format, B.getInt64Ty()),
                        .Buffer = Places});
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
  AccessOperands Operands = {.File =
                                 Slice.handle(B, Call.argument(CB, Role::File)),
                             .Type = B.getInt64('\n')};
  Value *Gives = nullptr;
  if (ToEnd.contains(&CB)) {
    access(B, {.Call = Call, .Kind = FORESLICE_REST}, Operands);
    Gives = B.getInt64(CB.getType()->isPointerTy() ? 0 : -1);
  } else if (Call.Kind == IOKind::ReadLine) {
    // The line and the 0. The result only says whether there is a line.
    Operands.Count = B.CreateSub(Slice.wide(B, Call.argument(CB, Role::Count)),
                                 B.getInt64(1));
    if (NeedsData)
      Operands.Buffer = Call.argument(CB, Role::Buffer);
    Gives = access(B, {Call, As}, Operands);
  } else if (Call.Kind == IOKind::ReadDelimited) {
    if (Call.has(Role::Delimiter))
      Operands.Type = Slice.wide(B, Call.argument(CB, Role::Delimiter));
    if (NeedsData) {
      Operands.Buffer = Call.argument(CB, Role::Line);
      Operands.Place =
          B.CreatePtrToInt(Call.argument(CB, Role::LineSize), B.getInt64Ty());
    }
    Gives = access(B, {Call, As}, Operands);
  } else if (Call.Kind == IOKind::ReadCharacter) {
    Gives = access(B, {Call, As}, Operands);
  } else {
    Gives = lowerFields(B, CB, Call, As);
  }
  replaceCall(B, CB, Gives);
}

} // namespace foreslice
