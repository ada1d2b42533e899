//===- TaskMarks.cpp - where tasks of OpenMP begin and end ----------------===//
//
// See TaskMarks.h.
//
//===----------------------------------------------------------------------===//

#include "lower/TaskMarks.h"
#include "model/AbiFunctions.h"
#include "model/Tasks.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace foreslice {

static bool isMarked(const Function &F) {
  auto *First =
      dyn_cast<CallBase>(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  return First && isAbiCall(*First) &&
         First->getCalledFunction()->getName() == "foreslice_task_begins";
}

static void call(Abi Name, BasicBlock::iterator It) {
  IRBuilder<> B(It->getParent(), It);
  B.SetCurrentDebugLocation(DebugLoc::getDropped());
  callAbi(B, Name, {});
}

void markTasks(Module &M, const ReaderFunctions &Readers) {
  SmallSetVector<Function *, 4> Tasks;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *CB = dyn_cast<CallBase>(&I))
        if (Function *Task = taskOf(*CB); Task && !Task->isDeclaration() &&
                                          Readers.reads(*Readers.seen(*Task)))
          Tasks.insert(Task);
  for (Function *Task : Tasks) {
    if (isMarked(*Task))
      continue;
    call(Abi::foreslice_task_begins,
         Task->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    for (BasicBlock &BB : *Task)
      if (isa<ReturnInst>(BB.getTerminator()))
        call(Abi::foreslice_task_ends, BB.getTerminator()->getIterator());
  }
}

} // namespace foreslice
