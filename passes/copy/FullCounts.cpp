//===- FullCounts.cpp - accesses deliver what they are asked for ----------===//
//
// See FullCounts.h.
//
//===----------------------------------------------------------------------===//

#include "copy/FullCounts.h"
#include "model/IOModel.h"

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

/// What I does to the status: fills it as an access or its completion does, in
/// some other way (a received message), or nothing.
static Effect effectOnStatus(const Value *Status, Instruction &I) {
  auto *CB = dyn_cast<CallBase>(&I);
  if (!CB || isa<IntrinsicInst>(CB))
    return Effect::None;
  const IOCall *Call = lookupIOCall(*CB);
  if (Call && Call->Kind == IOKind::GetCount)
    return Effect::None;
  auto IsStatus = [&](const Value *Arg) {
    return Arg->getType()->isPointerTy() && Arg->stripPointerCasts() == Status;
  };
  if (none_of(CB->args(), IsStatus))
    return Effect::None;
  const IOCall *Filler = Call ? Call : lookupWait(*CB);
  return Filler && Filler->has(Role::Status) &&
                 IsStatus(Filler->argument(*CB, Role::Status))
             ? Effect::Access
             : Effect::Unknown;
}

/// Whether I starts the access that Completer, an MPI_Wait or the end of a
/// split access, is about.
static Effect effectOnStart(const CallBase &Completer, Instruction &I) {
  auto *CB = dyn_cast<CallBase>(&I);
  const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
  if (const IOCall *End = lookupIOCall(Completer))
    return Call && Call->Complete == Completion::AtEnd &&
                   Call->argument(*CB, Role::File) ==
                       End->argument(Completer, Role::File)
               ? Effect::Access
               : Effect::None;
  const Value *Request = lookupWait(Completer)
                             ->argument(Completer, Role::Request)
                             ->stripPointerCasts();
  auto IsRequest = [&](const Value *Arg) {
    return Arg->getType()->isPointerTy() && Arg->stripPointerCasts() == Request;
  };
  if (!CB || isa<IntrinsicInst>(CB) || none_of(CB->args(), IsRequest))
    return Effect::None;
  return Call && Call->Complete == Completion::AtWait &&
                 IsRequest(Call->argument(*CB, Role::Request))
             ? Effect::Access
             : Effect::Unknown;
}

/// The last call before From on each path that has the effect; empty if a path
/// has none.
static SmallVector<CallBase *>
lastBefore(CallBase &From, function_ref<Effect(Instruction &)> On) {
  SmallVector<CallBase *> Result;
  SmallPtrSet<BasicBlock *, 16> Seen;
  SmallVector<BasicBlock::iterator> Worklist{From.getIterator()};
  while (!Worklist.empty()) {
    BasicBlock::iterator At = Worklist.pop_back_val();
    BasicBlock *BB = At->getParent();
    Effect Found = Effect::None;
    while (Found == Effect::None && At != BB->begin())
      Found = On(*--At);
    if (Found == Effect::Access) {
      Result.push_back(cast<CallBase>(&*At));
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

/// The accesses that the status Question asks about may be of; empty if that is
/// not clear.
static SmallVector<Access> accessesBefore(CallBase &Question,
                                          const IOCall &Kind) {
  const Value *Status =
      Kind.argument(Question, Role::Status)->stripPointerCasts();
  SmallVector<Access> Result;
  for (CallBase *Filled : lastBefore(Question, [&](Instruction &I) {
         return effectOnStatus(Status, I);
       })) {
    const IOCall *Call = lookupIOCall(*Filled);
    if (Call && Call->Kind != IOKind::AccessEnd) {
      Result.push_back({Filled, Call});
      continue;
    }
    SmallVector<CallBase *> Starts = lastBefore(
        *Filled, [&](Instruction &I) { return effectOnStart(*Filled, I); });
    if (Starts.empty())
      return {};
    for (CallBase *Start : Starts)
      Result.push_back({Start, lookupIOCall(*Start)});
  }
  return Result;
}

static bool assumeFull(CallBase &Question, const IOCall &Kind) {
  SmallVector<Access> Accesses = accessesBefore(Question, Kind);
  if (Accesses.empty() || any_of(Accesses, [&](const Access &A) {
        return A.Kind->argument(*A.Call, Role::Datatype) !=
               Kind.argument(Question, Role::Datatype);
      }))
    return false;
  BasicBlock &Entry = Question.getFunction()->getEntryBlock();
  IRBuilder<> B(&Entry, Entry.begin());
  Type *T = Kind.answerType(B.getContext());
  AllocaInst *Count = B.CreateAlloca(T);
  for (const Access &A : Accesses) {
    B.SetInsertPoint(A.Call->getNextNode());
    B.CreateStore(
        B.CreateIntCast(A.Kind->argument(*A.Call, Role::Count), T, true),
        Count);
  }
  B.SetInsertPoint(&Question);
  B.CreateStore(B.CreateLoad(T, Count), Kind.answer(Question));
  return true;
}

/// Whether what is loaded from Answer is compared.
static bool decides(const Value *Answer) {
  auto IsCompared = [](const User *Load) {
    return isa<LoadInst>(Load) && any_of(Load->users(), [](const User *U) {
             return isa<CmpInst, SwitchInst>(U);
           });
  };
  return any_of(Answer->stripPointerCasts()->users(), IsCompared);
}

bool assumeFullCounts(Function &F, SmallVectorImpl<DebugLoc> &Deciding) {
  SmallVector<Access> Questions;
  for (Instruction &I : instructions(F))
    if (auto *CB = dyn_cast<CallBase>(&I))
      if (const IOCall *Call = lookupIOCall(*CB);
          Call && Call->Kind == IOKind::GetCount)
        Questions.push_back({CB, Call});
  bool Changed = false;
  for (auto [Question, Kind] : Questions)
    if (assumeFull(*Question, *Kind)) {
      if (decides(Kind->answer(*Question)))
        Deciding.push_back(Question->getDebugLoc());
      Question->eraseFromParent();
      Changed = true;
    }
  return Changed;
}

} // namespace foreslice
