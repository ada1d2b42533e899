//===- WorkingCopy.cpp - the canonicalised copy that slices are cut from --===//
//
// See WorkingCopy.h.
//
//===----------------------------------------------------------------------===//

#include "WorkingCopy.h"
#include "IOModel.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/IPO/FunctionAttrs.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace foreslice {

static constexpr char BeginName[] = "foreslice.begin";
static constexpr char EndName[] = "foreslice.end";
static constexpr char OriginalAllocaMD[] = "foreslice.original";

/// Instructions that inlining may add: callees in the region decide what is
/// read and are all wanted; those before it only tell pointers apart.
static constexpr unsigned RegionInlineBudget = 50000;
static constexpr unsigned OutsideInlineBudget = 5000;
static constexpr unsigned OutsideCalleeLimit = 150;

bool isMarker(const Instruction &I) {
  auto *CB = dyn_cast<CallBase>(&I);
  Function *F = CB ? CB->getCalledFunction() : nullptr;
  return F && (F->getName().starts_with(BeginName) ||
               F->getName().starts_with(EndName));
}

static bool isMarker(const Instruction &I, StringRef Name) {
  return isMarker(I) &&
         cast<CallBase>(I).getCalledFunction()->getName().starts_with(Name);
}

//===----------------------------------------------------------------------===//
// AnalysisModule
//===----------------------------------------------------------------------===//

AnalysisModule::AnalysisModule(Module &M) : Copy(CloneModule(M, FromOriginal)) {
  for (const GlobalObject &GO : M.global_objects())
    if (Value *V = FromOriginal.lookup(&GO))
      ToOriginal[cast<GlobalValue>(V)] = const_cast<GlobalObject *>(&GO);
  // No type-based analysis: clang emits its metadata from -O1 on only, and what
  // can be sliced must not depend on the level.
  FAM.registerPass([] {
    AAManager AA;
    AA.registerFunctionAnalysis<BasicAA>();
    AA.registerFunctionAnalysis<ScopedNoAliasAA>();
    return AA;
  });
  PassBuilder PB;
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);

  annotateLibraryFunctions(*Copy);
  // Before error paths are folded: a slice that calls a function calls the
  // original, which has them.
  inferAttributes();
  makeCallsSucceed();
  findRecursion();
}

/// Exceptional paths count as not taken, MPI calls as successful, and paths
/// that end the program in an error as never entered.
static bool endsInError(const BasicBlock &BB) {
  if (!isa<UnreachableInst>(BB.getTerminator()))
    return false;
  auto *Call = dyn_cast_or_null<CallBase>(BB.getTerminator()->getPrevNode());
  Function *F = Call ? Call->getCalledFunction() : nullptr;
  if (!F || (F->getName() != "exit" && F->getName() != "_exit"))
    return true;
  // exit(0) is how some programs end well.
  auto *Code = dyn_cast<ConstantInt>(Call->getArgOperand(0));
  return Code && !Code->isZero();
}

static bool hasMarker(const BasicBlock &BB) {
  return any_of(BB, [](const Instruction &I) { return isMarker(I); });
}

/// Whether the path from From to To ends in one of Error. clang leaves the
/// scopes of variables through common blocks, which switch on where to go next;
/// the last store of From says where.
static bool leadsTo(const SmallPtrSetImpl<const BasicBlock *> &Error,
                    const BasicBlock &From, const BasicBlock *To) {
  if (Error.contains(To))
    return true;
  auto Last = find_if(reverse(From), IsaPred<StoreInst>);
  if (Last == From.rend())
    return false;
  auto *Code = dyn_cast<ConstantInt>(cast<StoreInst>(*Last).getValueOperand());
  auto *Slot = dyn_cast<AllocaInst>(cast<StoreInst>(*Last).getPointerOperand());
  if (!Code || !Slot || !isAllocaPromotable(Slot))
    return false;
  auto StoresToSlot = [&](const Instruction &I) {
    auto *Store = dyn_cast<StoreInst>(&I);
    return Store && Store->getPointerOperand() == Slot;
  };
  SmallPtrSet<const BasicBlock *, 4> Seen;
  while (Seen.insert(To).second && !hasMarker(*To) &&
         none_of(*To, StoresToSlot)) {
    if (auto *Sw = dyn_cast<SwitchInst>(To->getTerminator())) {
      auto *Load = dyn_cast<LoadInst>(Sw->getCondition());
      if (!Load || Load->getPointerOperand() != Slot ||
          Load->getParent() != To || Load->getType() != Code->getType())
        return false;
      To = Sw->findCaseValue(Code)->getCaseSuccessor();
    } else if (To->getSingleSuccessor()) {
      To = To->getSingleSuccessor();
    } else {
      return false;
    }
    if (Error.contains(To))
      return true;
  }
  return false;
}

static bool foldErrorPaths(Function &F) {
  SmallPtrSet<const BasicBlock *, 16> Error;
  bool Grew = true;
  while (Grew) {
    Grew = false;
    for (BasicBlock &BB : F) {
      if (Error.contains(&BB))
        continue;
      bool Ends = succ_empty(&BB) ? endsInError(BB)
                                  : all_of(successors(&BB), [&](BasicBlock *S) {
                                      return leadsTo(Error, BB, S);
                                    });
      if (Ends && !hasMarker(BB))
        Grew |= Error.insert(&BB).second;
    }
  }
  bool Changed = false;
  for (BasicBlock &BB : F) {
    if (Error.contains(&BB))
      continue;
    Instruction *T = BB.getTerminator();
    auto *Br = dyn_cast<BranchInst>(T);
    if (Br && Br->isConditional()) {
      for (unsigned I : {0u, 1u})
        if (Error.contains(Br->getSuccessor(I)) &&
            !Error.contains(Br->getSuccessor(1 - I))) {
          Br->getSuccessor(I)->removePredecessor(&BB);
          BasicBlock *Other = Br->getSuccessor(1 - I);
          BranchInst::Create(Other, Br->getIterator());
          Br->eraseFromParent();
          Changed = true;
          break;
        }
    } else if (auto *Sw = dyn_cast<SwitchInst>(T)) {
      for (auto It = Sw->case_begin(); It != Sw->case_end();)
        if (Error.contains(It->getCaseSuccessor())) {
          It->getCaseSuccessor()->removePredecessor(&BB);
          It = Sw->removeCase(It);
          Changed = true;
        } else {
          ++It;
        }
    }
  }
  if (Changed)
    removeUnreachableBlocks(F);
  return Changed;
}

void AnalysisModule::makeCallsSucceed() {
  for (Function &F : *Copy) {
    if (F.isDeclaration())
      continue;
    SmallVector<CallBase *> Calls;
    for (Instruction &I : instructions(F))
      if (auto *CB = dyn_cast<CallBase>(&I))
        Calls.push_back(CB);
    for (CallBase *CB : Calls) {
      if (auto *Invoke = dyn_cast<InvokeInst>(CB))
        CB = changeToCall(Invoke);
      Function *Callee = CB->getCalledFunction();
      if (!Callee || !Callee->isDeclaration())
        continue;
      StringRef Name = Callee->getName();
      if (Name.starts_with("MPI_") && CB->getType()->isIntegerTy(32))
        CB->replaceAllUsesWith(ConstantInt::get(CB->getType(), 0));
      if (Name == "MPI_Abort")
        changeToUnreachable(CB->getNextNode());
    }
    removeUnreachableBlocks(F);
    foldErrorPaths(F);
  }
}

void AnalysisModule::findRecursion() {
  CallGraph CG(*Copy);
  for (auto It = scc_begin(&CG); !It.isAtEnd(); ++It)
    if (It.hasCycle())
      for (CallGraphNode *N : *It)
        if (N->getFunction())
          Recursive.insert(N->getFunction());
}

void AnalysisModule::inferAttributes() {
  for (Function &F : *Copy) {
    F.removeFnAttr(Attribute::OptimizeNone);
    F.removeFnAttr(Attribute::NoInline);
  }
  ModulePassManager MPM;
  MPM.addPass(
      createModuleToPostOrderCGSCCPassAdaptor(PostOrderFunctionAttrsPass()));
  MPM.run(*Copy, MAM);
}

//===----------------------------------------------------------------------===//
// WorkingCopy
//===----------------------------------------------------------------------===//

bool WorkingCopy::isOriginalAlloca(const AllocaInst &A) {
  return A.hasMetadata(OriginalAllocaMD);
}

WorkingCopy::WorkingCopy(AnalysisModule &AM, const Loop &L) : AM(AM) {
  Function *InModule = cast<Function>(AM.copyOf(L.getHeader()->getParent()));
  ValueToValueMapTy FromModule;
  W = CloneFunction(InModule, FromModule);
  W->setLinkage(GlobalValue::InternalLinkage);
  insertMarkers(L, FromModule);
  if (!BeginMarker)
    return;
  // Each round makes more calls direct and more counts constant.
  for (unsigned Round = 0; Round < 4; ++Round) {
    bool Changed = inlineCalls();
    canonicalise();
    Changed |= resolveCounts();
    Changed |= foldErrorPaths(*W);
    if (!Changed)
      break;
  }
  canonicalise();
  expandConstants();
  openEndlessLoops();
  splitAtMarkers();
}

WorkingCopy::~WorkingCopy() {
  AM.analyses().clear(*W, W->getName());
  W->eraseFromParent();
  for (Function *F : {BeginMarker, EndMarker})
    if (F && F->use_empty())
      F->eraseFromParent();
}

void WorkingCopy::insertMarkers(const Loop &OriginalLoop,
                                ValueToValueMapTy &FromModule) {
  auto Copied = [&](Value *Original) -> Value * {
    Value *InModule = AM.copyOf(Original);
    return InModule ? FromModule.lookup(InModule) : nullptr;
  };
  auto *Header = cast_or_null<BasicBlock>(Copied(OriginalLoop.getHeader()));
  DominatorTree DT(*W);
  LoopInfo LI(DT);
  Loop *L = Header ? LI.getLoopFor(Header) : nullptr;
  if (!L || L->getHeader() != Header)
    return; // The whole loop lies on an error path.

  SetVector<Value *> LiveIns;
  for (Argument &A : OriginalLoop.getHeader()->getParent()->args())
    LiveIns.insert(&A);
  for (BasicBlock *BB : OriginalLoop.blocks())
    for (Instruction &I : *BB)
      for (Value *Op : I.operands()) {
        auto *OpI = dyn_cast<Instruction>(Op);
        if (OpI && !OriginalLoop.contains(OpI))
          LiveIns.insert(Op);
      }

  BasicBlock *Preheader = InsertPreheaderForLoop(L, &DT, &LI, nullptr, false);
  IRBuilder<> B(Preheader->getTerminator());
  SmallVector<Value *> Args;
  for (Value *Original : LiveIns) {
    Value *V = Copied(Original);
    if (!V || V->getType()->isTokenTy() || V->getType()->isMetadataTy())
      continue;
    auto *A = dyn_cast<AllocaInst>(V);
    if (!A) {
      Sources.push_back({LiveInSource::Value, Original});
      Args.push_back(V);
    } else if (isAllocaPromotable(A)) {
      Sources.push_back({LiveInSource::LoadOfAlloca, Original});
      Args.push_back(B.CreateLoad(A->getAllocatedType(), A));
    } else {
      bool Scoped = any_of(Original->users(), [&](User *U) {
        auto *II = dyn_cast<IntrinsicInst>(U);
        return II && II->isLifetimeStartOrEnd() && OriginalLoop.contains(II);
      });
      Sources.push_back({LiveInSource::AddressOfAlloca, Original, Scoped});
      Args.push_back(V);
    }
  }
  LLVMContext &Ctx = W->getContext();
  for (Instruction &I : instructions(*W))
    if (isa<AllocaInst>(I))
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
    // The markers may change any memory, as far as the canonicalising passes
    // know: what the region loads is loaded in the region.
    for (Argument &A : F->args())
      if (A.getType()->isPointerTy())
        A.addAttr(Attribute::getWithCaptureInfo(Ctx, CaptureInfo::none()));
    return F;
  };
  BeginMarker = MakeMarker(BeginName, Types);
  EndMarker = MakeMarker(EndName, {});
  B.CreateCall(BeginMarker, Args);
  SmallVector<BasicBlock *> Exits;
  L->getUniqueExitBlocks(Exits);
  for (BasicBlock *Exit : Exits) {
    IRBuilder<> EB(&*Exit->getFirstInsertionPt());
    EB.CreateCall(EndMarker);
  }
}

static CallInst *findMarker(Function &F, StringRef Name) {
  for (Instruction &I : instructions(F))
    if (isMarker(I, Name))
      return cast<CallInst>(&I);
  return nullptr;
}

/// Blocks reachable from the begin marker without passing an end marker. The
/// block of the begin marker itself is among them only if a path comes back.
SmallVector<BasicBlock *> WorkingCopy::blocksInRegion() const {
  SetVector<BasicBlock *> Seen;
  CallInst *First = findMarker(*W, BeginName);
  if (!First)
    return {};
  auto HasEnd = [](BasicBlock *BB) {
    return any_of(*BB, [](Instruction &I) { return isMarker(I, EndName); });
  };
  SmallVector<BasicBlock *> Worklist(successors(First->getParent()));
  while (!Worklist.empty()) {
    BasicBlock *BB = Worklist.pop_back_val();
    if (!HasEnd(BB) && Seen.insert(BB))
      append_range(Worklist, successors(BB));
  }
  return Seen.takeVector();
}

bool WorkingCopy::inlineCalls() {
  SmallVector<BasicBlock *> Blocks = blocksInRegion();
  SmallPtrSet<BasicBlock *, 16> InRegion(Blocks.begin(), Blocks.end());
  SmallVector<std::pair<CallBase *, bool>> Worklist;
  for (Instruction &I : instructions(*W))
    if (auto *CB = dyn_cast<CallBase>(&I))
      Worklist.emplace_back(CB, InRegion.contains(CB->getParent()));
  bool Changed = false;
  while (!Worklist.empty()) {
    auto [CB, Inside] = Worklist.pop_back_val();
    Function *Callee = CB->getCalledFunction();
    if (!Callee || Callee->isDeclaration() || AM.isRecursive(*Callee) ||
        Callee->isPresplitCoroutine() ||
        Callee->hasFnAttribute(Attribute::ReturnsTwice))
      continue;
    unsigned Size = Callee->getInstructionCount();
    unsigned &Spent = Inside ? InlinedInRegion : InlinedOutside;
    unsigned Budget = Inside ? RegionInlineBudget : OutsideInlineBudget;
    if (Spent + Size > Budget || (!Inside && Size > OutsideCalleeLimit)) {
      OverBudget |= Inside;
      continue;
    }
    InlineFunctionInfo IFI;
    if (!InlineFunction(*CB, IFI).isSuccess())
      continue;
    Spent += Size;
    Changed = true;
    for (CallBase *New : IFI.InlinedCallSites)
      Worklist.emplace_back(New, Inside);
  }
  AM.analyses().invalidate(*W, PreservedAnalyses::none());
  return Changed;
}

void WorkingCopy::canonicalise() {
  FunctionPassManager FPM;
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.addPass(InstSimplifyPass());
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.run(*W, AM.analyses());
  AM.analyses().invalidate(*W, PreservedAnalyses::none());
}

/// "Did I get all I asked for?" counts as yes: MPI_Get_count of a status that
/// one read fills becomes that read's count.
bool WorkingCopy::resolveCounts() {
  DominatorTree DT(*W);
  SmallVector<std::pair<CallBase *, const IOCall *>> Counts, Reads;
  for (Instruction &I : instructions(*W))
    if (auto *CB = dyn_cast<CallBase>(&I))
      if (const IOCall *Call = lookupIOCall(*CB)) {
        if (Call->Kind == IOKind::GetCount)
          Counts.emplace_back(CB, Call);
        else if (Call->isRead() || Call->isWrite())
          Reads.emplace_back(CB, Call);
      }
  bool Changed = false;
  for (auto &[Count, CountCall] : Counts) {
    if (Count->arg_size() != 3)
      continue;
    // The last access before the question that fills the same status.
    CallBase *Source = nullptr;
    const IOCall *SourceCall = nullptr;
    for (auto &[Read, ReadCall] : Reads) {
      if (Read->getArgOperand(ReadCall->Status)->stripPointerCasts() !=
              Count->getArgOperand(0)->stripPointerCasts() ||
          !DT.dominates(Read, Count))
        continue;
      if (!Source || DT.dominates(Source, Read)) {
        Source = Read;
        SourceCall = ReadCall;
      }
    }
    if (!Source ||
        Source->getArgOperand(SourceCall->Datatype) != Count->getArgOperand(1))
      continue;
    StringRef Name = CountCall->Name;
    bool Wide = Name.ends_with("_x") || Name.ends_with("_c");
    IRBuilder<> B(Count);
    Type *T = Wide ? B.getInt64Ty() : B.getInt32Ty();
    B.CreateStore(
        B.CreateIntCast(Source->getArgOperand(SourceCall->Count), T, true),
        Count->getArgOperand(2));
    Count->eraseFromParent();
    Changed = true;
  }
  AM.analyses().invalidate(*W, PreservedAnalyses::none());
  return Changed;
}

/// Makes addresses inside variables instructions, so that a slice can use a
/// private copy of the variable in its place.
void WorkingCopy::expandConstants() {
  SmallVector<Constant *> Variables;
  for (GlobalVariable &GV : AM.module().globals())
    if (!GV.isConstant() && !GV.isThreadLocal())
      Variables.push_back(&GV);
  convertUsersOfConstantsToInstructions(Variables, W);
}

/// A loop that ends with a short read never ends once every read counts as
/// full. Its blocks would have no post-dominators, and nothing could be said
/// about what a branch in it decides: gives it an end that is never taken.
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

void WorkingCopy::splitAtMarkers() {
  Begin = findMarker(*W, BeginName);
  if (!Begin)
    return;
  SplitBlock(Begin->getParent(), Begin->getNextNode());
  SmallVector<Instruction *> Ends;
  for (Instruction &I : instructions(*W))
    if (isMarker(I, EndName))
      Ends.push_back(&I);
  for (Instruction *End : Ends)
    if (End != &End->getParent()->front())
      SplitBlock(End->getParent(), End);
  Region = blocksInRegion();
  AM.analyses().invalidate(*W, PreservedAnalyses::none());
}

} // namespace foreslice
