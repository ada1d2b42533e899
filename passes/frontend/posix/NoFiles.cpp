//===- NoFiles.cpp - descriptors of pipes, sockets and so on --------------===//
//
// See NoFiles.h. The functions are in LibraryCalls.def.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/NoFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <utility>

using namespace llvm;

namespace foreslice {

/// Number of the argument with the descriptors, or -1 for the result.
static constexpr int _ = -1;
static constexpr std::pair<StringLiteral, int> Openers[] = {
#define OPENS_NO_FILE(Name, Argument) {#Name, Argument},
#include "model/LibraryCalls.def"
};

/// Whether a call of F stores descriptors to the variable Pointer by argument
/// Arg.
static bool putsTo(const Function &F, unsigned Arg, const Value *Pointer) {
  return any_of(F.users(), [&](const User *U) {
    auto *CB = dyn_cast<CallBase>(U);
    if (!CB || CB->getCalledFunction() != &F)
      return false;
    return CB->getArgOperand(Arg) == Pointer ||
           any_of(CB->args(), [&](const Value *V) { // p, as &p[0].
             auto *Inst = dyn_cast<GetElementPtrInst>(V);
             return Inst && is_contained(Inst->operand_values(), Pointer);
           });
  });
}

/// Whether the result of a call of F is stored to the variable Pointer.
static bool isStoredTo(const Function &F, const Value *Pointer) {
  return any_of(F.users(), [&](const User *U) {
    auto *CB = dyn_cast<CallBase>(U);
    return CB && CB->getCalledFunction() == &F &&
           any_of(CB->users(), [&](const User *V) {
             auto *Store = dyn_cast<StoreInst>(V);
             return Store && Store->getValueOperand() == CB &&
                    Store->getPointerOperand() == Pointer;
           });
  });
}

/// Goes through the few calls without files: a variable may have as many users
/// as the module has instructions.
static bool holdsNoFile(const Value *Pointer, const Module &M) {
  return any_of(Openers, [&](const auto &Opener) {
    auto [Name, Argument] = Opener;
    const Function *F = M.getFunction(Name);
    if (!F || !F->isDeclaration())
      return false;
    return Argument < 0 ? isStoredTo(*F, Pointer)
                        : putsTo(*F, Argument, Pointer);
  });
}

bool isOfNoFile(const Value *File) {
  if (auto *CB = dyn_cast<CallBase>(File)) {
    const Function *F = CB->getCalledFunction();
    return F && F->isDeclaration() && any_of(Openers, [&](const auto &Opener) {
             return Opener.second < 0 && Opener.first == F->getName();
           });
  }
  auto *Load = dyn_cast<LoadInst>(File);
  const Value *Pointer =
      Load ? getUnderlyingObject(Load->getPointerOperand()) : nullptr;
  return Pointer &&
         (isa<AllocaInst>(Pointer) || isa<GlobalVariable>(Pointer)) &&
         holdsNoFile(Pointer, *Load->getModule());
}

} // namespace foreslice
