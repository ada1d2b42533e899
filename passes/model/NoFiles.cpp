//===- NoFiles.cpp - descriptors of pipes, sockets and their like ---------===//
//
// See NoFiles.h. The functions are in LibraryCalls.def.
//
//===----------------------------------------------------------------------===//

#include "model/NoFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

#include <optional>

using namespace llvm;

namespace foreslice {

/// The argument through which CB gives such descriptors, -1 for its result;
/// none if CB gives none.
static std::optional<int> opensNoFile(const User *U) {
  constexpr int _ = -1;
  static const StringMap<int> Arguments = {
#define OPENS_NO_FILE(Name, Argument) {#Name, Argument},
#include "model/LibraryCalls.def"
  };
  auto *CB = dyn_cast<CallBase>(U);
  const Function *F = CB ? CB->getCalledFunction() : nullptr;
  auto It =
      F && F->isDeclaration() ? Arguments.find(F->getName()) : Arguments.end();
  return It != Arguments.end() ? std::optional(It->second) : std::nullopt;
}

bool isOfNoFile(const Value *File) {
  if (auto *CB = dyn_cast<CallBase>(File))
    return opensNoFile(CB) == -1;
  auto *Load = dyn_cast<LoadInst>(File);
  const Value *At =
      Load ? getUnderlyingObject(Load->getPointerOperand()) : nullptr;
  if (!At || !(isa<AllocaInst>(At) || isa<GlobalVariable>(At)))
    return false;
  return any_of(At->users(), [&](const User *U) {
    if (auto *Store = dyn_cast<StoreInst>(U))
      return Store->getPointerOperand() == At &&
             isa<CallBase>(Store->getValueOperand()) &&
             opensNoFile(cast<CallBase>(Store->getValueOperand())) == -1;
    std::optional<int> Arg = opensNoFile(U);
    if (!Arg && isa<GetElementPtrInst>(U)) // p, as &p[0].
      return any_of(U->users(), [](const User *V) {
        return opensNoFile(V).value_or(-1) >= 0;
      });
    return Arg.value_or(-1) >= 0 &&
           cast<CallBase>(U)->getArgOperand(*Arg) == At;
  });
}

} // namespace foreslice
