//===- FortranUnit.cpp - facts of the launch about a unit of Fortran ------===//
//
// See FortranUnit.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/fortran/FortranUnit.h"

#include "foreslice/abi.h"

#include "llvm/IR/Module.h"

#include <cstddef>

using namespace llvm;

namespace foreslice {

static constexpr char HelperName[] = "foreslice.fortran.unit";

/// flang's number of a word of INQUIRE.
static uint64_t keyword(StringRef Word) {
  uint64_t Number = 1;
  for (char C : Word)
    Number = 26 * Number + static_cast<uint64_t>(C - 'A');
  return Number;
}

namespace {

/// The calls of an INQUIRE statement.
class Inquiry {
public:
  Inquiry(IRBuilderBase &B, Value *To) : B(B), To(To) {
    Value *Unit = B.CreateLoad(B.getInt32Ty(),
                               place(offsetof(foreslice_fortran_unit, unit)));
    Cookie =
        call("BeginInquireUnit", B.getPtrTy(),
             {Unit, ConstantPointerNull::get(B.getPtrTy()), B.getInt32(0)});
    // Whatever is wrong is no error of the program's.
    Value *Yes = B.getTrue(), *No = B.getFalse();
    call("EnableHandlers", B.getVoidTy(), {Cookie, Yes, No, No, No, No});
  }
  void flag(StringRef Word, size_t Offset) {
    call("InquireLogical", B.getInt1Ty(),
         {Cookie, B.getInt64(keyword(Word)), place(Offset)});
  }
  void number(StringRef Word, size_t Offset) {
    call("InquireInteger64", B.getInt1Ty(),
         {Cookie, B.getInt64(keyword(Word)), place(Offset),
          B.getInt32(sizeof(int64_t))});
  }
  void text(StringRef Word, size_t Offset, size_t Bytes) {
    call("InquireCharacter", B.getInt1Ty(),
         {Cookie, B.getInt64(keyword(Word)), place(Offset), B.getInt64(Bytes)});
  }
  void end() { call("EndIoStatement", B.getInt32Ty(), {Cookie}); }

private:
  Value *place(size_t Offset) {
    return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), To, Offset);
  }
  Value *call(StringRef Name, Type *Gives, ArrayRef<Value *> Args) {
    SmallVector<Type *> Types;
    for (Value *Arg : Args)
      Types.push_back(Arg->getType());
    Module &M = *B.GetInsertBlock()->getModule();
    return B.CreateCall(
        M.getOrInsertFunction(("_FortranAio" + Name).str(),
                              FunctionType::get(Gives, Types, false)),
        Args);
  }

  IRBuilderBase &B;
  Value *To, *Cookie;
};

} // namespace

/// void helper(foreslice_fortran_unit *)
static Function *helper(Module &M) {
  if (Function *Known = M.getFunction(HelperName))
    return Known;
  LLVMContext &Ctx = M.getContext();
  auto *F =
      Function::Create(FunctionType::get(Type::getVoidTy(Ctx),
                                         {PointerType::get(Ctx, 0)}, false),
                       GlobalValue::InternalLinkage, HelperName, M);
  F->addFnAttr(Attribute::NoInline);
  IRBuilder<> B(BasicBlock::Create(Ctx, "entry", F));
  Inquiry I(B, F->getArg(0));
  using Unit = foreslice_fortran_unit;
  I.flag("OPENED", offsetof(Unit, opened));
  I.number("POS", offsetof(Unit, position));
  I.number("RECL", offsetof(Unit, recl));
  I.text("ACCESS", offsetof(Unit, access), sizeof(Unit::access));
  I.text("FORM", offsetof(Unit, form), sizeof(Unit::form));
  I.text("CONVERT", offsetof(Unit, convert), sizeof(Unit::convert));
  I.text("NAME", offsetof(Unit, name), sizeof(Unit::name));
  I.end();
  B.CreateRetVoid();
  return F;
}

void askForUnit(IRBuilderBase &B, Value *Pointer) {
  B.CreateCall(helper(*B.GetInsertBlock()->getModule()), {Pointer});
}

} // namespace foreslice
