//===- RandomDraws.cpp - random numbers of the C library ------------------===//
//
// See RandomDraws.h.
//
//===----------------------------------------------------------------------===//

#include "model/RandomDraws.h"
#include "model/LibraryCalls.h"
#include "model/PureCalls.h"

#include "foreslice/abi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace foreslice {

/// The row of Table for CB's callee without a body.
static std::optional<int32_t> rowOf(const StringMap<int32_t> &Table,
                                    const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  if (!F || !F->isDeclaration())
    return std::nullopt;
  auto It = Table.find(F->getName());
  return It != Table.end() ? std::optional(It->second) : std::nullopt;
}

std::optional<int32_t> drawnBy(const CallBase &CB) {
  static const StringMap<int32_t> Table = {
#define DRAWS(Name, What) {#Name, FORESLICE_DRAW_##What},
#include "model/LibraryCalls.def"
  };
  Type *T = CB.getType();
  std::optional<int32_t> What = rowOf(Table, CB);
  bool Fits =
      What == FORESLICE_DRAW_DRAND48 ? T->isDoubleTy() : T->isIntegerTy();
  return Fits && CB.arg_empty() ? What : std::nullopt;
}

std::optional<int32_t> seededBy(const CallBase &CB) {
  static const StringMap<int32_t> Table = {
#define SEEDS(Name, Generator) {#Name, FORESLICE_GENERATOR_##Generator},
#include "model/LibraryCalls.def"
  };
  bool Fits =
      CB.arg_size() == 1 && CB.getArgOperand(0)->getType()->isIntegerTy();
  return Fits ? rowOf(Table, CB) : std::nullopt;
}

/// A function of C++'s library or of the language's own.
static bool isOfCxx(StringRef Name) {
  static constexpr StringRef Prefixes[] = {
      "_ZNSt", "_ZNKSt", "_ZSt",   "_ZNSo",  "_ZNSi",
      "_ZNSs", "_ZNKSs", "__cxa_", "__gxx_", "__clang_"};
  return any_of(Prefixes, [&](StringRef P) { return Name.starts_with(P); }) &&
         !Name.contains("thread");
}

static bool drawsNothing(const Function &F) {
  static const StringSet<> Names = {
#define DRAWS_NOTHING(Name) #Name,
#define UNKNOWN_VALUE(Name, Why) #Name,
#define ALLOCATION(Name, Size, Times) #Name,
#define DEALLOCATION(Name, Memory) #Name,
#define STRING(Name, How, To, Limit, From) #Name,
#include "model/LibraryCalls.def"
  };
  return Names.contains(F.getName());
}

bool isOfLibraries(const Function &F, const TargetLibraryInfo &TLI) {
  LibFunc Any;
  return F.isIntrinsic() || isMPIFunction(F) || isComputation(F) ||
         isOfCxx(F.getName()) || drawsNothing(F) || TLI.getLibFunc(F, Any);
}

bool HiddenDraws::mayDraw(const Function &F) {
  if (!F.isDeclaration()) {
    auto [It, New] = Known.try_emplace(&F, false);
    if (!New)
      return It->second; // A recursive call adds nothing.
    bool May = any_of(instructions(F), [&](const Instruction &I) {
      auto *CB = dyn_cast<CallBase>(&I);
      return CB && (drawnBy(*CB) || seededBy(*CB) || mayDraw(*CB));
    });
    return Known[&F] = May;
  }
  return !isOfLibraries(F, TLI);
}

bool HiddenDraws::mayDraw(const CallBase &CB) {
  if (CB.isInlineAsm() || drawnBy(CB) || seededBy(CB))
    return false;
  MemoryEffects Effects = CB.getMemoryEffects();
  if (!isModSet(Effects.getModRef(IRMemLocation::InaccessibleMem)) &&
      !isModSet(Effects.getModRef(IRMemLocation::Other)))
    return false;
  const Function *F = CB.getCalledFunction();
  return !F || mayDraw(*F);
}

} // namespace foreslice
