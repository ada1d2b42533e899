//===- AccessCounts.cpp - how much accesses deliver -----------------------===//
//
// See AccessCounts.h.
//
//===----------------------------------------------------------------------===//

#include "copy/AccessCounts.h"
#include "copy/AnalysisModule.h"
#include "model/FortranNames.h"
#include "model/IOModel.h"
#include "model/LibraryCalls.h"

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

/// The effect of I on the status: filled by an access or the access's
/// completion, changed in another way (a received message), or none.
static Effect effectOnStatus(const Value *Status, Instruction &I) {
  auto *CB = dyn_cast<CallBase>(&I);
  if (!CB || isa<IntrinsicInst>(CB))
    return Effect::None;
  const IOCall *Call = lookupIOCall(*CB);
  const Function *F = CB->getCalledFunction();
  if ((Call && Call->Kind == IOKind::GetCount) ||
      (F && F->getName() == BeginMarkerName))
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

/// Whether I starts the access completed by Completer, an MPI_Wait or the end
/// of a split access.
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

/// The last call before From with an effect, on each path; empty if a path has
/// none, unless such a path does not count.
static SmallVector<CallBase *>
lastBefore(CallBase &From, function_ref<Effect(Instruction &)> On,
           bool CountsEmptyPaths = true) {
  SmallVector<CallBase *> Result;
  SmallPtrSet<BasicBlock *, 16> Seen;
  SmallVector<BasicBlock::iterator> Worklist{From.getIterator()};
  while (!Worklist.empty()) {
    BasicBlock::iterator It = Worklist.pop_back_val();
    BasicBlock *BB = It->getParent();
    Effect Found = Effect::None;
    while (Found == Effect::None && It != BB->begin())
      Found = On(*--It);
    if (Found == Effect::Access) {
      Result.push_back(cast<CallBase>(&*It));
    } else if (Found == Effect::Unknown ||
               (CountsEmptyPaths && pred_empty(BB))) {
      return {};
    } else {
      for (BasicBlock *Pred : predecessors(BB))
        if (Seen.insert(Pred).second)
          Worklist.push_back(Pred->getTerminator()->getIterator());
    }
  }
  return Result;
}

/// The accesses that may have filled Question's status; empty if unclear.
static SmallVector<Access> accessesBefore(CallBase &Question,
                                          const IOCall &Kind) {
  const Value *Status =
      Kind.argument(Question, Role::Status)->stripPointerCasts();
  SmallVector<Access> Result;
  auto On = [&](Instruction &I) { return effectOnStatus(Status, I); };
  // A variable of the function has no value where nothing has filled it.
  for (CallBase *Filled : lastBefore(
           Question, On, /*CountsEmptyPaths=*/!isa<AllocaInst>(Status))) {
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

static constexpr char CountName[] = "foreslice.count";

bool isReadCount(const Instruction &I) {
  auto *CB = dyn_cast<CallBase>(&I);
  const Function *F = CB ? CB->getCalledFunction() : nullptr;
  return F && F->getName().starts_with(CountName);
}

Value *countedType(const CallBase &Count) { return Count.getArgOperand(1); }

Value *fullCount(const CallBase &Count) { return Count.getArgOperand(2); }

namespace {

/// A question about an access: the datatype of counted items, and the number of
/// counted items in each item of the access. Of a datatype that the program
/// makes, the slice asks for the size: an item has Size / ItemBytes items.
struct Asked {
  Access Of;
  Value *Type;
  uint64_t Times;
  Value *Made = nullptr; ///< The access's datatype, if made.
  uint64_t ItemBytes = 1;
};

} // namespace

/// Assumes that a variable with a datatype is unchanged until the question.
static bool isSameType(Value *A, Value *B) {
  auto *LoadA = dyn_cast<LoadInst>(A), *LoadB = dyn_cast<LoadInst>(B);
  return A == B || (LoadA && LoadB &&
                    LoadA->getPointerOperand()->stripPointerCasts() ==
                        LoadB->getPointerOperand()->stripPointerCasts());
}

/// None if the items of A are not whole items of Other.
static std::optional<Asked> askedOf(const Access &A, Value *Other) {
  Value *Type = A.Kind->argument(*A.Call, Role::Datatype);
  if (isSameType(Type, Other))
    return Asked{A, Type, 1};
  uint64_t Size = predefinedTypeSize(Type);
  uint64_t OtherSize = predefinedTypeSize(Other);
  if (!Size && OtherSize && !isFromFortran(*A.Call))
    return Asked{A, Other, 1, Type, OtherSize};
  if (!Size || !OtherSize || Size % OtherSize != 0)
    return std::nullopt;
  return Asked{A, Other, Size / OtherSize};
}

/// The size of a datatype in bytes, by a call that the slice asks the run time.
static Value *sizeOf(IRBuilder<> &B, Value *Type) {
  Function *F = B.GetInsertBlock()->getParent();
  BasicBlock &Entry = F->getEntryBlock();
  AllocaInst *Size =
      IRBuilder<>(&Entry, Entry.begin()).CreateAlloca(B.getInt32Ty());
  FunctionCallee TypeSize = F->getParent()->getOrInsertFunction(
      "MPI_Type_size", B.getInt32Ty(), Type->getType(), B.getPtrTy());
  CallInst *Call = B.CreateCall(TypeSize, {Type, Size});
  // The program's own calls of the function keep their attributes.
  Call->setDoesNotThrow();
  Call->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  return B.CreateSExt(B.CreateLoad(B.getInt32Ty(), Size), B.getInt64Ty());
}

/// The count delivered by the access. For a read, the call's result is the
/// argument of foreslice.count.
static Value *countOf(IRBuilder<> &B, const Asked &What, bool AsksRunTime) {
  CallBase &Call = *What.Of.Call;
  Value *Full = B.CreateIntCast(What.Of.Kind->argument(Call, Role::Count),
                                B.getInt64Ty(), true);
  Value *Times = What.Made ? sizeOf(B, What.Made) : B.getInt64(What.Times);
  Full = B.CreateMul(Full, Times);
  if (What.Made)
    Full = B.CreateSDiv(Full, B.getInt64(What.ItemBytes));
  if (!AsksRunTime)
    return Full;
  // The datatypes of another MPI library are of another type.
  StringRef Name = What.Type->getType()->isPointerTy() ? "" : ".int";
  FunctionCallee Count = Call.getModule()->getOrInsertFunction(
      (CountName + Name).str(), B.getInt64Ty(), Call.getType(),
      What.Type->getType(), B.getInt64Ty());
  auto *F = cast<Function>(Count.getCallee());
  F->setDoesNotThrow();
  F->setWillReturn();
  F->setDoesNotAccessMemory();
  return B.CreateCall(Count, {&Call, What.Type, Full});
}

static bool answer(CallBase &Question, const IOCall &Kind,
                   const SmallPtrSetImpl<CallBase *> &InRegion) {
  SmallVector<Asked> All;
  for (const Access &A : accessesBefore(Question, Kind)) {
    std::optional<Asked> What =
        askedOf(A, Kind.argument(Question, Role::Datatype));
    if (!What)
      return false;
    All.push_back(*What);
  }
  if (All.empty())
    return false;
  BasicBlock &Entry = Question.getFunction()->getEntryBlock();
  IRBuilder<> B(&Entry, Entry.begin());
  AllocaInst *Answer = B.CreateAlloca(B.getInt64Ty());
  for (const Asked &What : All) {
    B.SetInsertPoint(What.Of.Call->getNextNode());
    B.SetCurrentDebugLocation(Question.getDebugLoc());
    bool AsksRunTime =
        What.Of.Kind->isRead() && InRegion.contains(What.Of.Call);
    B.CreateStore(countOf(B, What, AsksRunTime), Answer);
  }
  B.SetInsertPoint(&Question);
  Value *Count = B.CreateLoad(B.getInt64Ty(), Answer);
  B.CreateStore(B.CreateTrunc(Count, Kind.answerType(B.getContext())),
                Kind.answer(Question));
  return true;
}

/// Whether values loaded from Answer are compared.
static bool decides(const Value *Answer) {
  auto IsCompared = [](const User *Load) {
    return isa<LoadInst>(Load) && any_of(Load->users(), [](const User *U) {
             return isa<CmpInst, SwitchInst>(U);
           });
  };
  return any_of(Answer->stripPointerCasts()->users(), IsCompared);
}

bool answerCounts(Function &F, ArrayRef<CallBase *> InRegion,
                  SmallVectorImpl<DebugLoc> &Deciding) {
  SmallPtrSet<CallBase *, 16> Asking(InRegion.begin(), InRegion.end());
  SmallVector<Access> Questions;
  for (Instruction &I : instructions(F))
    if (auto *CB = dyn_cast<CallBase>(&I))
      if (const IOCall *Call = lookupIOCall(*CB);
          Call && Call->Kind == IOKind::GetCount)
        Questions.push_back({CB, Call});
  bool Changed = false;
  for (auto [Question, Kind] : Questions)
    if (answer(*Question, *Kind, Asking)) {
      if (decides(Kind->answer(*Question)))
        Deciding.push_back(Question->getDebugLoc());
      Question->eraseFromParent();
      Changed = true;
    }
  return Changed;
}

AssumedFullCounts::AssumedFullCounts(Function &F) {
  for (Instruction &I : instructions(F))
    if (isReadCount(I)) {
      auto &Count = cast<CallBase>(I);
      for (Use &U : Count.uses())
        Uses.emplace_back(&Count, &U);
    }
  for (auto [Count, U] : Uses)
    U->set(fullCount(*Count));
}

AssumedFullCounts::~AssumedFullCounts() {
  for (auto [Count, U] : Uses)
    U->set(Count);
}

} // namespace foreslice
