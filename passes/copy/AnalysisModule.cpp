//===- AnalysisModule.cpp - a copy of the module with successful calls ----===//
//
// See AnalysisModule.h.
//
//===----------------------------------------------------------------------===//

#include "copy/AnalysisModule.h"
#include "copy/Fortification.h"

#include "copy/LibraryBodies.h"
#include "copy/MappedReads.h"
#include "copy/ReturnedBuffers.h"
#include "copy/TaskCalls.h"
#include "copy/TeamShares.h"
#include "model/IOModel.h"
#include "model/LibraryAttributes.h"
#include "model/LibraryCalls.h"
#include "model/Observers.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/IPO/FunctionAttrs.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Scalar/TailRecursionElimination.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace foreslice {

bool isMarker(const Instruction &I) {
  auto *CB = dyn_cast<CallBase>(&I);
  Function *F = CB ? CB->getCalledFunction() : nullptr;
  return F && (F->getName().starts_with(BeginMarkerName) ||
               F->getName().starts_with(EndMarkerName));
}

/// Comparisons, and copied instructions, that take as long as a canonicalised
/// instruction.
static constexpr uint64_t ComparedForUnit = 12, CopiedForUnit = 5;
/// Units of work for any source, and for each instruction of a large source: a
/// unit takes 4.3 us, and the plain compiler takes 75 to 110 us for an
/// instruction.
static constexpr uint64_t UnitsOfAny = 40000, UnitsForEach = 2;

static cl::opt<unsigned>
    BudgetPercent("prefetch-slice-budget", cl::init(100),
                  cl::value_desc("percent"),
                  cl::desc("How much work slices are worth, of what is usual"));

uint64_t AnalysisModule::Work::units() const {
  return Canonicalised + Compared / ComparedForUnit + Copied / CopiedForUnit;
}

uint64_t AnalysisModule::budget() const {
  return std::max(UnitsOfAny, UnitsForEach * Size) * BudgetPercent / 100;
}

uint64_t AnalysisModule::left() const {
  return budget() - std::min(budget(), Done.units());
}

uint64_t AnalysisModule::comparisonsLeft() const {
  return ComparedForUnit * left();
}

/// Callees in a region decide the reads and are all wanted, but slices are
/// compiled, too: the limit of inlined instructions grows with the source.
static constexpr uint64_t MaxInlined = 50000, InlinedInAny = 5000,
                          InlinedForEach = 4;

uint64_t AnalysisModule::inlineLimit() const {
  return std::min(MaxInlined, InlinedInAny + InlinedForEach * Size);
}

AnalysisModule::AnalysisModule(Module &M) : Copy(CloneModule(M, FromOriginal)) {
  // Before the size: uses that keep variables alive for a debugger are no work.
  dropDebugAids(*Copy);
  Size = Copy->getInstructionCount();
  for (const Frontend *F : frontends())
    F->unifyCalls(*Copy);
  dropHeaderBodies(*Copy);
  addLibraryBodies(*Copy);
  for (GlobalValue &GV : M.global_values())
    if (Value *V = FromOriginal.lookup(&GV))
      ToOriginal[cast<GlobalValue>(V)] = &GV;
  // No type-based analysis: clang emits the metadata from -O1 on only, and
  // slices must not depend on the level.
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

  numberCalls();
  insertMappedReads(*Copy);
  takeTurns(*Copy);
  InTasks = callTasks(*Copy);
  annotateLibraryFunctions(*Copy);
  // Before error paths are folded: a slice that calls a function calls the
  // original, with error paths.
  inferAttributes();
  dropObservers(*Copy);
  bool Renamed = dropFortification(*Copy);
  for (const Frontend *F : frontends())
    Fortran |= F->makeCallsOfC(*Copy);
  Renamed |= Fortran;
  if (Renamed)
    annotateLibraryFunctions(*Copy);
  nameReturnedBuffers(*Copy);
  makeCallsSucceed();
  findRecursion();
  Readers = std::make_unique<ReaderFunctions>(*Copy);
  loopTailCalls();
}

/// Metadata survives cloning and inlining.
void AnalysisModule::numberCalls() {
  LLVMContext &Ctx = Copy->getContext();
  for (const auto &Pair : FromOriginal) {
    auto *Original = dyn_cast<CallBase>(Pair.first);
    auto *New = dyn_cast_or_null<CallBase>(Pair.second);
    if (!Original || !New)
      continue;
    auto *Number =
        ConstantInt::get(Type::getInt32Ty(Ctx), OriginalCalls.size());
    New->setMetadata(CallMD, MDNode::get(Ctx, ConstantAsMetadata::get(Number)));
    OriginalCalls.push_back(const_cast<CallBase *>(Original));
    keepAsFile(*New);
  }
}

CallBase *AnalysisModule::originalOf(const CallBase &CB) const {
  MDNode *Number = CB.getMetadata(CallMD);
  return Number ? OriginalCalls[mdconst::extract<ConstantInt>(
                                    Number->getOperand(0))
                                    ->getZExtValue()]
                : nullptr;
}

void AnalysisModule::standFor(CallBase &Step, MDNode *Original,
                              const DebugLoc &Loc) {
  Step.setDebugLoc(Loc);
  const IOCall *Call = lookupIOCall(Step);
  const Function *Inner = Step.getCalledFunction();
  if ((Call && Call->isOpen()) || (Inner && opensForCaller(*Inner)))
    Step.setMetadata(CallMD, Original);
}

/// Whether BB ends the program in an error.
static bool endsInError(const BasicBlock &BB) {
  if (!isa<UnreachableInst>(BB.getTerminator()))
    return false;
  auto *Call = dyn_cast_or_null<CallBase>(BB.getTerminator()->getPrevNode());
  const Value *Status = Call ? exitStatus(*Call) : nullptr;
  if (!Status)
    return true;
  // exit(0) is how some programs end well.
  auto *Code = dyn_cast<ConstantInt>(Status);
  return Code && !Code->isZero();
}

static bool hasMarker(const BasicBlock &BB) {
  return any_of(BB, [](const Instruction &I) { return isMarker(I); });
}

/// Whether the path from From to To ends in a block of Error. clang leaves the
/// scopes of variables through common blocks with a switch on the next block;
/// the last store of From decides.
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

/// Whether every way out of L ends in a block of Error: the program always ends
/// in an error behind L, and L may still end. Known has the loops asked for.
static bool endsInErrorOnly(const Loop &L,
                            const SmallPtrSetImpl<const BasicBlock *> &Error,
                            SmallDenseMap<const Loop *, bool> &Known) {
  auto [It, New] = Known.try_emplace(&L);
  if (New) {
    SmallVector<BasicBlock *> Exits;
    L.getExitBlocks(Exits);
    It->second =
        all_of(Exits, [&](BasicBlock *BB) { return Error.contains(BB); });
  }
  return It->second;
}

bool foldErrorPaths(Function &F) {
  SmallPtrSet<const BasicBlock *, 16> Error;
  auto Add = [&](BasicBlock &BB, bool Ends) {
    return Ends && !hasMarker(BB) && Error.insert(&BB).second;
  };
  for (BasicBlock &BB : F)
    Add(BB, succ_empty(&BB) && endsInError(BB));
  if (Error.empty())
    return false;
  // The successors of a block come before the block, except in loops.
  SmallVector<BasicBlock *> Order;
  append_range(Order, post_order(&F));
  bool Grew = true;
  while (Grew) {
    Grew = false;
    for (BasicBlock *BB : Order)
      if (!succ_empty(BB) && !Error.contains(BB))
        Grew |= Add(*BB, all_of(successors(BB), [&](BasicBlock *S) {
          return leadsTo(Error, *BB, S);
        }));
  }
  bool Changed = false;
  DominatorTree DT(F);
  LoopInfo LI(DT);
  // Ways to blocks of Error go below, which changes no answer.
  SmallDenseMap<const Loop *, bool> Known;
  for (BasicBlock &BB : F) {
    const Loop *L = LI.getLoopFor(&BB);
    if (Error.contains(&BB) || (L && endsInErrorOnly(*L, Error, Known)))
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

/// The result of a call that succeeds; null if only the call knows.
static Value *resultOfSuccess(CallBase &CB) {
  if (returnsErrorCode(CB))
    return ConstantInt::get(CB.getType(), 0);
  Value *Code = CB.use_empty() ? nullptr : writtenCharacter(CB);
  return Code ? IRBuilder<>(&CB).CreateAnd(Code, 255) : nullptr;
}

void assumeSuccess(CallBase &CB) {
  if (Value *Result = resultOfSuccess(CB))
    // Not replaceAllUsesWith(): the map of copies would follow.
    CB.replaceUsesWithIf(Result, [](Use &) { return true; });
}

void AnalysisModule::makeCallsSucceed() {
  for (Function &F : *Copy) {
    if (F.isDeclaration())
      continue;
    SmallVector<WeakVH> Calls,
        NeverMade; // May be deleted with code behind another call.
    for (Instruction &I : instructions(F))
      if (auto *CB = dyn_cast<CallBase>(&I))
        Calls.push_back(CB);
    for (WeakVH &Call : Calls) {
      auto *CB = cast_or_null<CallBase>(Call);
      if (!CB)
        continue;
      if (auto *Invoke = dyn_cast<InvokeInst>(CB))
        CB = changeToCall(Invoke);
      Function *Callee = CB->getCalledFunction();
      if (isSeldomRecursion(*CB))
        NeverMade.push_back(CB);
      if (!Callee || !Callee->isDeclaration())
        continue;
      assumeSuccess(*CB);
      if (endsProgram(*Callee))
        changeToUnreachable(CB->getNextNode());
    }
    for (WeakVH &Call : NeverMade)
      if (Call)
        changeToUnreachable(cast<Instruction>(Call));
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

void AnalysisModule::loopTailCalls() {
  // In the order of the module: the versions are appended.
  SmallVector<Function *> Originals;
  for (Function &F : *Copy)
    if (isRecursive(F) && !F.isDeclaration() && Readers->accessesFiles(F))
      Originals.push_back(&F);
  for (Function *F : Originals) {
    ValueToValueMapTy Map;
    Function *Version = CloneFunction(F, Map);
    Version->setLinkage(GlobalValue::InternalLinkage);
    for (Instruction &I : instructions(*Version))
      if (auto *CB = dyn_cast<CallBase>(&I); CB && CB->getCalledFunction() == F)
        CB->setCalledFunction(Version);
    FunctionPassManager FPM;
    FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
    FPM.addPass(SimplifyCFGPass());
    FPM.addPass(TailCallElimPass());
    FPM.run(*Version, FAM);
    FAM.invalidate(*Version, PreservedAnalyses::none());
    Looped[F] = Version;
    LoopedVersions.insert(Version);
  }
}

Function &AnalysisModule::inlinableVersionOf(Function &F) {
  if (isLoopedVersion(F))
    return F;
  Function *&Version = Inlinable[&F];
  if (Version)
    return *Version;
  ValueToValueMapTy Map;
  Version = CloneFunction(&F, Map);
  Version->setLinkage(GlobalValue::InternalLinkage);
  FunctionPassManager FPM;
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(EarlyCSEPass());
  FPM.addPass(SimplifyCFGPass());
  FPM.run(*Version, FAM);
  FAM.invalidate(*Version, PreservedAnalyses::none());
  return *Version;
}

void AnalysisModule::addHopeless(Function &F) {
  SmallVector<Function *> Worklist = {&F};
  while (!Worklist.empty()) {
    Function *Callee = Worklist.pop_back_val();
    if (!Hopeless.insert(Callee).second)
      continue;
    for (User *U : Callee->users())
      if (auto *CB = dyn_cast<CallBase>(U);
          CB && CB->getCalledFunction() == Callee)
        Worklist.push_back(CB->getFunction());
  }
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

} // namespace foreslice
