//===- Scouting.cpp - the work of a slice without waiting -----------------===//
//
// See Scouting.h.
//
//===----------------------------------------------------------------------===//

#include "slice/Scouting.h"
#include "model/Frontend.h"
#include "model/IOModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace foreslice {

/// Whether the run time ends a slice that stays in L for ever.
static bool endsInRunTime(const Loop &L) {
  return any_of(L.blocks(), [](const BasicBlock *BB) {
    return any_of(*BB, [](const Instruction &I) {
      auto *CB = dyn_cast<CallBase>(&I);
      const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
      return Call && Call->isRead() && Call->Family.endsBehindData();
    });
  });
}

bool LoopExits::hasOthers(const Loop &L) const {
  auto [It, New] = Others.try_emplace(&L);
  if (New) {
    SmallVector<BasicBlock *> Exiting;
    L.getExitingBlocks(Exiting);
    It->second = Exiting.size() > 1 || endsInRunTime(L);
  }
  return It->second;
}

/// The loop that the conditional branch T may leave; null if there is none.
static const Loop *loopLeftBy(const Instruction &T, const LoopInfo &LI) {
  auto *Br = dyn_cast<BranchInst>(&T);
  const Loop *L = LI.getLoopFor(T.getParent());
  return Br && Br->isConditional() && L && L->isLoopExiting(T.getParent())
             ? L
             : nullptr;
}

bool LoopExits::mayBeGuessed(const Instruction &T) const {
  if (givesUp(T))
    return true;
  const Loop *L = loopLeftBy(T, LI);
  return L && hasOthers(*L) &&
         L->contains(T.getSuccessor(0)) != L->contains(T.getSuccessor(1));
}

bool LoopExits::givesUp(const Instruction &T) const {
  if (!IsRest || !Ways.wayOn(T))
    return false;
  const Loop *L = LI.getLoopFor(T.getParent());
  SmallVector<BasicBlock *> Exiting;
  if (L)
    L->getExitingBlocks(Exiting);
  return !is_contained(Exiting, T.getParent()) || Exiting.size() > 1;
}

BasicBlock *LoopExits::within(const Instruction &Exit) const {
  if (givesUp(Exit))
    return Ways.wayOn(Exit);
  const Loop *L = loopLeftBy(Exit, LI);
  return Exit.getSuccessor(L->contains(Exit.getSuccessor(0)) ? 0 : 1);
}

/// Whether the slice waits for the main thread's results of CB.
bool ScoutPlanner::waitsFor(const CallBase &CB) const {
  auto *Key = const_cast<CallBase *>(&CB);
  return Plan.Forwarded.contains(Key) && !Plan.OpensAhead.contains(Key);
}

SmallPtrSet<Instruction *, 32>
ScoutPlanner::findDependent(ArrayRef<Instruction *> Roots,
                            SmallSetVector<Instruction *, 4> &Taken) const {
  DenseMap<Instruction *, SmallVector<BasicBlock *, 4>> Controlled;
  for (auto &[BB, Terminators] : Plan.ControlDependences)
    for (Instruction *T : Terminators)
      Controlled[T].push_back(BB);
  SmallPtrSet<Instruction *, 32> Dependent;
  SmallPtrSet<BasicBlock *, 16> Undecided;
  SmallVector<Instruction *> Work;
  auto Add = [&](Instruction *I) {
    if (Plan.Needed.contains(I) && Dependent.insert(I).second)
      Work.push_back(I);
  };
  for (Instruction *I : Roots)
    Add(I);
  while (!Work.empty()) {
    Instruction *I = Work.pop_back_val();
    if (auto It = Uses.Users.find(I); It != Uses.Users.end())
      for (Instruction *User : It->second)
        Add(User);
    if (!I->isTerminator())
      continue;
    if (Exits.mayBeGuessed(*I)) {
      Taken.insert(I);
      continue;
    }
    for (BasicBlock *BB : Controlled[I]) {
      if (!Undecided.insert(BB).second)
        continue;
      for (Instruction &J : *BB)
        Add(&J);
      for (BasicBlock *Next : successors(BB))
        for (PHINode &Phi : Next->phis())
          Add(&Phi);
    }
  }
  return Dependent;
}

/// The instructions of the slice that depend on a wait. Exits of loops with
/// other exits are assumed never to be taken.
SmallPtrSet<Instruction *, 32>
ScoutPlanner::findTainted(ScoutPlan &Scout) const {
  SmallVector<Instruction *> Waits;
  for (auto [User, Read] : Uses.DataUsers)
    if (!Scout.DataReads.contains(Read))
      Waits.push_back(User);
  for (auto &[CB, Parts] : Plan.Forwarded)
    if (waitsFor(*CB))
      Waits.push_back(CB);
  SmallSetVector<Instruction *, 4> Taken;
  auto Tainted = findDependent(Waits, Taken);
  for (Instruction *Exit : Taken)
    Scout.Stays[Exit] = Exits.within(*Exit);
  return Tainted;
}

/// Whether the scout fetches a read ahead of a wait of the slice, in a loop.
bool ScoutPlanner::isFetchedAhead(const ScoutPlan &Scout) const {
  SmallVector<CallBase *> Waits;
  for (CallBase *Read : Plan.DataReads)
    if (!Scout.DataReads.contains(Read))
      Waits.push_back(Read);
  for (auto &[CB, Parts] : Plan.Forwarded)
    if (waitsFor(*CB))
      Waits.push_back(CB);
  // A read in the loop of a wait comes before the wait, if only in another
  // iteration.
  auto Outermost = [&](const CallBase *CB) {
    const Loop *Found = nullptr;
    for (const Loop *L = Exits.loops().getLoopFor(CB->getParent()); L;
         L = L->getParentLoop())
      if (InRegion.contains(L->getHeader()))
        Found = L;
    return Found;
  };
  SmallPtrSet<const Loop *, 4> Waiting;
  for (CallBase *Wait : Waits)
    Waiting.insert(Outermost(Wait));
  Waiting.erase(nullptr);
  return any_of(Plan.Reads, [&](CallBase *Read) {
    return Scout.Needed.contains(Read) && !Scout.DataReads.contains(Read) &&
           !Scout.Counted.contains(Read) && Waiting.contains(Outermost(Read));
  });
}

void ScoutPlanner::plan() {
  const ScoutPlan *Before = nullptr;
  while (Plan.Scouts.size() < FORESLICE_MAX_SCOUTS) {
    std::optional<ScoutPlan> Next = planNext(Before);
    if (!Next)
      return;
    Plan.Scouts.push_back(std::move(*Next));
    Before = &Plan.Scouts.back();
  }
}

/// Has the scout, which leaves out Lost, leave out all calls on Lost's file
/// behind Lost, up to the next open under the same number. False if the file is
/// unknown, or the scout needs a result of these calls.
bool ScoutPlanner::leaveOutBehind(CallBase &Lost, ScoutPlan &Scout) const {
  const IOCall &C = *lookupIOCall(Lost);
  if (C.isOpen() || !C.has(Role::File))
    return false;
  const Value *File = C.argument(Lost, Role::File);
  enum class Way { On, Ends, Fails };
  auto Behind = [&](Instruction &I) {
    auto *CB = dyn_cast<CallBase>(&I);
    const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
    if (!Call || !Scout.Needed.contains(CB) || !Call->has(Role::File))
      return Way::On;
    const Value *Other = Call->argument(*CB, Role::File);
    if (Other != File)
      return isa<ConstantInt>(File) && isa<ConstantInt>(Other) ? Way::On
                                                               : Way::Fails;
    if (Call->isOpen())
      return Call->isStep() ? Way::Ends : Way::Fails;
    Scout.Needed.erase(CB);
    return any_of(
               Uses.Users.lookup(CB),
               [&](Instruction *User) { return Scout.Needed.contains(User); })
               ? Way::Fails
               : Way::On;
  };
  SmallPtrSet<BasicBlock *, 16> Seen;
  SmallVector<Instruction *> Worklist = {Lost.getNextNode()};
  while (!Worklist.empty()) {
    Instruction *First = Worklist.pop_back_val();
    BasicBlock *BB = First->getParent();
    Way Goes = Way::On;
    for (Instruction &I : make_range(First->getIterator(), BB->end()))
      if (Goes == Way::On)
        Goes = Behind(I);
    if (Goes == Way::Fails)
      return false;
    if (Goes == Way::On)
      for (BasicBlock *Next : successors(BB))
        if (InRegion.contains(Next) && Seen.insert(Next).second)
          Worklist.push_back(&Next->front());
  }
  return true;
}

std::optional<ScoutPlan> ScoutPlanner::planNext(const ScoutPlan *Before) const {
  ScoutPlan Scout;
  for (CallBase *Read : Plan.Reads)
    if (Before && Before->Needed.contains(Read))
      (Plan.DataReads.contains(Read) ? Scout.DataReads : Scout.Counted)
          .insert(Read);
  // Where the next text is, only the slice knows.
  if (any_of(Plan.Reads,
             [](CallBase *Read) { return lookupIOCall(*Read)->isText(); }))
    return std::nullopt;
  SmallPtrSet<Instruction *, 32> Tainted = findTainted(Scout);
  // A scout without one of the draws would draw other numbers.
  if (Tainted.empty() ||
      any_of(Plan.Draws, [&](CallBase *CB) { return Tainted.contains(CB); }))
    return std::nullopt;
  for (Instruction *I : Plan.Needed)
    if (!Tainted.contains(I))
      Scout.Needed.insert(I);
  for (CallBase *Read : Scout.DataReads) {
    auto *Point = dyn_cast<Instruction>(
        lookupIOCall(*Read)->argument(*Read, Role::Buffer));
    if (Point && Tainted.contains(Point))
      return std::nullopt;
  }
  for (auto &[T, Next] : Scout.Stays) {
    const Loop *L = Exits.loops().getLoopFor(T->getParent());
    if (!L || !L->isLoopExiting(T->getParent()))
      continue;
    SmallVector<BasicBlock *> Exiting;
    L->getExitingBlocks(Exiting);
    if (none_of(Exiting, [&](BasicBlock *BB) {
          return Scout.Needed.contains(BB->getTerminator());
        }))
      return std::nullopt;
  }
  bool LosesPointer = false;
  for (Instruction *I : Tainted) {
    auto *CB = dyn_cast<CallBase>(I);
    const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
    // Reads by mappings move nothing, and are left out.
    if (!Call || !Call->isTraced() || Call->isMapped())
      continue;
    if (!Call->Family.maySkip(*Call)) {
      if (!leaveOutBehind(*CB, Scout))
        return std::nullopt;
      continue;
    }
    auto *File = dyn_cast<Instruction>(Call->argument(*CB, Role::File));
    bool IsMade = none_of(
        Plan.ControlDependences.lookup(CB->getParent()), [&](Instruction *T) {
          return Tainted.contains(T) && !Scout.Stays.contains(T);
        });
    if (IsMade && !(File && Tainted.contains(File)))
      Scout.Skipped.insert(CB);
    else
      LosesPointer |= Call->movesPointer();
  }
  bool ReadsAtPointer = any_of(Plan.Reads, [&](CallBase *Read) {
    return Scout.Needed.contains(Read) && lookupIOCall(*Read)->movesPointer();
  });
  if ((LosesPointer && ReadsAtPointer) || !isFetchedAhead(Scout))
    return std::nullopt;
  return Scout;
}

} // namespace foreslice
