//===- WorkingCopy.cpp - the canonicalised copy to cut slices from --------===//
//
// See WorkingCopy.h.
//
//===----------------------------------------------------------------------===//

#include "copy/WorkingCopy.h"
#include "copy/AccessCounts.h"
#include "copy/FortranConstants.h"
#include "copy/LoopFlags.h"
#include "copy/MappedReads.h"
#include "copy/StackArrays.h"
#include "copy/StoredPointers.h"
#include "copy/Suspensions.h"
#include "copy/WrittenFiles.h"
#include "model/IOModel.h"
#include "model/LibraryCalls.h"
#include "model/Observers.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/JumpThreading.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace foreslice {

static constexpr char OriginalAllocaMD[] = "foreslice.original";

static constexpr unsigned MaxRounds = 4;

static bool isMarker(const Instruction &I, StringRef Name) {
  return isMarker(I) &&
         cast<CallBase>(I).getCalledFunction()->getName().starts_with(Name);
}

bool WorkingCopy::isOriginalAlloca(const AllocaInst &A) {
  return A.hasMetadata(OriginalAllocaMD);
}

/// Replaces a default that is never taken, of a switch with a case for each
/// value, by a case: else no block would be on all ways behind the switch.
static void replaceUnreachableDefaults(Function &F) {
  for (BasicBlock &BB : F) {
    auto *Switch = dyn_cast<SwitchInst>(BB.getTerminator());
    if (!Switch || Switch->getNumCases() == 0 ||
        !isa<UnreachableInst>(&*Switch->getDefaultDest()->getFirstNonPHIIt()))
      continue;
    BasicBlock *To = Switch->case_begin()->getCaseSuccessor();
    for (PHINode &Phi : To->phis())
      Phi.addIncoming(Phi.getIncomingValueForBlock(&BB), &BB);
    Switch->getDefaultDest()->removePredecessor(&BB);
    Switch->setDefaultDest(To);
  }
}

WorkingCopy::WorkingCopy(AnalysisModule &AM, const Region &R, bool Guess,
                         uint64_t MostOthers,
                         std::optional<InlinedFunctions> Only)
    : AM(AM), Only(std::move(Only)), Rest(!R.isLoop()), MostOthers(MostOthers),
      InTask(AM.isInTask(R.function())), Guess(Guess) {
  Function *InModule = cast<Function>(AM.copyOf(&R.function()));
  AM.work().Copied += InModule->getInstructionCount();
  W = CloneFunction(InModule, FromModule);
  IsOfMain = InModule->getName() == "main";
  W->setLinkage(GlobalValue::InternalLinkage);
  dropSuspensions(*W);
  // W returns poison at the slice's end: nothing may follow from the result.
  W->removeRetAttrs(AttributeMask(W->getAttributes().getRetAttrs()));
  insertMarkers(R);
  if (!BeginMarker)
    return;
  for (const Frontend *F : frontends())
    F->prepareCopy(*W, callsInRegion());
  inlineCalls();
  if (Hopeless)
    return;
  stayInParent();
  canonicalise();
  // Each round may make more calls direct and more counts constant.
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    bool Changed = answerCounts(*W, callsInRegion(), DecidingCounts);
    Changed |= forwardStoredPointers(*W);
    Changed |= foldInsertions();
    Changed |= assumeWritesSucceed(*W);
    Changed |= assumeFlagsUnset(*W);
    Changed |= dropOverflowChecks(*W);
    Changed |= foldErrorPaths(*W);
    Changed |= inlineCalls();
    if (Hopeless)
      return;
    Changed |= stayInParent();
    if (!Changed)
      break;
    canonicalise();
  }
  if (this->Only)
    dropSwitchesOfScopes();
  expandConstants();
  replaceUnreachableDefaults(*W);
  separateExits();
  openEndlessLoops();
  joinMappedReads(*W, callsInRegion());
  splitAtMarkers();
  allocateStackArrays(*W, Blocks);
  for (const Frontend *F : frontends())
    F->finishCopy(*W, Blocks);
}

WorkingCopy::~WorkingCopy() {
  AM.analyses().clear(*W, W->getName());
  W->eraseFromParent();
  for (Function *F : {BeginMarker, EndMarker})
    if (F && F->use_empty())
      F->eraseFromParent();
}

Value *WorkingCopy::copyOf(const Value *Original) const {
  Value *InModule = AM.copyOf(Original);
  return InModule ? FromModule.lookup(InModule) : nullptr;
}

/// The copy of I, or of the next instruction in I's block that has a copy in
/// place: another value may stand for an instruction. Null if the block has no
/// copy.
Instruction *WorkingCopy::copyFrom(Instruction &I) const {
  auto *BB = cast_or_null<BasicBlock>(copyOf(I.getParent()));
  if (!BB)
    return nullptr;
  for (Instruction *Next = &I; Next; Next = Next->getNextNode())
    if (!isObserver(*Next))
      if (auto *Copy = dyn_cast_or_null<Instruction>(copyOf(Next));
          Copy && Copy->getParent() == BB)
        return Copy;
  return BB->getTerminator();
}

/// The first instruction of each way out of R in the copy, and where R begins
/// there; null if R lies on an error path as a whole.
Instruction *WorkingCopy::findEnds(const Region &R,
                                   SmallVectorImpl<Instruction *> &Ends) {
  auto *First = cast_or_null<BasicBlock>(copyOf(&R.first()));
  if (!First)
    return nullptr;
  if (R.start()) {
    for (BasicBlock &BB : *W)
      if (isa<ReturnInst>(BB.getTerminator()))
        Ends.push_back(BB.getTerminator());
    Instruction *Stop = R.stop() ? copyFrom(*R.stop()) : nullptr;
    if (Stop && !isa<ReturnInst>(Stop))
      Ends.push_back(Stop);
    // The copy may branch otherwise. An invoke ends a block in the program, but
    // not in the copy: the call's results are in the region.
    return R.start()->isTerminator() && !isa<InvokeInst>(R.start())
               ? First->getTerminator()
               : copyFrom(*R.start());
  }
  DominatorTree DT(*W);
  LoopInfo LI(DT);
  Loop *L = LI.getLoopFor(First);
  if (!L || L->getHeader() != First)
    return nullptr;
  BasicBlock *Preheader = InsertPreheaderForLoop(L, &DT, &LI, nullptr, false);
  SmallVector<BasicBlock *> Exits;
  L->getUniqueExitBlocks(Exits);
  for (BasicBlock *Exit : Exits)
    Ends.push_back(&*Exit->getFirstInsertionPt());
  return Preheader->getTerminator();
}

/// Whether the variable A of the original function has no content where R
/// begins.
static bool isEmptyAtBegin(const Value &A, const Region &R) {
  return any_of(A.users(),
                [&](const User *U) {
                  auto *II = dyn_cast<IntrinsicInst>(U);
                  return II &&
                         II->getIntrinsicID() == Intrinsic::lifetime_start &&
                         R.contains(*II);
                }) ||
         (!R.isLoop() && all_of(A.users(), [&](const User *U) {
           return R.contains(*cast<Instruction>(U));
         }));
}

/// Whether A describes an array or a text for statements of R alone. flang
/// fills in such a variable before each use.
static bool isDescriptionIn(const AllocaInst &A, const Region &R) {
  return isDescription(A.getAllocatedType()) &&
         all_of(A.users(), [&](const User *U) {
           return R.contains(*cast<Instruction>(U));
         });
}

/// Whether the copy neither loads nor stores A, as where only an error path
/// does, and goes nowhere with the address.
static bool isUnused(const AllocaInst &A) {
  return all_of(A.users(), [](const User *U) {
    auto *II = dyn_cast<IntrinsicInst>(U);
    return II && II->isLifetimeStartOrEnd();
  });
}

/// Whether the launch hands over the content of A, not the address. A large
/// aggregate as a value would become a value for each element of each element.
static bool isHandedOverAsValue(const AllocaInst &A) {
  constexpr uint64_t MostBytes = 256;
  std::optional<TypeSize> Size = A.getAllocationSize(A.getDataLayout());
  return isAllocaPromotable(&A) && Size && !Size->isScalable() &&
         Size->getFixedValue() <= MostBytes;
}

/// Values of the copy that the launch can hand over, and the places of these
/// values in the original function (Sources).
SmallVector<Value *>
WorkingCopy::collectLiveIns(const Region &R, Instruction &Begin,
                            SmallPtrSetImpl<Value *> &Descriptions) {
  SetVector<Value *> LiveIns;
  for (Argument &A : R.function().args())
    LiveIns.insert(&A);
  for (BasicBlock *BB : R.blocks())
    for (Instruction &I : *BB)
      for (Value *Op : I.operands())
        if (auto *OpI = dyn_cast<Instruction>(Op);
            OpI && R.contains(I) && !R.contains(*OpI))
          LiveIns.insert(Op);
  // Variables reached by the region through pointers in memory.
  for (Instruction &I : R.function().getEntryBlock())
    if (isa<AllocaInst>(I) &&
        PointerMayBeCaptured(&I, /*ReturnCaptures=*/false))
      LiveIns.insert(&I);

  IRBuilder<> B(&Begin);
  SmallVector<Value *> Args;
  for (Value *Original : LiveIns) {
    Value *V = copyOf(Original);
    if (!V || V->getType()->isTokenTy() || V->getType()->isMetadataTy())
      continue;
    auto *OriginalA = dyn_cast<AllocaInst>(Original);
    if (OriginalA && isDescriptionIn(*OriginalA, R)) {
      Descriptions.insert(V);
      continue;
    }
    auto *A = dyn_cast<AllocaInst>(V);
    if (A && isUnused(*A))
      continue;
    if (!A) {
      Sources.push_back({LiveInSource::Value, Original});
      Args.push_back(V);
    } else if (isHandedOverAsValue(*A)) {
      Sources.push_back({LiveInSource::LoadOfAlloca, Original});
      Args.push_back(B.CreateLoad(A->getAllocatedType(), A));
    } else {
      Sources.push_back({LiveInSource::AddressOfAlloca, Original,
                         isEmptyAtBegin(*Original, R)});
      Args.push_back(V);
    }
  }
  return Args;
}

static bool isAddedVariable(const AllocaInst &A) {
  return any_of(frontends(),
                [&](const Frontend *F) { return F->isAddedVariable(A); });
}

void WorkingCopy::insertMarkers(const Region &R) {
  SmallVector<Instruction *> Ends;
  Instruction *First = findEnds(R, Ends);
  if (!First)
    return;
  SmallPtrSet<Value *, 8> Descriptions;
  SmallVector<Value *> Args = collectLiveIns(R, *First, Descriptions);
  LLVMContext &Ctx = W->getContext();
  for (Instruction &I : instructions(*W))
    if (auto *A = dyn_cast<AllocaInst>(&I);
        A && !isAddedVariable(*A) && !Descriptions.contains(A))
      I.setMetadata(OriginalAllocaMD, MDNode::get(Ctx, {}));

  SmallVector<Type *> Types;
  for (Value *V : Args)
    Types.push_back(V->getType());
  Module &M = AM.module();
  auto MakeMarker = [&](StringRef Name, ArrayRef<Type *> Params) {
    auto *F =
        Function::Create(FunctionType::get(Type::getVoidTy(Ctx), Params, false),
                         GlobalValue::ExternalLinkage, Name, M);
    F->setDoesNotThrow();
    F->setWillReturn();
    // For the canonicalising passes, the markers may change any memory: loads
    // of the region stay in the region.
    for (Argument &A : F->args())
      if (A.getType()->isPointerTy())
        A.addAttr(Attribute::getWithCaptureInfo(Ctx, CaptureInfo::none()));
    return F;
  };
  BeginMarker = MakeMarker(BeginMarkerName, Types);
  EndMarker = MakeMarker(EndMarkerName, {});
  CallInst::Create(BeginMarker, Args, "", First->getIterator());
  // Code behind the region matters only on a way back to the region.
  df_iterator_default_set<BasicBlock *, 32> Before;
  for (BasicBlock *BB : inverse_depth_first_ext(First->getParent(), Before))
    (void)BB;
  for (Instruction *End : Ends)
    if (Before.contains(End->getParent()))
      CallInst::Create(EndMarker, {}, "", End->getIterator());
    else
      endAt(*End);
  // Inlining would follow calls there.
  removeUnreachableBlocks(*W);
}

/// The slice goes the way of the parent where the region forks.
bool WorkingCopy::stayInParent() {
  bool Changed = false;
  for (CallBase *CB : callsInRegion())
    if (isFork(*CB)) {
      CB->replaceAllUsesWith(ConstantInt::get(CB->getType(), 1));
      CB->eraseFromParent();
      Changed = true;
    }
  return Changed;
}

static CallInst *findMarker(Function &F, StringRef Name) {
  for (Instruction &I : instructions(F))
    if (isMarker(I, Name))
      return cast<CallInst>(&I);
  return nullptr;
}

/// The calls on the ways from the begin marker to end markers.
SmallVector<CallBase *> WorkingCopy::callsInRegion() const {
  SetVector<CallBase *> Calls;
  CallInst *First = findMarker(*W, BeginMarkerName);
  if (!First)
    return {};
  SmallPtrSet<BasicBlock *, 16> Seen;
  SmallVector<Instruction *> Worklist = {First->getNextNode()};
  while (!Worklist.empty()) {
    Instruction *I = Worklist.pop_back_val();
    BasicBlock *BB = I->getParent();
    for (; I && !isMarker(*I, EndMarkerName); I = I->getNextNode())
      if (auto *CB = dyn_cast<CallBase>(I))
        Calls.insert(CB);
    if (!I)
      for (BasicBlock *S : successors(BB))
        if (Seen.insert(S).second)
          Worklist.push_back(&S->front());
  }
  return Calls.takeVector();
}

/// Blocks reachable from the begin marker without passing an end marker. The
/// begin marker's block is included only if a path comes back.
SmallVector<BasicBlock *> WorkingCopy::blocksInRegion() const {
  SetVector<BasicBlock *> Seen;
  CallInst *First = findMarker(*W, BeginMarkerName);
  if (!First)
    return {};
  auto HasEnd = [](BasicBlock *BB) {
    return any_of(*BB,
                  [](Instruction &I) { return isMarker(I, EndMarkerName); });
  };
  SmallVector<BasicBlock *> Worklist(successors(First->getParent()));
  while (!Worklist.empty()) {
    BasicBlock *BB = Worklist.pop_back_val();
    if (!HasEnd(BB) && Seen.insert(BB))
      append_range(Worklist, successors(BB));
  }
  return Seen.takeVector();
}

/// strcpy and similar functions return an argument.
static void useGivenPointers(Function &F) {
  for (Instruction &I : instructions(F))
    if (auto *CB = dyn_cast<CallBase>(&I); CB && !CB->use_empty())
      if (Value *Given = CB->getReturnedArgOperand();
          Given && Given->getType() == CB->getType())
        CB->replaceAllUsesWith(Given);
}

/// Replaces parts of an aggregate with the inserted values: flang stores
/// descriptors of arrays as a whole.
static void useInsertedValues(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Part = dyn_cast<ExtractValueInst>(&I))
      if (Value *V = FindInsertedValue(Part->getAggregateOperand(),
                                       Part->getIndices());
          V && V != Part) {
        Part->replaceAllUsesWith(V);
        Part->eraseFromParent();
      }
}

void WorkingCopy::canonicalise() {
  uint64_t Before = W->getInstructionCount();
  useGivenPointers(*W);
  FunctionPassManager Split;
  Split.addPass(SROAPass(SROAOptions::ModifyCFG));
  Split.run(*W, AM.analyses());
  useInsertedValues(*W);
  AM.analyses().invalidate(*W, PreservedAnalyses::none());
  FunctionPassManager FPM;
  FPM.addPass(EarlyCSEPass());
  FPM.addPass(InstSimplifyPass());
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.run(*W, AM.analyses());
  AM.analyses().invalidate(*W, PreservedAnalyses::none());
  AM.work().Canonicalised +=
      std::max<uint64_t>(Before, W->getInstructionCount());
}

/// Where clang leaves the scopes of several variables, ways meet and part again
/// by a switch over the ways' origin: parts the ways earlier.
void WorkingCopy::dropSwitchesOfScopes() {
  FunctionPassManager FPM;
  FPM.addPass(JumpThreadingPass());
  FPM.addPass(SimplifyCFGPass());
  FPM.run(*W, AM.analyses());
  AM.analyses().invalidate(*W, PreservedAnalyses::none());
}

/// Turns addresses inside variables into instructions, so a slice can use a
/// private copy of the variable.
void WorkingCopy::expandConstants() {
  SetVector<Constant *> Variables;
  SmallPtrSet<Constant *, 16> Seen;
  SmallVector<Constant *> Worklist;
  auto AddOperands = [&](User &U) {
    for (Value *Op : U.operands())
      if (auto *C = dyn_cast<Constant>(Op);
          C && !isa<GlobalValue, ConstantData>(C) && Seen.insert(C).second)
        Worklist.push_back(C);
  };
  for (Instruction &I : instructions(*W))
    AddOperands(I);
  while (!Worklist.empty()) {
    Constant *C = Worklist.pop_back_val();
    AddOperands(*C);
    for (Value *Op : C->operands())
      if (auto *GV = dyn_cast<GlobalVariable>(Op);
          GV && !GV->isConstant() && !GV->isThreadLocal())
        Variables.insert(GV);
  }
  convertUsersOfConstantsToInstructions(Variables.getArrayRef(), W);
}

/// Where a loop is left straight to where ways meet, as to the header of the
/// next loop, what a way brings there would seem to depend on when the loop
/// ends: such a way out gets a block of its own.
void WorkingCopy::separateExits() {
  DominatorTree DT(*W);
  LoopInfo LI(DT);
  SmallVector<Loop::Edge> Ways;
  for (Loop *L : LI.getLoopsInPreorder()) {
    SmallVector<Loop::Edge> Exits;
    L->getExitEdges(Exits);
    copy_if(Exits, std::back_inserter(Ways), [&](const Loop::Edge &E) {
      return LI.getLoopFor(E.first) == L && !E.second->phis().empty() &&
             !E.second->getSinglePredecessor() &&
             isa<BranchInst>(E.first->getTerminator());
    });
  }
  for (auto &[From, To] : Ways)
    SplitEdge(From, To);
}

/// A loop that ends with a short read never ends once every read counts as
/// full. The blocks would have no post-dominators, and control dependences
/// would be unknown: adds an exit that is never taken.
void WorkingCopy::openEndlessLoops() {
  DominatorTree DT(*W);
  LoopInfo LI(DT);
  LLVMContext &Ctx = W->getContext();
  SmallVector<Loop *, 4> Loops = LI.getLoopsInPreorder();
  for (Loop *L : reverse(Loops)) {
    if (!L->hasNoExitBlocks())
      continue;
    BasicBlock *Header = L->getHeader();
    BasicBlock *Rest = SplitBlock(Header, Header->getFirstNonPHIIt(), &DT, &LI);
    auto *End = BasicBlock::Create(Ctx, "never", W);
    CallInst::Create(EndMarker, {}, "", End);
    new UnreachableInst(Ctx, End);
    Header->getTerminator()->eraseFromParent();
    BranchInst::Create(Rest, End, ConstantInt::getTrue(Ctx), Header);
  }
  AM.analyses().invalidate(*W, PreservedAnalyses::none());
}

bool WorkingCopy::dropMappedReads() {
  SmallVector<CallBase *> Mapped;
  bool Others = false;
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB) {
      auto *CB = dyn_cast<CallBase>(&I);
      const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
      if (Call && Call->isMapped())
        Mapped.push_back(CB);
      else
        Others |= Call && Call->isRead();
    }
  if (Mapped.empty() || !Others)
    return false;
  for (CallBase *CB : Mapped)
    CB->eraseFromParent();
  AM.analyses().invalidate(*W, PreservedAnalyses::none());
  return true;
}

void WorkingCopy::splitAtMarkers() {
  Begin = findMarker(*W, BeginMarkerName);
  if (!Begin)
    return;
  SplitBlock(Begin->getParent(), Begin->getNextNode());
  SmallVector<Instruction *> Ends;
  for (Instruction &I : instructions(*W))
    if (isMarker(I, EndMarkerName))
      Ends.push_back(&I);
  for (Instruction *End : Ends)
    if (End != &End->getParent()->front())
      SplitBlock(End->getParent(), End);
  Blocks = blocksInRegion();
  AM.analyses().invalidate(*W, PreservedAnalyses::none());
}

} // namespace foreslice
