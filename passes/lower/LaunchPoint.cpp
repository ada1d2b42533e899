//===- LaunchPoint.cpp - where the main thread starts the slice -----------===//
//
// See LaunchPoint.h.
//
//===----------------------------------------------------------------------===//

#include "lower/LaunchPoint.h"
#include "lower/InlineCost.h"
#include "lower/TaskMarks.h"
#include "model/AbiFunctions.h"
#include "model/IOModel.h"
#include "model/LibraryCalls.h"
#include "model/Observers.h"
#include "model/RandomDraws.h"
#include "model/Tasks.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace foreslice {

namespace {

/// Moves the launch up from the preheader, without passing code that a live-in
/// depends on, and only to places on a way to the loop.
class LaunchHoister {
public:
  enum class Over { NoStart, StartOfMPI };

  /// Start says whether to pass MPI_Init.
  LaunchHoister(Function &F, DominatorTree &DT, LoopInfo &LI,
                const LoweredSlice &Slice, const ReaderFunctions &Readers,
                Over Start)
      : DT(DT), LI(LI), PDT(F), Slice(Slice), Readers(Readers), Start(Start),
        TLIImpl(F.getParent()->getTargetTriple()), TLI(TLIImpl), Hidden(TLI),
        AC(F), BasicAnalysis(F.getDataLayout(), F, TLI, AC, &DT), AA(TLI) {
    AA.addAAResult(BasicAnalysis);
  }
  Instruction *hoist(Instruction *From);
  /// Whether hoist() has passed MPI_Init.
  bool hasPassedStart() const { return PassedStart; }
  /// What has kept the last hoist() from going on.
  const LaunchHold &hold() const { return Hold; }

private:
  bool mayStartMPI(const Function &F, const Function &Callee);
  RemarkId barrier(Instruction &I);
  bool passes(Instruction &I);
  bool changesLiveIn(Instruction &I);
  bool passesFreely(BasicBlock &Upper, BasicBlock &Lower);

  DominatorTree &DT;
  LoopInfo &LI;
  PostDominatorTree PDT;
  const LoweredSlice &Slice;
  const ReaderFunctions &Readers;
  const Over Start;
  bool PassedStart = false;
  LaunchHold Hold;
  TargetLibraryInfoImpl TLIImpl;
  TargetLibraryInfo TLI;
  HiddenDraws Hidden;
  AssumptionCache AC;
  BasicAAResult BasicAnalysis;
  AAResults AA;
};

} // namespace

/// The memory that the launch copies or loads.
static MemoryLocation locationOf(const PacketField &Field) {
  return MemoryLocation(Field.Source,
                        Field.CopyBytes ? LocationSize::precise(Field.CopyBytes)
                                        : LocationSize::beforeOrAfterPointer());
}

bool LaunchHoister::changesLiveIn(Instruction &I) {
  for (const PacketField &Field : Slice.Fields) {
    if (Field.Source == &I)
      return true;
    if (!I.mayWriteToMemory())
      continue;
    // A call may fill the variable, though none in the slice's copy does.
    if ((Field.Kind == LiveInSource::LoadOfAlloca || Field.CopyBytes) &&
        isModSet(AA.getModRefInfo(&I, locationOf(Field))))
      return true;
  }
  return false;
}

/// Whether Callee is a function without a body called by main, while no visible
/// call starts MPI.
bool LaunchHoister::mayStartMPI(const Function &F, const Function &Callee) {
  LibFunc Known;
  return isMain(F) && !Readers.seesMPIChange() && Callee.isDeclaration() &&
         !Callee.isIntrinsic() && !isMPIFunction(Callee) &&
         !TLI.getLibFunc(Callee, Known);
}

/// Why the launch cannot move above I; None if nothing keeps the launch.
RemarkId LaunchHoister::barrier(Instruction &I) {
  auto *Store = dyn_cast<StoreInst>(&I);
  if (isa<AllocaInst>(I) || I.isEHPad() ||
      (Store && isa<Argument>(Store->getValueOperand()) &&
       (changesLiveIn(I) || Slice.ReadsSharedMemory)))
    return RemarkId::BehindBegin;
  if (isObserver(I) && I.getType()->isVoidTy())
    return RemarkId::None;
  if (auto *II = dyn_cast<IntrinsicInst>(&I);
      II && II->isAssumeLikeIntrinsic()) {
    // A variable whose life begins here has no content above.
    bool Begins = any_of(Slice.Fields, [&](const PacketField &F) {
      return II->isLifetimeStartOrEnd() &&
             II->getArgOperand(II->arg_size() - 1) == F.Source;
    });
    return Begins ? RemarkId::BehindBegin : RemarkId::None;
  }
  if (auto *CB = dyn_cast<CallBase>(&I)) {
    const Function *Callee = CB->getCalledFunction();
    if (Callee &&
        (Callee->getName().starts_with("llvm.coro.") || isPartOfCall(*Callee)))
      return RemarkId::BehindCall;
    if (Callee)
      Callee = Readers.seen(*Callee);
    if (Callee && mayStartMPI(*CB->getFunction(), *Callee))
      return RemarkId::BehindCall;
    if (Start == Over::StartOfMPI && Callee && startsMPI(*Callee)) {
      PassedStart = true;
      return RemarkId::None;
    }
    // The settings of the run time are read at the first launch.
    if (PassedStart && Callee && Readers.mayChangeEnvironment(*Callee))
      return RemarkId::BehindCall;
    // Calls that change open files or the position of reads, and calls that may
    // start or end MPI.
    if (!Callee || isFileFunction(*Callee) || changesMPI(*Callee) ||
        isAbiCall(*CB) || Readers.accessesFiles(*Callee) ||
        Readers.changesMPI(*Callee) ||
        (!Callee->isDeclaration() && !Slice.Forwards.empty()))
      return RemarkId::BehindCall;
  }
  // The slice starts from the state of the generators at launch.
  auto *Call = dyn_cast<CallBase>(&I);
  if (Call && !Slice.Draws.empty() &&
      (drawnBy(*Call) || seededBy(*Call) || Hidden.mayDraw(*Call)))
    return RemarkId::BehindCall;
  if (changesLiveIn(I))
    return RemarkId::BehindValue;
  if (!Slice.ReadsSharedMemory || !I.mayWriteToMemory())
    return RemarkId::None;
  // Tables read in place by the slice must be complete at launch.
  auto *A = Store ? dyn_cast<AllocaInst>(Store->getPointerOperand()) : nullptr;
  return A && isAllocaPromotable(A) ? RemarkId::None : RemarkId::BehindValue;
}

/// Whether the launch can move above I; notes what I is to the launch if not.
bool LaunchHoister::passes(Instruction &I) {
  RemarkId Id = barrier(I);
  if (Id != RemarkId::None)
    Hold = {Id, &I};
  return Id == RemarkId::None;
}

/// True if every block on the ways from Upper to Lower, both excluded, has no
/// barrier.
bool LaunchHoister::passesFreely(BasicBlock &Upper, BasicBlock &Lower) {
  SmallPtrSet<BasicBlock *, 16> Seen = {&Upper, &Lower};
  SmallVector<BasicBlock *> Worklist(predecessors(&Lower));
  while (!Worklist.empty()) {
    BasicBlock *BB = Worklist.pop_back_val();
    if (!Seen.insert(BB).second)
      continue;
    if (!all_of(*BB, [&](Instruction &I) { return passes(I); }))
      return false;
    append_range(Worklist, predecessors(BB));
  }
  return true;
}

Instruction *LaunchHoister::hoist(Instruction *From) {
  while (true) {
    BasicBlock *BB = From->getParent();
    Instruction *First = &*BB->getFirstNonPHIIt();
    while (From != First) {
      Instruction *Earlier = From->getPrevNode();
      if (!passes(*Earlier))
        return From;
      From = Earlier;
    }
    // Over a loop as a whole, never into a loop.
    auto *Node = DT.getNode(BB)->getIDom();
    while (Node && LI.getLoopFor(Node->getBlock()) != LI.getLoopFor(BB))
      Node = Node->getIDom();
    BasicBlock *Upper = Node ? Node->getBlock() : nullptr;
    if (!Upper) {
      Hold = {RemarkId::BehindBegin, From};
      return From;
    }
    Instruction *T = Upper->getTerminator();
    if (!PDT.dominates(BB, Upper)) {
      Hold = {RemarkId::BehindBranch, T};
      return From;
    }
    for (PHINode &Phi : BB->phis())
      if (!passes(Phi))
        return From;
    if (!passesFreely(*Upper, *BB) || !passes(*T))
      return From;
    From = T;
  }
}

static void fillPacket(IRBuilder<> &B, Value *Packet,
                       const LoweredSlice &Slice) {
  for (const PacketField &Field : Slice.Fields) {
    Value *Pointer =
        B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Packet, Field.Offset);
    Value *V = Field.Source;
    if (Field.Kind == LiveInSource::LoadOfAlloca)
      V = B.CreateLoad(cast<AllocaInst>(V)->getAllocatedType(), V);
    if (Field.Guarded || Field.Nodes)
      callAbi(
          B,
          Field.Nodes ? Abi::foreslice_packet_nodes
                      : Abi::foreslice_packet_copy,
          {Pointer,
           B.CreateConstGEP1_64(B.getInt8Ty(), V, uint64_t(Field.SourceOffset)),
           B.getInt64(Field.CopyBytes)});
    else if (Field.CopyBytes)
      B.CreateMemCpy(Pointer, MaybeAlign(16), V, MaybeAlign(), Field.CopyBytes);
    else
      B.CreateStore(V, Pointer);
    if (Field.Asked)
      Field.Asked->askAtLaunch(B, Pointer);
  }
}

/// Whether a coroutine leaves L for Exit only to suspend, and is resumed in L.
static bool isSuspension(const Loop &L, BasicBlock &Exit) {
  return all_of(predecessors(&Exit), [&](BasicBlock *BB) {
    auto *Switch = dyn_cast<SwitchInst>(BB->getTerminator());
    auto *II =
        Switch ? dyn_cast<IntrinsicInst>(Switch->getCondition()) : nullptr;
    return !L.contains(BB) ||
           (II && II->getIntrinsicID() == Intrinsic::coro_suspend &&
            Switch->getDefaultDest() == &Exit);
  });
}

/// The place from Exit on behind a wait for tasks started before; the beginning
/// of Exit if no such place is on all ways.
static Instruction *behindTasks(BasicBlock &Exit) {
  PostDominatorTree PDT(*Exit.getParent());
  for (auto *Node = PDT.getNode(&Exit); Node && Node->getBlock();
       Node = Node->getIDom())
    for (Instruction &I : *Node->getBlock())
      if (auto *CB = dyn_cast<CallBase>(&I);
          CB && awaitsTasks(*CB) && !CB->isTerminator())
        return CB->getNextNode();
  return &*Exit.getFirstInsertionPt();
}

/// The instructions before which a region ends. If an exception leaves the
/// region uncaught, the run time detects the end.
static SmallVector<Instruction *> findEnds(const Region &R, const Loop *L,
                                           bool Tasks) {
  SmallVector<Instruction *> Ends;
  if (!L) {
    for (BasicBlock *BB : R.blocks())
      if (isa<ReturnInst, ResumeInst>(BB->getTerminator()) &&
          R.contains(*BB->getTerminator()))
        Ends.push_back(BB->getTerminator());
    if (R.stop())
      Ends.push_back(R.stop());
    return Ends;
  }
  SmallVector<BasicBlock *> Exits;
  L->getUniqueExitBlocks(Exits);
  for (BasicBlock *Exit : Exits)
    if (auto It = Exit->getFirstInsertionPt();
        It != Exit->end() && !isSuspension(*L, *Exit))
      Ends.push_back(Tasks ? behindTasks(*Exit) : &*It);
  return Ends;
}

/// The region's launches to leave out next, which the program counts down
/// itself: a region may be in a function that the program calls for each
/// character.
static Value *skipsOf(IRBuilder<> &B, GlobalVariable &Descriptor) {
  return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), &Descriptor,
                                      offsetof(foreslice_region, skips));
}

/// Emits a launch at Point, which sets Entered, if not null, to whether the
/// region is entered. Several threads may count one launch that is left out.
static void emitLaunchAt(Instruction *Point, const DebugLoc &Location,
                         const LoweredSlice &Slice, GlobalVariable &Descriptor,
                         AllocaInst *Entered) {
  IRBuilder<> B(Point);
  B.SetCurrentDebugLocation(Location);
  Value *Place = skipsOf(B, Descriptor);
  LoadInst *Skips = B.CreateLoad(B.getInt32Ty(), Place);
  Skips->setAtomic(AtomicOrdering::Monotonic);
  if (Entered)
    B.CreateStore(B.getFalse(), Entered);
  Instruction *Tried, *LeftOut;
  MDNode *Unlikely = MDBuilder(B.getContext()).createUnlikelyBranchWeights();
  SplitBlockAndInsertIfThenElse(B.CreateIsNull(Skips), Point->getIterator(),
                                &Tried, &LeftOut, Unlikely);
  B.SetInsertPoint(LeftOut);
  B.SetCurrentDebugLocation(Location);
  B.CreateStore(B.CreateSub(Skips, B.getInt32(1)), Place)
      ->setAtomic(AtomicOrdering::Monotonic);
  B.SetInsertPoint(Tried);
  B.SetCurrentDebugLocation(Location);
  CallInst *Packet = callAbi(B, Abi::foreslice_packet, {&Descriptor});
  Instruction *Then = SplitBlockAndInsertIfThen(
      B.CreateIsNotNull(Packet), Tried->getIterator(), /*Unreachable=*/false);
  B.SetInsertPoint(Then);
  B.SetCurrentDebugLocation(Location);
  fillPacket(B, Packet, Slice);
  callAbi(B, Abi::foreslice_launch, {&Descriptor, Packet});
  if (Entered)
    B.CreateStore(B.getTrue(), Entered);
  for (Instruction &I : *Then->getParent())
    if (auto *CB = dyn_cast<CallBase>(&I))
      hideFromInliner(*CB);
  constexpr unsigned Test = 2, Skipping = 6;
  hideFromInliner(*Packet,
                  Then->getParent()->sizeWithoutDebug() + Test + Skipping);
}

/// A variable that tells whether the region is entered. Null where its value
/// may get lost on the way to the region's end.
static AllocaInst *makeEntered(Function &F) {
  if (isCoroutine(F) || F.callsFunctionThatReturnsTwice())
    return nullptr;
  BasicBlock &Entry = F.getEntryBlock();
  IRBuilder<> B(&Entry, Entry.begin());
  AllocaInst *Entered = B.CreateAlloca(B.getInt1Ty());
  B.CreateStore(B.getFalse(), Entered);
  return Entered;
}

/// Has the region end only where the region was entered.
static void guardEnds(ArrayRef<CallInst *> Ends, AllocaInst &Entered) {
  constexpr unsigned Branch = 1;
  MDNode *Unlikely =
      MDBuilder(Entered.getContext()).createUnlikelyBranchWeights();
  for (CallInst *End : Ends) {
    IRBuilder<> B(End);
    B.SetCurrentDebugLocation(End->getDebugLoc());
    Instruction *Then = SplitBlockAndInsertIfThen(
        B.CreateLoad(B.getInt1Ty(), &Entered), End->getIterator(),
        /*Unreachable=*/false, Unlikely);
    End->moveBefore(Then->getIterator());
    hideFromInliner(*End, Branch);
  }
}

/// For a region at Point, behind MPI_Init: the place of a first launch before
/// MPI_Init, to use the time of MPI's start. Null if there is none.
static Instruction *pointBeforeMPI(Instruction *Point, DominatorTree &DT,
                                   LoopInfo &LI, const LoweredSlice &Slice,
                                   const ReaderFunctions &Readers,
                                   LaunchHold &Hold) {
  if (!Slice.BehindStart)
    return nullptr;
  Function &F = *Point->getFunction();
  LaunchHoister Hoister(F, DT, LI, Slice, Readers,
                        LaunchHoister::Over::StartOfMPI);
  Instruction *Earliest = Hoister.hoist(Point);
  Hold = Hoister.hold();
  return Hoister.hasPassedStart() ? Earliest : nullptr;
}

/// The first known source line from I on in I's block.
static DebugLoc locationFrom(const Instruction *I) {
  DebugLoc Found;
  for (; I && !Found; I = I->getNextNode())
    Found = I->getDebugLoc();
  return Found;
}

DebugLoc emitLaunch(const Region &Cut, const LoweredSlice &Slice,
                    GlobalVariable &Descriptor,
                    const ReaderFunctions &Readers) {
  // Launches of other regions have split blocks since.
  const Region R = Cut.start() ? Region(*Cut.start(), Cut.stop()) : Cut;
  Function &F = R.function();
  DominatorTree DT(F);
  LoopInfo LI(DT);
  Instruction *Point = R.start();
  Loop *L = Point ? nullptr : LI.getLoopFor(&R.first());
  if (L)
    Point =
        InsertPreheaderForLoop(L, &DT, &LI, nullptr, false)->getTerminator();

  SmallVector<CallInst *> Ends;
  for (Instruction *Site : findEnds(R, L, Slice.Tasks)) {
    IRBuilder<> B(Site);
    B.SetCurrentDebugLocation(DebugLoc::getDropped());
    Ends.push_back(callAbi(B, Abi::foreslice_end, {&Descriptor}));
    hideFromInliner(*Ends.back());
  }
  if (Slice.Tasks)
    markTasks(*F.getParent(), Readers);
  LaunchHoister Hoister(F, DT, LI, Slice, Readers,
                        LaunchHoister::Over::NoStart);
  Point = Hoister.hoist(Point);
  LaunchHold HoldBeforeMPI;
  Instruction *BeforeMPI =
      pointBeforeMPI(Point, DT, LI, Slice, Readers, HoldBeforeMPI);
  DebugLoc Before = locationFrom(Point);
  remarkLaunched(R, Before, Hoister.hold(), /*BeforeMPI=*/false);
  if (BeforeMPI)
    remarkLaunched(R, locationFrom(BeforeMPI), HoldBeforeMPI,
                   /*BeforeMPI=*/true);
  // Of two launches, the second one may be refused as the first one lasts.
  AllocaInst *Entered = BeforeMPI ? nullptr : makeEntered(F);
  emitLaunchAt(Point, R.location(), Slice, Descriptor, Entered);
  if (BeforeMPI)
    emitLaunchAt(BeforeMPI, R.location(), Slice, Descriptor, Entered);
  if (Entered)
    guardEnds(Ends, *Entered);
  return Before;
}

/// Whether a call in L reads.
static bool reads(const Loop &L) {
  return any_of(L.blocks(), [](const BasicBlock *BB) {
    return any_of(*BB, [](const Instruction &I) {
      auto *CB = dyn_cast<CallBase>(&I);
      const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
      return Call && Call->isRead();
    });
  });
}

void alignFunctions(Module &M) {
  constexpr unsigned Line = 64;
  for (Function &F : M) {
    if (F.isDeclaration() || F.hasOptNone() || F.hasOptSize() ||
        F.hasFnAttribute(Attribute::Cold))
      continue;
    F.setAlignment(std::max(Align(Line), F.getAlign().valueOrOne()));
    DominatorTree DT(F);
    LoopInfo LI(DT);
    for (Loop *L : LI.getLoopsInPreorder())
      if (L->isInnermost() && reads(*L))
        addStringMetadataToLoop(L, "llvm.loop.align", Line);
  }
}

} // namespace foreslice
