//===- FortranCalls.cpp - calls of MPI in Fortran as calls of C -----------===//
//
// See FortranCalls.h. The arguments keep their numbers. Fortran's arguments
// behind C's fall away: error codes, returned by calls in C, and the lengths of
// texts.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpi/FortranCalls.h"

#include "copy/FortranConstants.h"
#include "model/FortranNames.h"
#include "model/IOModel.h"

#include "foreslice/abi.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace foreslice {

namespace {

struct FortranCall {
  CallInst *Call;
  std::string NameInC;
  std::string Passed;
  const IOCall *IO; ///< Null if the call is no I/O.
};

} // namespace

static std::optional<FortranCall> fortranCall(CallInst &CB) {
  const Function *F = CB.getCalledFunction();
  if (!F || !F->isDeclaration() || !CB.getType()->isVoidTy())
    return std::nullopt;
  std::string Name = nameInC(F->getName());
  if (Name.empty())
    return std::nullopt;
  const IOCall *IO = lookupIOName(Name);
  std::optional<std::string> Passed = passedInC(Name);
  const Function *Known = CB.getModule()->getFunction(Name);
  if (Passed && Known && Known->arg_size() != Passed->size())
    return std::nullopt; // MPI_Init has arguments only in C.
  bool Fits =
      Passed && CB.arg_size() >= Passed->size() &&
      all_of(make_range(CB.arg_begin(), CB.arg_begin() + Passed->size()),
             [](const Use &A) { return A->getType()->isPointerTy(); });
  return Fits ? std::optional(FortranCall{&CB, Name, *Passed, IO})
              : std::nullopt;
}

/// Fortran's MPI_BOTTOM is a variable.
static Value *address(Value *V) {
  return V->getName() == "mpi_fortran_bottom_"
             ? ConstantPointerNull::get(cast<PointerType>(V->getType()))
             : V;
}

/// Looks through a pair just made by unoptimised code.
static Value *unpaired(Value *V) {
  auto *Part = dyn_cast<ExtractValueInst>(V);
  Value *Found =
      Part ? FindInsertedValue(Part->getAggregateOperand(), Part->getIndices())
           : nullptr;
  return Found ? Found : V;
}

static constexpr char MadeTextMD[] = "foreslice.text";

bool isMadeText(const Instruction &I) { return I.hasMetadata(MadeTextMD); }

static AllocaInst *makeText(Function &F, uint64_t Bytes) {
  BasicBlock &Entry = F.getEntryBlock();
  IRBuilder<> B(&Entry, Entry.begin());
  AllocaInst *Text = B.CreateAlloca(ArrayType::get(B.getInt8Ty(), Bytes));
  Text->setMetadata(MadeTextMD, MDNode::get(F.getContext(), {}));
  return Text;
}

/// The text in the form of C: Fortran's ends in blanks, without a 0.
static Value *textOfC(IRBuilder<> &B, Value *Text, Value *Length, bool IsName) {
  StringRef Constant;
  auto *Bytes = dyn_cast<ConstantInt>(unpaired(Length));
  if (Bytes && isConstantText(unpaired(Text), Constant))
    return B.CreateGlobalString(
        Constant.take_front(Bytes->getZExtValue()).rtrim(' '));
  if (!IsName)
    return Text;
  uint64_t Most = FORESLICE_MAX_NAME - 1;
  if (Bytes)
    Most = std::min(Most, Bytes->getZExtValue());
  else
    Length = B.CreateBinaryIntrinsic(Intrinsic::umin, Length, B.getInt64(Most));
  Function &F = *B.GetInsertBlock()->getParent();
  Value *To = makeText(F, Most + 1);
  B.CreateCall(F.getParent()->getFunction(FortranTextName),
               {To, Text, B.CreateZExtOrTrunc(Length, B.getInt64Ty())});
  return To;
}

/// Stores the error code for the program, if wanted.
static void storeError(IRBuilder<> &B, CallInst &Old, unsigned Arg,
                       Value *Error) {
  if (Old.arg_size() <= Arg || isa<ConstantPointerNull>(Old.getArgOperand(Arg)))
    return;
  B.CreateStore(Error, Old.getArgOperand(Arg));
}

/// Fortran's handle as an address.
static Value *markedHandle(IRBuilder<> &B, Value *Handle) {
  Value *Wide = B.CreateZExt(Handle, B.getInt64Ty());
  return B.CreateIntToPtr(
      B.CreateOr(Wide, B.getInt64(FORESLICE_FORTRAN_HANDLE)), B.getPtrTy());
}

/// The function of C. Another source in the module may pass handles as
/// addresses: then Args are converted.
static FunctionCallee functionOfC(IRBuilder<> &B, const FortranCall &F,
                                  MutableArrayRef<Value *> Args) {
  Module &M = *F.Call->getModule();
  if (Function *Known = M.getFunction(F.NameInC)) {
    for (auto [Arg, Parameter] : zip_equal(Args, Known->args()))
      if (Parameter.getType()->isPointerTy() && Arg->getType()->isIntegerTy(32))
        Arg = markedHandle(B, Arg);
    return Known;
  }
  SmallVector<Type *> Types;
  for (Value *Arg : Args)
    Types.push_back(Arg->getType());
  return M.getOrInsertFunction(
      F.NameInC, FunctionType::get(B.getInt32Ty(), Types, /*isVarArg=*/false));
}

static void replace(const FortranCall &F) {
  CallInst &Old = *F.Call;
  IRBuilder<> B(&Old);
  SmallVector<Value *> Args;
  for (auto [I, How] : enumerate(F.Passed)) {
    Value *Pointer = Old.getArgOperand(I);
    Args.push_back(How == 'i'   ? B.CreateLoad(B.getInt32Ty(), Pointer)
                   : How == 'o' ? B.CreateLoad(B.getInt64Ty(), Pointer)
                                : address(Pointer));
  }
  // Behind the error code.
  unsigned Length = F.Passed.size() + 1;
  for (Role R : {Role::Name, Role::Representation})
    if (F.IO && F.IO->has(R) && Old.arg_size() > Length) {
      Value *&Text = Args[F.IO->position(R)];
      Text = textOfC(B, Text, Old.getArgOperand(Length), R == Role::Name);
    }
  CallInst *New = B.CreateCall(functionOfC(B, F, Args), Args);
  New->addFnAttr(Attribute::get(B.getContext(), FortranCallAttribute));
  for (auto [I, How] : enumerate(F.Passed))
    if (How == 'i' && Args[I]->getType()->isPointerTy())
      New->addParamAttr(I, Attribute::ReadNone); // Not dereferenced.
  New->copyMetadata(Old);
  storeError(B, Old, F.Passed.size(), New);
  Old.eraseFromParent();
}

/// Replaces calls of function Name with a parameter From and result To by the
/// result of Convert. True if there are any.
static bool
convertBy(Module &Copy, StringRef Name, Type *From, Type *To,
          function_ref<Value *(IRBuilder<> &B, Value *Handle)> Convert) {
  Function *F = Copy.getFunction(Name);
  if (!F)
    return false;
  bool Any = false;
  for (User *U : make_early_inc_range(F->users())) {
    auto *CB = dyn_cast<CallInst>(U);
    if (!CB || CB->getCalledFunction() != F || CB->arg_size() != 1 ||
        CB->getType() != To || CB->getArgOperand(0)->getType() != From)
      continue;
    IRBuilder<> B(CB);
    CB->replaceAllUsesWith(Convert(B, CB->getArgOperand(0)));
    CB->eraseFromParent();
    Any = true;
  }
  return Any;
}

/// Conversions of handles between C and Fortran: in C, Open MPI's handles and
/// MPICH's file handles are addresses. A slice's own handles in Fortran are the
/// lower 4 bytes of the handles in C.
static bool convertHandles(Module &Copy) {
  auto *InC = PointerType::getUnqual(Copy.getContext());
  auto *InFortran = Type::getInt32Ty(Copy.getContext());
  auto LowerBytes = [&](IRBuilder<> &B, Value *Handle) {
    return B.CreatePtrToInt(Handle, InFortran);
  };
  bool Any = false;
  for (StringRef Name : {"MPI_File_", "MPI_Comm_", "MPI_Type_"}) {
    Any |= convertBy(Copy, (Name + "f2c").str(), InFortran, InC, markedHandle);
    convertBy(Copy, (Name + "c2f").str(), InC, InFortran, LowerBytes);
  }
  return Any;
}

/// Comparisons of handles in mpi_f08.
static void compareHandles(Module &Copy, StringRef Name,
                           CmpInst::Predicate How) {
  Function *F = Copy.getFunction(Name);
  if (!F)
    return;
  for (User *U : make_early_inc_range(F->users())) {
    auto *CB = dyn_cast<CallInst>(U);
    if (!CB || CB->getCalledFunction() != F || CB->arg_size() != 2 ||
        !CB->getType()->isIntegerTy())
      continue;
    IRBuilder<> B(CB);
    Value *First = B.CreateLoad(B.getInt32Ty(), CB->getArgOperand(0));
    Value *Second = B.CreateLoad(B.getInt32Ty(), CB->getArgOperand(1));
    CB->replaceAllUsesWith(
        B.CreateZExt(B.CreateICmp(How, First, Second), CB->getType()));
    CB->eraseFromParent();
  }
}

void declareTextOfC(Module &Copy) {
  LLVMContext &C = Copy.getContext();
  auto *Pointer = PointerType::getUnqual(C);
  if (any_of(Copy, [](const Function &F) {
        const IOCall *Call =
            F.isDeclaration() ? lookupIOName(F.getName()) : nullptr;
        return Call && Call->ByReference && Call->has(Role::Name);
      }))
    Copy.getOrInsertFunction(FortranTextName, Type::getVoidTy(C), Pointer,
                             Pointer, Type::getInt64Ty(C));
}

bool makeCallsOfC(Module &Copy) {
  bool Converted = convertHandles(Copy);
  compareHandles(Copy, "foreslice_handles_equal", CmpInst::ICMP_EQ);
  compareHandles(Copy, "foreslice_handles_differ", CmpInst::ICMP_NE);

  SmallVector<FortranCall> Calls;
  for (Function &F : Copy)
    for (Instruction &I : instructions(F))
      if (auto *CB = dyn_cast<CallInst>(&I))
        if (std::optional<FortranCall> Call = fortranCall(*CB))
          Calls.push_back(std::move(*Call));
  if (!Calls.empty())
    trustFortransConstants(Copy);
  for (const FortranCall &Call : Calls)
    replace(Call);
  return Converted || !Calls.empty();
}

void boundTexts(Function &F, ArrayRef<BasicBlock *> Blocks) {
  if (!F.getParent()->getFunction(FortranTextName))
    return;
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : make_early_inc_range(*BB))
      if (auto *A = dyn_cast<AllocaInst>(&I);
          A && A->getAllocatedType()->isIntegerTy(8) &&
          !isa<ConstantInt>(A->getArraySize())) {
        A->replaceAllUsesWith(makeText(F, FORESLICE_MAX_NAME));
        A->eraseFromParent();
      }
}

} // namespace foreslice
