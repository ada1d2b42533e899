//===- FullCounts.cpp - accesses deliver what they are asked for ----------===//
//
// See FullCounts.h.
//
//===----------------------------------------------------------------------===//

#include "FullCounts.h"
#include "IOModel.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace foreslice {

namespace {

struct Access {
  CallBase *Call;
  const IOCall *Kind;
};

enum class Effect { None, Access, Unknown };

} // namespace

/// What I does to the status: fills it as an access does, in some other way
/// (a received message), or nothing.
static Effect effectOn(const Value *Status, Instruction &I) {
  auto *CB = dyn_cast<CallBase>(&I);
  if (!CB || isa<IntrinsicInst>(CB))
    return Effect::None;
  const IOCall *Call = lookupIOCall(*CB);
  if (Call && Call->Kind == IOKind::GetCount)
    return Effect::None;
  auto IsStatus = [&](const Use &Arg) {
    return Arg->getType()->isPointerTy() && Arg->stripPointerCasts() == Status;
  };
  if (none_of(CB->args(), IsStatus))
    return Effect::None;
  return Call && (Call->isRead() || Call->isWrite()) &&
                 IsStatus(CB->getArgOperandUse(Call->Status))
             ? Effect::Access
             : Effect::Unknown;
}

/// The last access before Question on each path; empty if a path has none.
static SmallVector<Access> accessesBefore(CallBase &Question) {
  const Value *Status = Question.getArgOperand(0)->stripPointerCasts();
  SmallVector<Access> Result;
  SmallPtrSet<BasicBlock *, 16> Seen;
  SmallVector<BasicBlock::iterator> Worklist{Question.getIterator()};
  while (!Worklist.empty()) {
    BasicBlock::iterator At = Worklist.pop_back_val();
    BasicBlock *BB = At->getParent();
    Effect Found = Effect::None;
    while (Found == Effect::None && At != BB->begin())
      Found = effectOn(Status, *--At);
    if (Found == Effect::Access) {
      auto *Call = cast<CallBase>(&*At);
      Result.push_back({Call, lookupIOCall(*Call)});
    } else if (Found == Effect::Unknown || pred_empty(BB)) {
      return {};
    } else {
      for (BasicBlock *Pred : predecessors(BB))
        if (Seen.insert(Pred).second)
          Worklist.push_back(Pred->getTerminator()->getIterator());
    }
  }
  return Result;
}

static bool assumeFull(CallBase &Question) {
  SmallVector<Access> Accesses = accessesBefore(Question);
  if (Accesses.empty() || any_of(Accesses, [&](const Access &A) {
        return A.Call->getArgOperand(A.Kind->Datatype) !=
               Question.getArgOperand(1);
      }))
    return false;
  StringRef Name = Question.getCalledFunction()->getName();
  bool Wide = Name.ends_with("_x") || Name.ends_with("_c");
  BasicBlock &Entry = Question.getFunction()->getEntryBlock();
  IRBuilder<> B(&Entry, Entry.begin());
  Type *T = Wide ? B.getInt64Ty() : B.getInt32Ty();
  AllocaInst *Count = B.CreateAlloca(T);
  for (const Access &A : Accesses) {
    B.SetInsertPoint(A.Call->getNextNode());
    B.CreateStore(
        B.CreateIntCast(A.Call->getArgOperand(A.Kind->Count), T, true), Count);
  }
  B.SetInsertPoint(&Question);
  B.CreateStore(B.CreateLoad(T, Count), Question.getArgOperand(2));
  return true;
}

bool assumeFullCounts(Function &F) {
  SmallVector<CallBase *> Questions;
  for (Instruction &I : instructions(F))
    if (auto *CB = dyn_cast<CallBase>(&I))
      if (const IOCall *Call = lookupIOCall(*CB);
          Call && Call->Kind == IOKind::GetCount && CB->arg_size() == 3)
        Questions.push_back(CB);
  bool Changed = false;
  for (CallBase *Question : Questions)
    if (assumeFull(*Question)) {
      Question->eraseFromParent();
      Changed = true;
    }
  return Changed;
}

} // namespace foreslice
