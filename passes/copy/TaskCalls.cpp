//===- TaskCalls.cpp - tasks of OpenMP in a working copy ------------------===//
//
// See TaskCalls.h.
//
//===----------------------------------------------------------------------===//

#include "copy/TaskCalls.h"
#include "model/Tasks.h"
#include "regions/Regions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace foreslice {

/// A variable of Bytes in F.
static AllocaInst *variableIn(Function &F, uint64_t Bytes, const char *Name) {
  BasicBlock &Entry = F.getEntryBlock();
  IRBuilder<> B(&Entry, Entry.begin());
  AllocaInst *A =
      B.CreateAlloca(ArrayType::get(B.getInt8Ty(), Bytes), nullptr, Name);
  A->setAlignment(Align(16));
  return A;
}

/// The calls that hand the task of Alloc to the team; none for a loop cut into
/// tasks by the library.
static SmallVector<CallBase *> startsOf(CallBase &Alloc) {
  SmallVector<CallBase *> Starts;
  for (User *U : Alloc.users()) {
    auto *CB = dyn_cast<CallBase>(U);
    if (CB && startedTask(*CB) == &Alloc)
      Starts.push_back(CB);
  }
  return Starts;
}

/// Turns the task into an empty variable; the first member leads to memory
/// shared by the threads.
static void makeVariable(CallBase &Alloc) {
  Function &F = *Alloc.getFunction();
  for (User *U : make_early_inc_range(Alloc.users()))
    if (auto *CB = dyn_cast<CallBase>(U); CB && announcesTask(*CB))
      CB->eraseFromParent();
  AllocaInst *Task = variableIn(F, sizeOfTask(Alloc), "task");
  IRBuilder<> B(&Alloc);
  B.CreateLifetimeStart(Task);
  if (uint64_t Shareds = sizeOfShareds(Alloc)) {
    AllocaInst *Shared = variableIn(F, Shareds, "shareds");
    B.CreateLifetimeStart(Shared);
    B.CreateStore(Shared, Task);
  }
  // Not replaceAllUsesWith(): the map of copies would follow.
  Alloc.replaceUsesWithIf(Task, [](Use &) { return true; });
  Alloc.eraseFromParent();
}

static void callTask(CallBase &Start, Function &Runs) {
  IRBuilder<> B(&Start);
  B.CreateCall(&Runs, {startingThread(Start), startedTask(Start)});
  Start.replaceUsesWithIf(ConstantInt::get(Start.getType(), 0),
                          [](Use &) { return true; });
  Start.eraseFromParent();
}

static void addCallees(Function &F, SmallPtrSetImpl<const Function *> &To) {
  if (F.isDeclaration() || !To.insert(&F).second)
    return;
  for (Instruction &I : instructions(F))
    if (auto *CB = dyn_cast<CallBase>(&I))
      if (Function *Callee = CB->getCalledFunction())
        addCallees(*Callee, To);
}

SmallPtrSet<const Function *, 4> callTasks(Module &Copy) {
  SmallPtrSet<const Function *, 4> InTasks;
  SmallVector<CallBase *> Allocs;
  for (Function &F : Copy)
    for (Instruction &I : instructions(F))
      if (auto *CB = dyn_cast<CallBase>(&I); CB && taskOf(*CB))
        Allocs.push_back(CB);
  if (Allocs.empty())
    return InTasks;
  ReaderFunctions Readers(Copy);
  erase_if(Allocs,
           [&](CallBase *CB) { return !Readers.makesReadingTask(*CB); });
  for (CallBase *Alloc : Allocs) {
    Function &Runs = *taskOf(*Alloc);
    SmallVector<CallBase *> Starts = startsOf(*Alloc);
    if (Starts.empty() || sizeOfTask(*Alloc) == 0)
      continue;
    makeVariable(*Alloc);
    for (CallBase *Start : Starts)
      callTask(*Start, Runs);
    addCallees(Runs, InTasks);
  }
  return InTasks;
}

} // namespace foreslice
