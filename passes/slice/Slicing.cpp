//===- Slicing.cpp - the contents of a slice ------------------------------===//
//
// See Slicing.h. M. Weiser, "Program Slicing", IEEE TSE 10(4), 1984; control
// dependence after Ferrante, Ottenstein and Warren, TOPLAS 9(3), 1987.
//
//===----------------------------------------------------------------------===//

#include "slice/Slicing.h"
#include "copy/SourceNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace foreslice {

Slicer::Slicer(WorkingCopy &Copy, const ControlFlow &Flow, MemoryModel &Memory,
               SlicerOptions Options, ArrayRef<Instruction *> Guesses)
    : Copy(Copy), DL(Copy.function().getParent()->getDataLayout()), Flow(Flow),
      Memory(Memory), Guesses(Guesses), Options(Options),
      InRegion(Copy.region().begin(), Copy.region().end()) {}

void Slicer::refuse(Purpose P, RemarkId Why, const Instruction &Point,
                    ArrayRef<std::string> Args) {
  if (Refused)
    return;
  Refused = true;
  std::string Subject = P.Role;
  if (P.IO)
    Subject = (Twine(P.Role) + " " + calleeName(*P.IO)).str();
  Reason = Refusal(Why, Point.getDebugLoc(), Args, Subject);
  auto *CB = dyn_cast<CallBase>(&Point);
  const Function *Callee = CB ? CB->getCalledFunction() : nullptr;
  if (Callee && Callee->isDeclaration())
    Reason.Unseen = Callee->getName();
}

/// The blocks of a way in the region from From to To that does without Without;
/// none if there is no such way.
Slicer::Way Slicer::findWay(const BasicBlock &From, const BasicBlock &To,
                            const BasicBlock *Without) const {
  DenseMap<const BasicBlock *, const BasicBlock *> Before;
  SmallVector<const BasicBlock *> Worklist = {&From};
  while (!Worklist.empty()) {
    const BasicBlock *BB = Worklist.pop_back_val();
    for (const BasicBlock *Next : successors(BB)) {
      if (Next == Without)
        continue;
      if (Next == &To) {
        Way Blocks(std::in_place);
        Blocks->insert(&To);
        for (; BB != &From; BB = Before.lookup(BB))
          Blocks->insert(BB);
        return Blocks;
      }
      if (InRegion.contains(Next) && Before.try_emplace(Next, BB).second)
        Worklist.push_back(Next);
    }
  }
  return std::nullopt;
}

/// Whether each way to an open, from the begin of the region or from the open
/// before, leads past CB. Most blocks are not on the first way looked at.
bool Slicer::isOnTheWay(const CallBase &CB) const {
  const BasicBlock *Block = CB.getParent();
  auto Avoids = [&](const BasicBlock &From, const BasicBlock &To) {
    auto [It, New] = Ways.try_emplace({&From, &To});
    if (New)
      It->second = findWay(From, To, /*Without=*/nullptr);
    return It->second &&
           (!It->second->contains(Block) || findWay(From, To, Block));
  };
  return any_of(Options.Files, [&](const CallBase *Open) {
    const BasicBlock &To = *Open->getParent();
    return !Avoids(*Copy.begin()->getParent(), To) || !Avoids(To, To);
  });
}

/// In a slice that only says which files are opened: whether only the main
/// thread knows CB's result. The slice ends at CB. An exit of a loop that
/// depends on CB may be assumed never to be taken.
bool Slicer::isUnknown(CallBase &CB, Purpose P) {
  if (!Options.FilesOnly || Plan.OpensAhead.contains(&CB))
    return false;
  needInstruction(CB, P);
  if (Plan.Ends.insert(&CB).second && isOnTheWay(CB))
    OnTheWay.push_back(&CB);
  return true;
}

std::optional<SlicePlan> Slicer::run() {
  computeControlDependence();
  Plan.FilesOnly = Options.FilesOnly;
  Options.FilesOnly ? findOpens() : findCriteria();
  do {
    while (!Worklist.empty() && !Refused) {
      auto [I, P] = Worklist.pop_back_val();
      Visited = I;
      visit(*I, P);
      Visited = nullptr;
    }
  } while (!Refused && (equaliseForwards() || needDeallocations() ||
                        needDraws() || needHiddenEffects()));
  if (!Refused)
    checkPureReads();
  if (!Refused)
    checkSizes();
  if (!Refused)
    checkComputation();
  ScoutPlanner Scouts(Plan, Uses, Flow.Exits, InRegion);
  Scouts.findDependent(OnTheWay, WaitingExits);
  if (Refused || !OnTheWay.empty())
    return std::nullopt;
  Scouts.plan();
  measure();
  return std::move(Plan);
}

/// The call of the region that opens the file of CB; null if unknown.
CallBase *Slicer::openOf(CallBase &CB, const IOCall &Call) {
  if (!Call.has(Role::File))
    return nullptr; // A read by a mapping.
  Value *File = Call.argument(CB, Role::File);
  if (auto *Open = dyn_cast<CallBase>(File)) {
    const IOCall *Kind = lookupIOCall(*Open);
    return Kind && Kind->isOpen() ? Open : nullptr;
  }
  auto *Load = dyn_cast<LoadInst>(File);
  if (!Load || !InRegion.contains(Load->getParent()))
    return nullptr;
  const auto &Sources = Memory.sourcesOf(Load->getPointerOperand(),
                                         MemoryLocation::get(Load).Size, *Load);
  for (Instruction *Writer : Sources.Writers) {
    auto *Open = dyn_cast<CallBase>(Writer);
    const IOCall *Kind = Open ? lookupIOCall(*Open) : nullptr;
    if (Kind && Kind->isOpen())
      return Open;
  }
  return nullptr;
}

/// A slice with missing accesses would lose count: refuses such functions.
void Slicer::checkCallee(CallBase &CB) {
  const AnalysisModule &AM = Copy.analysisModule();
  const Function *F = CB.getCalledFunction();
  if (!F || F->isDeclaration() || !AM.readers().accessesFiles(*F))
    return;
  refuse({}, AM.isRecursive(*F) ? RemarkId::Recursive : RemarkId::TooLarge, CB,
         {calleeName(CB)});
}

/// Null if unknown.
static const Value *nameOfFile(const CallBase &CB, const IOCall &Call,
                               Role R = Role::File) {
  return Call.has(R) ? Call.Family.nameOfFile(Call.argument(CB, R)) : nullptr;
}

/// Adds the calls that are no reads. The slice omits calls on a file opened in
/// the region and not read there: the slice would wait for the file. Where
/// calls name files, only calls on files seen to be read belong to the slice:
/// others may be about anything.
void Slicer::addOthers(ArrayRef<std::pair<CallBase *, const IOCall *>> Others) {
  SmallPtrSet<CallBase *, 4> ReadFiles;
  SmallPtrSet<const Value *, 4> Names;
  auto MayBeRead = [&](CallBase &CB, const IOCall &Call) {
    const Value *Name = nameOfFile(CB, Call);
    return !Name || Names.contains(Name);
  };
  for (CallBase *Read : Plan.Reads) {
    const IOCall *Call = lookupIOCall(*Read);
    ReadFiles.insert(openOf(*Read, *Call));
    Names.insert(nameOfFile(*Read, *Call));
  }
  // A read by a duplicate moves the position of the original.
  for (Instruction &I : instructions(Copy.function())) {
    auto *CB = dyn_cast<CallBase>(&I);
    const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
    if (!Call || Call->Kind != IOKind::Duplicate)
      continue;
    ReadFiles.insert(openOf(*CB, *Call));
    Names.insert(nameOfFile(*CB, *Call));
  }
  // The source of a stream may have belonged to another stream before.
  for (auto [CB, Call] : reverse(Others))
    if (Call->has(Role::Source) && MayBeRead(*CB, *Call))
      Names.insert(nameOfFile(*CB, *Call, Role::Source));
  for (auto [CB, Call] : Others) {
    if (!MayBeRead(*CB, *Call))
      continue;
    CallBase *Open = openOf(*CB, *Call);
    if (Open && !ReadFiles.contains(Open))
      continue;
    needInstruction(*CB, {CB, "the execution of"});
  }
}

/// The slice ignores the results of the opens.
void Slicer::findOpens() {
  for (CallBase *Open : Options.Files) {
    if (!Flow.LI.getLoopFor(Open->getParent()))
      continue;
    needInstruction(*Open, {Open, "the execution of"});
    ++Plan.Summary.Opens;
  }
  if (Plan.Summary.Opens == 0)
    refuse({}, RemarkId::NoReads, *Copy.begin());
}

void Slicer::findCriteria() {
  SmallVector<std::pair<CallBase *, const IOCall *>> Others;
  for (BasicBlock *BB : Copy.region())
    for (Instruction &I : *BB) {
      auto *CB = dyn_cast<CallBase>(&I);
      const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
      if (CB && !Call)
        checkCallee(*CB);
      if (!Call)
        continue;
      if (Call->isRead()) {
        Plan.Reads.push_back(CB);
        needInstruction(I, {CB, "the execution of"});
      } else if (Call->isTraced()) {
        Others.emplace_back(CB, Call);
      }
    }
  addOthers(Others);
  Plan.Summary.Reads = Plan.Reads.size();
  if (Plan.Reads.empty())
    refuse({}, RemarkId::NoReads, *Copy.begin());
}

void Slicer::computeControlDependence() {
  for (BasicBlock *A : Copy.region()) {
    auto *NodeA = Flow.PDT.getNode(A);
    if (!NodeA || A->getTerminator()->getNumSuccessors() < 2)
      continue;
    for (BasicBlock *S : successors(A)) {
      for (auto *N = Flow.PDT.getNode(S); N && N != NodeA->getIDom();
           N = N->getIDom()) {
        if (!N->getBlock() || !InRegion.contains(N->getBlock()))
          continue;
        auto &Deps = Plan.ControlDependences[N->getBlock()];
        if (Deps.empty() || Deps.back() != A->getTerminator())
          Deps.push_back(A->getTerminator());
      }
    }
  }
}

/// The address of a variable may also be held in another variable: no way to
/// hand over the variable.
int Slicer::liveInIndex(const WorkingCopy &Copy, const Value *V) {
  CallInst *Begin = Copy.begin();
  for (unsigned I = 0; I < Begin->arg_size(); ++I)
    if (Begin->getArgOperand(I) == V &&
        (!isa<AllocaInst>(V) ||
         Copy.sources()[I].Kind != LiveInSource::LoadOfAlloca))
      return I;
  return -1;
}

void Slicer::needInstruction(Instruction &I, Purpose P) {
  if (Visited)
    Uses.Users[&I].push_back(Visited);
  record(I, P);
  keep(I, P);
}

void Slicer::record(Instruction &Needed, Purpose P) {
  if (!Visited)
    return;
  if (P.IO == Visited && Kind == Dependence::Data)
    Plan.Dependences.push_back(
        {Dependence::Argument, &Needed, Visited, P.Role});
  else
    Plan.Dependences.push_back({Kind, &Needed, Visited});
}

void Slicer::keep(Instruction &I, Purpose P) {
  if (Plan.Needed.insert(&I).second)
    Worklist.emplace_back(&I, P);
}

void Slicer::needExecution(BasicBlock &BB, Purpose P) {
  if (!Executed.insert(&BB).second)
    return;
  auto Deciders = Plan.ControlDependences.find(&BB);
  if (Deciders == Plan.ControlDependences.end())
    return;
  // What decides a branch that gives up may be worked out in loops. Whether the
  // branch is reached is another question.
  const bool GivesUp =
      P.Exit && P.Exit != Visited && Flow.Exits.givesUp(*P.Exit);
  for (Instruction *T : Deciders->second)
    if (!is_contained(Guesses, T))
      keep(*T, {P.IO, P.IO ? "the execution of" : P.Role,
                !GivesUp && Flow.Exits.mayBeGuessed(*T) ? T : P.Exit});
}

void Slicer::needValue(Value *V, Purpose P) {
  if (auto *C = dyn_cast<Constant>(V)) {
    auto *GV = dyn_cast<GlobalVariable>(getUnderlyingObject(C, 0));
    if (GV && GV->isThreadLocal() && P.IO)
      refuse(P, RemarkId::ThreadLocal, *P.IO);
    return;
  }
  if (isa<Argument>(V)) {
    int Index = liveInIndex(Copy, V);
    if (Index < 0)
      refuse(P, RemarkId::ArgumentLost, P.IO ? *P.IO : *Copy.begin());
    else
      Plan.LiveIns.insert(Index);
    return;
  }
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return; // Metadata, inline assembly as a callee.
  if (InRegion.contains(I->getParent()))
    needInstruction(*I, P);
  else
    needOutside(*I, P);
}

/// I is computed before the region: the launch hands over the value, or the
/// slice computes the value again from other values of the launch.
void Slicer::needOutside(Instruction &I, Purpose P) {
  if (isa<AllocaInst>(I)) {
    planObject(&I, P, I);
    return;
  }
  record(I, P);
  int Index = liveInIndex(Copy, &I);
  // An address in a variable becomes an address in the slice's copy.
  bool InVariable = isa<AllocaInst>(getUnderlyingObject(&I, 0));
  if (Index >= 0 && !InVariable) {
    Plan.LiveIns.insert(Index);
    return;
  }
  if (!Plan.Prologue.insert(&I))
    return;
  auto *Load = dyn_cast<LoadInst>(&I);
  auto *CB = dyn_cast<CallBase>(&I);
  bool Repeats = CB                ? isRepeatable(*CB)
                 : isa<PHINode>(I) ? false
                 : Load            ? Load->isSimple()
                                   : !I.mayReadOrWriteMemory();
  if (!Repeats) {
    std::string Name = sourceName(I, &Copy);
    refuse(P, RemarkId::BeforeLaunch, I,
           {Name.empty() ? "a value" : "'" + Name + "'"});
    return;
  }
  if (Load)
    planLoad(Load->getPointerOperand(), I, P);
  for (Value *Op : I.operands())
    needValue(Op, P);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void Slicer::visit(Instruction &I, Purpose P) {
  needExecution(*I.getParent(), P);
  if (auto *CB = dyn_cast<CallBase>(&I))
    return visitCall(*CB, P);
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    for (BasicBlock *BB : Phi->blocks())
      if (InRegion.contains(BB))
        needExecution(*BB, P);
  } else if (auto *Load = dyn_cast<LoadInst>(&I)) {
    if (!Load->isSimple())
      return refuse(P, RemarkId::Volatile, I);
    planLoad(Load->getPointerOperand(), I, P);
    needMemory(Load->getPointerOperand(), MemoryLocation::get(Load).Size, I, P);
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    if (!Store->isSimple())
      return refuse(P, RemarkId::Volatile, I);
    visitStoreTo(Store->getPointerOperand(), I, P);
  } else if (auto *A = dyn_cast<AllocaInst>(&I)) {
    planObject(A, P, I);
  } else if (I.mayReadOrWriteMemory()) {
    return refuse(P, RemarkId::Atomic, I);
  }
  for (Value *Op : I.operands())
    needValue(Op, P);
}

/// Refuses to repeat the program's computation on data for the next read: the
/// slice would take a core from the program.
void Slicer::checkComputation() {
  auto Read = find_if(
      Plan.Reads, [&](CallBase *CB) { return Plan.DataReads.contains(CB); });
  if (Read == Plan.Reads.end())
    return;
  SmallVector<Instruction *> Computing;
  for (BasicBlock *BB : Copy.region())
    for (Instruction &I : *BB)
      if (Plan.Needed.contains(&I) && I.getType()->isFPOrFPVectorTy() &&
          (isa<BinaryOperator>(I) || isa<CallBase>(I)) &&
          !Plan.Forwarded.contains(dyn_cast<CallBase>(&I)))
        Computing.push_back(&I);
  for (Instruction *I : Computing) {
    const Loop *L = Flow.LI.getLoopFor(I->getParent());
    bool DoesIO = L && any_of(L->blocks(), [](BasicBlock *BB) {
                    return any_of(*BB, [](Instruction &J) {
                      auto *CB = dyn_cast<CallBase>(&J);
                      return CB && lookupIOCall(*CB);
                    });
                  });
    if (L && !DoesIO)
      return refuse({*Read, "what follows"}, RemarkId::Computation, *I);
  }
}

void Slicer::measure() {
  for (BasicBlock *BB : Copy.region())
    for (Instruction &I : *BB) {
      auto *II = dyn_cast<IntrinsicInst>(&I);
      if (isMarker(I) || (II && II->isAssumeLikeIntrinsic()))
        continue;
      ++Plan.Summary.Region;
      Plan.Summary.Kept += Plan.Needed.contains(&I);
    }
  Plan.Summary.DataReads = Plan.DataReads.size();
  for (auto &[CB, Parts] : Plan.Forwarded)
    if (!Plan.OpensAhead.contains(CB) &&
        !is_contained(Plan.Summary.Forwarded, calleeName(*CB)))
      Plan.Summary.Forwarded.push_back(calleeName(*CB));
  Plan.Summary.OpensAhead = !Plan.OpensAhead.empty();
}

} // namespace foreslice
