//===- FortranStatements.cpp - Fortran's statements in a working copy -----===//
//
// See FortranStatements.h. A body is named after the replaced function and the
// kind of the statement: the end of a READ differs from the end of a WRITE.
//
//===----------------------------------------------------------------------===//

#include "frontend/fortran/FortranStatements.h"
#include "copy/FortranConstants.h"
#include "foreslice/abi.h"
#include "frontend/fortran/FortranNamelists.h"
#include "model/IOModel.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace foreslice {

static constexpr StringRef Suffix = ".fortran";
static constexpr StringRef Prefix = "_FortranAio";

static constexpr char OwnVariableMD[] = "foreslice.statement";

bool isOfStatement(const AllocaInst &A) { return A.hasMetadata(OwnVariableMD); }

/// Adds a variable missing in the program.
static AllocaInst *makeVariable(Function &F, Type *T) {
  BasicBlock &Entry = F.getEntryBlock();
  AllocaInst *A = IRBuilder<>(&Entry, Entry.begin()).CreateAlloca(T);
  A->setAlignment(Align(16));
  A->setMetadata(OwnVariableMD, MDNode::get(F.getContext(), {}));
  return A;
}

bool isFortranBody(const Function &F) { return F.getName().ends_with(Suffix); }

/// The kind of the statement begun by a call; empty without bodies for the
/// statement.
static StringRef statementKind(const CallBase &CB) {
  static const StringMap<StringRef> Kinds = {
      {"BeginUnformattedInput", "read"},
      {"BeginExternalListInput", "read"},
      {"BeginExternalFormattedInput", "read"},
      {"BeginOpenUnit", "open"},
      {"BeginOpenNewUnit", "open"},
      {"BeginRewind", "place"},
      {"BeginBackspace", "place"},
      {"BeginInquireUnit", "inquire"},
      {"BeginInquireFile", "inquire"},
      {"BeginInquireIoLength", "length"},
      {"BeginClose", "other"},
      {"BeginEndfile", "other"},
      {"BeginExternalFormattedOutput", "other"},
      {"BeginExternalListOutput", "other"},
      {"BeginFlush", "other"},
      {"BeginUnformattedOutput", "other"},
      {"BeginWait", "other"},
      {"BeginWaitAll", "other"},
      {"BeginInternalFormattedOutput", "write"},
      {"BeginInternalListOutput", "write"},
      {"BeginInternalFormattedInput", "take"},
      {"BeginInternalListInput", "take"},
  };
  const Function *F = CB.getCalledFunction();
  StringRef Name = F && F->isDeclaration() ? F->getName() : "";
  if (!Name.consume_front(Prefix))
    return "";
  if (lookupIOFunction(*F) && !lookupIOCall(CB))
    return opensToWrite(CB) ? "create" : ""; // A READ of standard input.
  return Kinds.lookup(Name);
}

bool isOfFortransIO(const Function &F) {
  return F.getName().starts_with(Prefix);
}

/// Whether U is the cookie of a call of flang's run time.
static bool isOfCookie(const Use &U) {
  auto *CB = dyn_cast<CallBase>(U.getUser());
  const Function *F = CB ? CB->getCalledFunction() : nullptr;
  return F && F->isDeclaration() && isOfFortransIO(*F) && U.getOperandNo() == 0;
}

static FunctionCallee bodyOf(Module &Copy, const Function &F, StringRef Kind,
                             FunctionType *T) {
  return Copy.getOrInsertFunction((F.getName() + "." + Kind + Suffix).str(), T);
}

/// Other calls know an array's descriptor, too. The body gets a copy, to become
/// values.
static void copyDescription(CallBase &CB) {
  auto *Inst =
      CB.arg_size() > 1 ? dyn_cast<AllocaInst>(CB.getArgOperand(1)) : nullptr;
  if (!Inst || !Inst->getAllocatedType()->isStructTy() ||
      !Inst->isStaticAlloca())
    return;
  AllocaInst *OwnSlot =
      makeVariable(*CB.getFunction(), Inst->getAllocatedType());
  IRBuilder<> B(&CB);
  uint64_t Bytes =
      CB.getDataLayout().getTypeAllocSize(Inst->getAllocatedType());
  B.CreateMemCpy(OwnSlot, OwnSlot->getAlign(), Inst, Inst->getAlign(), Bytes);
  CB.setArgOperand(1, OwnSlot);
}

/// READ of a NAMELIST reads the items by name. False if the items are unknown.
static bool expandNamelist(CallBase &Input, AllocaInst &Statement) {
  Namelist Group = namelistOf(Input);
  if (Group.Items.empty())
    return false;
  Module &Copy = *Input.getModule();
  IRBuilder<> B(&Input);
  auto Call = [&](StringRef Body, GlobalVariable *Name, Value *Descriptor) {
    SmallVector<Value *> Args = {&Statement};
    if (Descriptor)
      Args.push_back(Descriptor);
    uint64_t Bytes = cast<ArrayType>(Name->getValueType())->getNumElements();
    append_range(Args, ArrayRef<Value *>{Name, B.getInt64(Bytes - 1)});
    SmallVector<Type *> Types;
    for (Value *Arg : Args)
      Types.push_back(Arg->getType());
    auto *T = FunctionType::get(Input.getType(), Types, /*isVarArg=*/false);
    CallInst *New = B.CreateCall(
        Copy.getOrInsertFunction((Prefix + Body + ".read" + Suffix).str(), T),
        Args);
    New->setDebugLoc(Input.getDebugLoc());
    if (Descriptor)
      copyDescription(*New);
    return New;
  };
  CallInst *Last = Call("BeginGroup", Group.Name, nullptr);
  for (NamelistItem &Item : Group.Items)
    Last = Call("InputNamed", Item.Name, Item.Descriptor);
  Input.replaceAllUsesWith(Last);
  Input.eraseFromParent();
  return true;
}

/// The cookie identifies the calls of a statement. If a cookie goes elsewhere,
/// calls without a body remain.
static void rename(CallBase &Begin, StringRef Kind) {
  Module &Copy = *Begin.getModule();
  Function &F = *Begin.getFunction();
  IRBuilder<> B(&Begin);
  auto Variable = [&](uint64_t Bytes) {
    return makeVariable(F, ArrayType::get(B.getInt8Ty(), Bytes));
  };
  AllocaInst *Statement = Variable(FORESLICE_FORTRAN_STATEMENT_BYTES);
  SmallVector<Value *> Args = {Statement};
  // The text to read from, or to write.
  if (Kind == "write" || Kind == "take")
    Args.push_back(Variable(FORESLICE_FORTRAN_TEXT_BYTES));
  for (Use &U : make_early_inc_range(Begin.uses())) {
    if (!isOfCookie(U))
      continue;
    auto *CB = cast<CallBase>(U.getUser());
    if (Kind == "read" &&
        CB->getCalledFunction()->getName() == "_FortranAioInputNamelist" &&
        expandNamelist(*CB, *Statement))
      continue;
    CB->setCalledFunction(
        bodyOf(Copy, *CB->getCalledFunction(), Kind, CB->getFunctionType()));
    U.set(Statement);
    copyDescription(*CB);
  }
  append_range(Args, Begin.args());
  SmallVector<Type *> Types;
  for (Value *Arg : Args)
    Types.push_back(Arg->getType());
  CallInst *New = B.CreateCall(
      bodyOf(Copy, *Begin.getCalledFunction(), Kind,
             FunctionType::get(Begin.getType(), Types, /*isVarArg=*/false)),
      Args);
  New->copyMetadata(Begin);
  Begin.replaceAllUsesWith(New);
  Begin.eraseFromParent();
}

bool renameFortranStatements(Module &Copy) {
  SmallVector<std::pair<CallBase *, StringRef>> Begins;
  for (Function &F : Copy)
    for (Instruction &I : instructions(F))
      if (auto *CB = dyn_cast<CallInst>(&I))
        if (StringRef Kind = statementKind(*CB); !Kind.empty())
          Begins.emplace_back(CB, Kind);
  if (!Begins.empty())
    trustFortransConstants(Copy);
  for (auto [Begin, Kind] : Begins)
    rename(*Begin, Kind);
  return !Begins.empty();
}

void forgetOtherStatements(Module &Copy) {
  for (Function &F : Copy) {
    if (!F.isDeclaration() || !isFortranBody(F))
      continue;
    for (User *U : F.users()) {
      auto *CB = dyn_cast<CallBase>(U);
      if (CB && CB->getCalledFunction() == &F && !CB->arg_empty())
        CB->setArgOperand(
            0, Constant::getNullValue(CB->getArgOperand(0)->getType()));
    }
  }
}

} // namespace foreslice
