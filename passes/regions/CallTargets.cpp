//===- CallTargets.cpp - where calls through pointers lead ----------------===//
//
// See CallTargets.h. Virtual tables are laid out after the Itanium C++ ABI,
// section 2.5.2: an offset, the type's description, then the functions.
//
//===----------------------------------------------------------------------===//

#include "regions/CallTargets.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace foreslice {

/// Most targets told apart: among all functions of a type, and in a table.
static constexpr size_t MaxTargets = 8, MaxInTable = 16;
/// Most functions that hand a pointer on before the call through the pointer.
static constexpr unsigned MaxDepth = 4;
/// Entries before the first function of a virtual table.
static constexpr uint64_t TableHeader = 2;

static bool isVirtualTable(const GlobalVariable &GV) {
  return GV.getName().starts_with("_ZTV") && GV.hasInitializer();
}

/// A call of LLVM's OpenMP library: the library keeps functions passed as
/// arguments private.
static bool isOfOpenMP(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  return F && F->getName().starts_with("__kmpc_");
}

/// Virtual tables and the compiler's own lists do not count.
static bool isAddressTaken(const Function &F) {
  SmallVector<const Use *> Worklist;
  auto AddUses = [&](const Value &V) {
    for (const Use &U : V.uses())
      Worklist.push_back(&U);
  };
  AddUses(F);
  while (!Worklist.empty()) {
    const Use &U = *Worklist.pop_back_val();
    if (auto *GV = dyn_cast<GlobalVariable>(U.getUser())) {
      if (!isVirtualTable(*GV) && !GV->getName().starts_with("llvm."))
        return true;
    } else if (isa<Instruction>(U.getUser())) {
      auto *CB = dyn_cast<CallBase>(U.getUser());
      if (!CB || (!CB->isCallee(&U) && !isOfOpenMP(*CB)))
        return true;
    } else if (isa<Constant>(U.getUser()) && !isa<Function>(U.getUser())) {
      AddUses(*U.getUser());
    }
  }
  return false;
}

CallTargets::CallTargets(Module &M) {
  for (GlobalVariable &GV : M.globals())
    if (isVirtualTable(GV))
      VirtualTables.push_back(&GV);
  for (Function &F : M)
    if (!F.isIntrinsic() && isAddressTaken(F))
      ByType[F.getFunctionType()].push_back(&F);
}

/// Adds the functions of Type in C and in C's elements.
static void addConstants(const Constant &C, FunctionType *Type,
                         SmallSetVector<Function *, 4> &To) {
  auto *Stripped = C.stripPointerCasts();
  if (auto *F = dyn_cast<Function>(Stripped)) {
    if (F->getFunctionType() == Type)
      To.insert(const_cast<Function *>(F));
  } else if (isa<ConstantAggregate>(Stripped)) {
    for (const Use &Op : cast<User>(Stripped)->operands())
      addConstants(*cast<Constant>(Op), Type, To);
  }
}

/// Whether memory at V is only loaded.
static bool isOnlyLoaded(const Value &V) {
  return all_of(V.users(), [](const User *U) {
    auto *Load = dyn_cast<LoadInst>(U);
    return (Load && Load->isSimple()) ||
           (isa<GEPOperator>(U) && isOnlyLoaded(*U));
  });
}

/// A virtual call loads the target from a slot of the table at the object's
/// begin.
void CallTargets::addVirtual(const CallBase &CB, Targets &To) const {
  auto *Target = dyn_cast<LoadInst>(CB.getCalledOperand());
  if (!Target || CB.arg_empty())
    return;
  const DataLayout &DL = CB.getDataLayout();
  APInt Offset(DL.getIndexTypeSizeInBits(Target->getPointerOperandType()), 0);
  auto *Table = dyn_cast<LoadInst>(
      Target->getPointerOperand()->stripAndAccumulateConstantOffsets(
          DL, Offset, /*AllowNonInbounds=*/true));
  if (!Table || Table->getPointerOperand()->stripPointerCasts() !=
                    CB.getArgOperand(0)->stripPointerCasts())
    return;
  uint64_t Slot = Offset.getZExtValue() / DL.getPointerSize() + TableHeader;
  for (const GlobalVariable *GV : VirtualTables)
    // One array for each base with a table.
    for (const Use &Group : GV->getInitializer()->operands())
      if (auto *Entries = dyn_cast<ConstantArray>(Group))
        if (Slot < Entries->getNumOperands())
          addConstants(*Entries->getOperand(Slot), CB.getFunctionType(), To);
}

/// The argument that V is, or that V is loaded from a variable of.
static const Argument *argumentIn(const Value &V) {
  if (auto *A = dyn_cast<Argument>(&V))
    return A;
  auto *Load = dyn_cast<LoadInst>(&V);
  auto *Variable =
      Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  const Argument *Kept = nullptr;
  if (!Variable)
    return nullptr;
  for (const User *U : Variable->users())
    if (auto *Store = dyn_cast<StoreInst>(U)) {
      if (Kept || Store->getPointerOperand() != Variable)
        return nullptr;
      Kept = dyn_cast<Argument>(Store->getValueOperand());
    } else if (!isa<LoadInst>(U) && !isa<IntrinsicInst>(U)) {
      return nullptr;
    }
  return Kept;
}

/// Adds the functions that all callers pass as A; false if one passes another
/// value, or if callers are out of sight.
bool CallTargets::addPassed(const Argument &A, FunctionType *Type,
                            unsigned Depth, Targets &To) const {
  const Function &F = *A.getParent();
  if (Depth == 0 || F.use_empty() ||
      !(F.hasLocalLinkage() || F.isDiscardableIfUnused()) || isAddressTaken(F))
    return false;
  return all_of(F.uses(), [&](const Use &U) {
    auto *CB = dyn_cast<CallBase>(U.getUser());
    if (!CB || !CB->isCallee(&U) || A.getArgNo() >= CB->arg_size())
      return false;
    const Value *Passed = CB->getArgOperand(A.getArgNo())->stripPointerCasts();
    if (auto *Callee = dyn_cast<Function>(Passed)) {
      if (Callee->getFunctionType() == Type)
        To.insert(const_cast<Function *>(Callee));
      return true;
    }
    const Argument *Outer = argumentIn(*Passed);
    return Outer && addPassed(*Outer, Type, Depth - 1, To);
  });
}

void CallTargets::addTyped(const CallBase &CB, Targets &To) const {
  auto It = ByType.find(CB.getFunctionType());
  if (It != ByType.end())
    To.insert_range(It->second);
}

SmallVector<Function *> CallTargets::of(const CallBase &CB) const {
  Targets To;
  if (!CB.isIndirectCall())
    return {};
  SmallVector<const Value *> Roots;
  getUnderlyingObjects(CB.getCalledOperand(), Roots, nullptr, 0);
  for (const Value *Root : Roots) {
    auto *Load = dyn_cast<LoadInst>(Root);
    auto *Table = Load ? dyn_cast<GlobalVariable>(
                             getUnderlyingObject(Load->getPointerOperand(), 0))
                       : nullptr;
    if (Table && Table->hasDefinitiveInitializer() &&
        (Table->isConstant() ||
         (Table->hasLocalLinkage() && isOnlyLoaded(*Table))))
      addConstants(*Table->getInitializer(), CB.getFunctionType(), To);
  }
  const Argument *Given = argumentIn(*CB.getCalledOperand());
  if (Targets Passed;
      Given && addPassed(*Given, CB.getFunctionType(), MaxDepth, Passed)) {
    if (Passed.size() > MaxTargets)
      return {};
    return Passed.takeVector();
  }
  size_t Most = To.empty() ? MaxTargets : MaxInTable;
  if (To.empty())
    addVirtual(CB, To);
  if (To.empty())
    addTyped(CB, To);
  if (To.size() > Most)
    return {};
  return To.takeVector();
}

} // namespace foreslice
