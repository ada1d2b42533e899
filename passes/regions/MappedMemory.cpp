//===- MappedMemory.cpp - where a program reads by mappings ---------------===//
//
// See MappedMemory.h.
//
//===----------------------------------------------------------------------===//

#include "regions/MappedMemory.h"
#include "model/IOModel.h"
#include "model/LibraryCalls.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace foreslice {

/// Assumed bytes of text looked at by a function.
static constexpr uint64_t TextBytes = 64;

static bool isMap(const Instruction &I) {
  auto *CB = dyn_cast<CallBase>(&I);
  const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
  return Call && Call->isMap();
}

/// The parameter, for a pointer loaded from the parameter's variable, as
/// without optimization.
static const Value *parameterOr(const Value *Pointer) {
  auto *Load = dyn_cast<LoadInst>(Pointer);
  auto *Variable =
      Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  if (!Variable)
    return Pointer;
  const Value *Only = nullptr;
  for (const User *U : Variable->users())
    if (auto *Store = dyn_cast<StoreInst>(U)) {
      if (Only)
        return Pointer;
      Only = Store->getValueOperand();
    }
  return Only && isa<Argument>(Only) ? Only : Pointer;
}

/// The place of a stored or loaded pointer.
static std::optional<std::pair<const void *, int64_t>>
placeOf(const Value *Pointer, const DataLayout &DL) {
  if (auto *GEP = dyn_cast<GEPOperator>(Pointer)) {
    APInt Offset(DL.getIndexTypeSizeInBits(GEP->getType()), 0);
    auto *Type = dyn_cast<StructType>(GEP->getSourceElementType());
    if (Type && GEP->accumulateConstantOffset(DL, Offset))
      return std::pair<const void *, int64_t>(Type, Offset.getSExtValue());
  }
  const Value *Base = parameterOr(getUnderlyingObject(Pointer, 0));
  // An argument: a variable of the caller's, which gets or has the pointer.
  if (isa<AllocaInst, GlobalVariable, Argument>(Base))
    return std::pair<const void *, int64_t>(Base, 0);
  return std::nullopt;
}

MappedMemory::MappedMemory(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isMap(I))
        add(&I);
  if (Worklist.empty())
    return;
  indexLoads(M);
  while (!Worklist.empty()) {
    Value *V = Worklist.pop_back_val();
    for (User *U : V->users())
      follow(*V, *U);
  }
}

void MappedMemory::indexLoads(Module &M) {
  const DataLayout &DL = M.getDataLayout();
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Load = dyn_cast<LoadInst>(&I);
          Load && Load->getType()->isPointerTy())
        if (auto From = placeOf(Load->getPointerOperand(), DL))
          Loads[*From].push_back(Load);
}

void MappedMemory::add(Value *V) {
  if (Mapped.insert(V).second)
    Worklist.push_back(V);
}

void MappedMemory::addPlace(std::optional<Place> P) {
  if (!P || !Places.insert(*P).second)
    return;
  if (auto It = Loads.find(*P); It != Loads.end())
    for (LoadInst *Load : It->second)
      add(Load);
}

/// A pointer goes to To. By an out-parameter, the callers' variables have it.
void MappedMemory::store(const Value &To, const DataLayout &DL) {
  SmallVector<const Value *> Ways = {&To};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Ways.empty()) {
    const Value *Way = Ways.pop_back_val();
    addPlace(placeOf(Way, DL));
    const auto *Parameter = dyn_cast<Argument>(parameterOr(Way));
    if (!Parameter || !Seen.insert(Parameter).second)
      continue;
    const Function *F = Parameter->getParent();
    for (const User *U : F->users())
      if (auto *CB = dyn_cast<CallBase>(U);
          CB && CB->getCalledFunction() == F &&
          Parameter->getArgNo() < CB->arg_size())
        Ways.push_back(CB->getArgOperand(Parameter->getArgNo()));
  }
}

void MappedMemory::follow(Value &V, User &U) {
  if (auto *Store = dyn_cast<StoreInst>(&U)) {
    if (Store->getValueOperand() == &V)
      store(*Store->getPointerOperand(), Store->getModule()->getDataLayout());
  } else if (auto *GEP = dyn_cast<GetElementPtrInst>(&U)) {
    if (GEP->getPointerOperand() == &V)
      add(GEP);
  } else if (isa<PHINode, SelectInst, CastInst, FreezeInst>(U) &&
             U.getType()->isPointerTy()) {
    add(&U);
  } else if (auto *Return = dyn_cast<ReturnInst>(&U)) {
    for (User *Caller : Return->getFunction()->users())
      if (auto *CB = dyn_cast<CallBase>(Caller);
          CB && CB->getCalledFunction() == Return->getFunction())
        add(CB);
  } else if (auto *CB = dyn_cast<CallBase>(&U)) {
    followCall(V, *CB);
  }
}

void MappedMemory::followCall(Value &V, CallBase &CB) {
  Function *Callee = CB.getCalledFunction();
  if (!Callee)
    return;
  for (Use &Arg : CB.args()) {
    unsigned Number = CB.getArgOperandNo(&Arg);
    if (Arg.get() != &V)
      continue;
    if (!Callee->isDeclaration() && Number < Callee->arg_size())
      add(Callee->getArg(Number));
    // memchr() and similar functions return pointers into the argument.
    if (Callee->isDeclaration() && leadsInto(*Callee, Number))
      add(&CB);
  }
}

/// The bytes read by a function without a body at argument Arg: the next size
/// says, or the last number.
static std::optional<MappedRead> readByCall(CallBase &CB, unsigned Arg) {
  const Function *Callee = CB.getCalledFunction();
  if (!Callee || !Callee->isDeclaration() || looksAtNothing(*Callee))
    return std::nullopt;
  MappedRead Result{CB.getArgOperand(Arg), {}, TextBytes};
  if (const IOCall *Call = lookupIOName(Callee->getName())) {
    if (!Call->isWrite() || !Call->is(Arg, Role::Buffer))
      return std::nullopt;
    for (Role R : {Role::Count, Role::ItemSize})
      if (Call->has(R))
        Result.Factors.push_back(Call->argument(CB, R));
    return Result;
  }
  for (unsigned I = Arg + 1; I < CB.arg_size(); ++I) {
    Value *V = CB.getArgOperand(I);
    if (V->getType()->isIntegerTy(64)) {
      Result.Factors = {V};
      return Result;
    }
    if (V->getType()->isIntegerTy(32))
      Result.Factors = {V};
  }
  return Result;
}

std::optional<MappedRead> MappedMemory::readOf(Instruction &I) const {
  if (Mapped.empty())
    return std::nullopt;
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    TypeSize Size = I.getDataLayout().getTypeStoreSize(Load->getType());
    if (!Mapped.contains(Load->getPointerOperand()) || Size.isScalable())
      return std::nullopt;
    return MappedRead{Load->getPointerOperand(), {}, Size.getFixedValue()};
  }
  if (auto *MT = dyn_cast<MemTransferInst>(&I)) {
    if (!Mapped.contains(MT->getRawSource()))
      return std::nullopt;
    return MappedRead{MT->getRawSource(), {MT->getLength()}};
  }
  auto *CB = dyn_cast<CallBase>(&I);
  if (!CB || isa<IntrinsicInst>(CB))
    return std::nullopt;
  for (unsigned Arg = 0; Arg < CB->arg_size(); ++Arg)
    if (Mapped.contains(CB->getArgOperand(Arg)))
      return readByCall(*CB, Arg);
  return std::nullopt;
}

bool MappedMemory::reads(Function &F) const {
  return !Mapped.empty() && any_of(instructions(F), [&](Instruction &I) {
    return readOf(I).has_value();
  });
}

} // namespace foreslice
