//===- SourceTies.cpp - what a source and others mean to each other -------===//
//
// See SourceTies.h.
//
//===----------------------------------------------------------------------===//

#include "program/SourceTies.h"
#include "model/IOModel.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace foreslice {

using FunctionSet = DenseSet<const Function *>;
using Calls = SmallVector<const CallBase *>;

static std::vector<std::string> sorted(const StringSet<> &Names) {
  std::vector<std::string> Result;
  for (StringRef Name : Names.keys())
    Result.push_back(Name.str());
  llvm::sort(Result);
  return Result;
}

/// The functions for other sources that come to a function of Some.
static std::vector<std::string> callersOf(const FunctionSet &Some) {
  StringSet<> Names;
  FunctionSet Seen = Some;
  SmallVector<const Function *> Worklist(Some.begin(), Some.end());
  while (!Worklist.empty()) {
    const Function *F = Worklist.pop_back_val();
    if (!F->hasLocalLinkage() && F->getName() != "main")
      Names.insert(F->getName());
    for (const User *U : F->users())
      if (auto *CB = dyn_cast<CallBase>(U))
        if (const Function *Caller = CB->getFunction();
            Seen.insert(Caller).second)
          Worklist.push_back(Caller);
  }
  return sorted(Names);
}

/// The functions of other sources that Worklist comes to, except known ones of
/// libraries.
static std::vector<std::string> calledOutside(const Module &M, Calls Worklist) {
  TargetLibraryInfoImpl Impl(M.getTargetTriple());
  TargetLibraryInfo Library(Impl);
  StringSet<> Names;
  FunctionSet Seen;
  while (!Worklist.empty()) {
    const Function *F = Worklist.pop_back_val()->getCalledFunction();
    if (!F || F->isIntrinsic() || !Seen.insert(F).second ||
        lookupIOFunction(*F))
      continue;
    if (LibFunc Known; F->isDeclaration() && !Library.getLibFunc(*F, Known) &&
                       !F->getName().starts_with("foreslice_"))
      Names.insert(F->getName());
    for (const Instruction &I : instructions(*F))
      if (auto *CB = dyn_cast<CallBase>(&I))
        Worklist.push_back(CB);
  }
  return sorted(Names);
}

static Calls callsInLoops(const Module &M) {
  Calls Result;
  for (const Function &F : M) {
    if (F.isDeclaration())
      continue;
    for (auto It = scc_begin(&F); !It.isAtEnd(); ++It) {
      if (!It.hasCycle())
        continue;
      for (const BasicBlock *BB : *It)
        for (const Instruction &I : *BB)
          if (auto *CB = dyn_cast<CallBase>(&I))
            Result.push_back(CB);
    }
  }
  return Result;
}

SourceTies tiesOf(const Module &M, const SlicingNotes &Notes) {
  return {.Unseen = sorted(Notes.Unseen),
          .Reading = callersOf(Notes.Reading),
          .InLoops = calledOutside(M, callsInLoops(M))};
}

} // namespace foreslice
