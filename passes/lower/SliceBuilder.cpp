//===- SliceBuilder.cpp - builds the function of a slice ------------------===//
//
// See SliceBuilder.h and Lowering.h.
//
//===----------------------------------------------------------------------===//

#include "lower/SliceBuilder.h"
#include "lower/MemoryLowering.h"
#include "lower/SliceCalls.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace foreslice {

void SliceBuilder::createFunction() {
  Function &W = Copy.function();
  auto *T = FunctionType::get(Type::getVoidTy(Ctx), {PointerType::get(Ctx, 0)},
                              false);
  Result.Slice =
      Function::Create(T, GlobalValue::InternalLinkage,
                       W.getName() + (Scout ? ".scout" : ".slice"), M);
  for (StringRef Kept : {"target-cpu", "target-features", "tune-cpu"})
    if (W.hasFnAttribute(Kept))
      Result.Slice->addFnAttr(W.getFnAttribute(Kept));
  Result.Slice->getArg(0)->setName("packet");
  Entry = BasicBlock::Create(Ctx, "entry", Result.Slice);
  Exit = BasicBlock::Create(Ctx, "exit", Result.Slice);
  ReturnInst::Create(Ctx, Exit);
}

/// Assigns to every live-in value and every snapshot a place in the packet, and
/// a value or private copy in the slice.
void SliceBuilder::bindLiveIns() {
  IRBuilder<> B(Entry);
  for (auto &[Object, How] : Plan.Objects) {
    if (How.Class == ObjectClass::Shared)
      continue;
    if (How.onStack()) {
      AllocaInst *Private =
          B.CreateAlloca(ArrayType::get(B.getInt8Ty(), How.Size), nullptr,
                         Object->getName() + ".private");
      Private->setAlignment(Align(16));
      VMap[Object] = Private;
    } else {
      Value *Private =
          callAbi(B, Abi::foreslice_slice_alloc, {B.getInt64(How.Size)});
      Private->setName(Object->getName() + ".private");
      VMap[Object] = Private;
    }
  }
  for (auto &[Object, How] : Plan.Objects) {
    Value *Private = VMap.lookup(Object);
    if (How.Class == ObjectClass::Private && How.onStack())
      B.CreateMemSet(Private, B.getInt8(0), How.Size, MaybeAlign(16));
    if (How.Class != ObjectClass::Snapshot)
      continue;
    Value *Source;
    if (auto *GV = dyn_cast<GlobalVariable>(Object))
      Source = Copy.analysisModule().originalOf(GV);
    else
      Source = Copy.sources()[Slicer::liveInIndex(Copy, Object)].Original;
    PacketField &Field =
        addField(LiveInSource::AddressOfAlloca, Source, How.Size, 16, How.Size);
    B.CreateMemCpy(Private, MaybeAlign(16), addressOf(B, Field), MaybeAlign(16),
                   How.Size);
  }
  for (unsigned Index : Plan.LiveIns) {
    Value *V = Copy.begin()->getArgOperand(Index);
    if (isa<Constant>(V) || VMap.count(V))
      continue;
    const LiveInSource &Source = Copy.sources()[Index];
    Type *T = V->getType();
    PacketField &Field =
        addField(Source.Kind, Source.Original, DL.getTypeStoreSize(T),
                 DL.getABITypeAlign(T).value(), 0);
    VMap[V] = B.CreateLoad(T, addressOf(B, Field), V->getName() + ".livein");
  }
}

/// Copies memory as of the launch into the slice's version of renamed memory.
void SliceBuilder::bindSeeds() {
  if (!Plan.Renames)
    return;
  IRBuilder<> B(Entry);
  for (auto &[Index, Range] : Plan.Seeds) {
    Value *Base = Copy.begin()->getArgOperand(Index);
    auto It = Plan.Objects.find(Base);
    bool Copied =
        It != Plan.Objects.end() && It->second.Class != ObjectClass::Shared;
    Value *Pointer = Copied ? nullptr : VMap.lookup(Base);
    if (!Pointer)
      continue;
    uint64_t Bytes = Range.second - Range.first;
    const LiveInSource &Source = Copy.sources()[Index];
    PacketField &Field =
        addField(Source.Kind, Source.Original, Bytes, 16, Bytes);
    Field.SourceOffset = Range.first;
    Field.Guarded = true;
    Value *To =
        B.CreateConstGEP1_64(B.getInt8Ty(), Pointer, uint64_t(Range.first));
    Value *From = addressOf(B, Field);
    callAbi(B, Abi::foreslice_slice_store, {To, From, B.getInt64(Bytes)});
    if (Plan.NodeHeads.contains(Index))
      bindNodes(B, Field);
  }
}

/// Also preserves nodes behind Head as of launch.
void SliceBuilder::bindNodes(IRBuilder<> &B, PacketField Head) {
  PacketField &Field = addField(Head.Kind, Head.Source, sizeof(foreslice_nodes),
                                alignof(foreslice_nodes), Head.CopyBytes);
  Field.SourceOffset = Head.SourceOffset;
  Field.Nodes = true;
  callAbi(B, Abi::foreslice_slice_nodes, {addressOf(B, Field)});
}

/// Maps every global value in V to the original module's.
void SliceBuilder::mapGlobals(const Value *V) {
  if (!isa<Constant>(V) || !Seen.insert(V).second || VMap.count(V))
    return;
  if (auto *GV = dyn_cast<GlobalValue>(V)) {
    GlobalValue *Original = Copy.analysisModule().originalOf(GV);
    if (!Original) {
      if (auto *F = dyn_cast<Function>(GV)) {
        Original = cast<Function>(
            M.getOrInsertFunction(F->getName(), F->getFunctionType())
                .getCallee());
        declareWeakly(*cast<Function>(Original));
      } else {
        auto *Var = const_cast<GlobalVariable *>(cast<GlobalVariable>(GV));
        Original = new GlobalVariable(
            M, Var->getValueType(), /*isConstant=*/true,
            GlobalValue::PrivateLinkage, Var->getInitializer(), Var->getName());
      }
    }
    VMap[GV] = Original;
    return;
  }
  for (const Use &Op : cast<User>(V)->operands())
    mapGlobals(Op.get());
}

/// Limits the alignment to 16, as of the slice's private memory.
static void limitAlignment(Instruction &I) {
  const Align Most(16);
  if (auto *Load = dyn_cast<LoadInst>(&I))
    Load->setAlignment(std::min(Load->getAlign(), Most));
  else if (auto *Store = dyn_cast<StoreInst>(&I))
    Store->setAlignment(std::min(Store->getAlign(), Most));
  else if (auto *MI = dyn_cast<MemIntrinsic>(&I))
    MI->setDestAlignment(std::min(MI->getDestAlign().valueOrOne(), Most));
  if (auto *MT = dyn_cast<MemTransferInst>(&I))
    MT->setSourceAlignment(std::min(MT->getSourceAlign().valueOrOne(), Most));
}

Instruction *SliceBuilder::cloneInto(Instruction &I, BasicBlock *BB) {
  Instruction *New = I.clone();
  limitAlignment(*New);
  New->setName(I.getName());
  New->insertInto(BB, BB->end());
  New->dropUnknownNonDebugMetadata(fileMark(Ctx));
  New->dropPoisonGeneratingAnnotations();
  New->setDebugLoc(DebugLoc());
  New->dropDbgRecords();
  if (auto *CB = dyn_cast<CallBase>(&I)) {
    // Inferred on the copy; the original's declaration does not say so.
    cast<CallBase>(New)->setMemoryEffects(CB->getMemoryEffects());
    cast<CallBase>(New)->setDoesNotThrow();
  }
  for (Value *Op : I.operands())
    mapGlobals(Op);
  VMap[&I] = New;
  Clones.push_back(New);
  return New;
}

/// Clones a call with only the file known.
void SliceBuilder::cloneSkipped(CallBase &CB, BasicBlock *BB) {
  auto *New = cast<CallBase>(cloneInto(CB, BB));
  const IOCall *Call = lookupIOCall(CB);
  for (unsigned I = 0; I < New->arg_size(); ++I)
    if (!Call->is(I, Role::File))
      New->setArgOperand(
          I, Constant::getNullValue(New->getArgOperand(I)->getType()));
}

/// Clones the values from before the region, in order of dominance.
void SliceBuilder::clonePrologue() {
  DominatorTree DT(Copy.function());
  SmallVector<Instruction *> Order(Plan.Prologue.begin(), Plan.Prologue.end());
  llvm::sort(Order, [&](Instruction *A, Instruction *B) {
    return A != B && DT.dominates(A, B);
  });
  for (Instruction *I : Order)
    cloneInto(*I, Entry);
}

BasicBlock *SliceBuilder::blockFor(BasicBlock *Old) {
  BasicBlock *New = NewBlock.lookup(Old);
  return New ? New : Exit;
}

/// Where the slice goes on after a block without the terminator: where the ways
/// from there meet.
BasicBlock *SliceBuilder::nextOf(BasicBlock *Old,
                                 const PostDominatorTree &PDT) {
  if (Scout)
    if (BasicBlock *Stay = Scout->Stays.lookup(Old->getTerminator()))
      return blockFor(Stay);
  auto *Node = PDT.getNode(Old);
  auto *Meet = Node ? Node->getIDom() : nullptr;
  BasicBlock *Next = Meet ? Meet->getBlock() : nullptr;
  return Next ? blockFor(Next) : Exit;
}

void SliceBuilder::cloneRegion() {
  for (BasicBlock *Old : Copy.region()) {
    BasicBlock *New =
        BasicBlock::Create(Ctx, Old->getName(), Result.Slice, Exit);
    NewBlock[Old] = New;
    OldBlock[New] = Old;
  }
  BasicBlock *First = Copy.begin()->getParent()->getSingleSuccessor();
  BranchInst::Create(blockFor(First), Entry);

  PostDominatorTree PDT(Copy.function());
  for (BasicBlock *Old : Copy.region()) {
    BasicBlock *New = NewBlock[Old];
    for (Instruction &I : *Old) {
      if (auto *CB = dyn_cast<CallBase>(&I);
          CB && Scout && Scout->Skipped.contains(CB)) {
        cloneSkipped(*CB, New);
        continue;
      }
      if (!keeps(I) || I.isTerminator())
        continue;
      if (auto *Phi = dyn_cast<PHINode>(&I)) {
        auto *NewPhi = PHINode::Create(Phi->getType(), 2, Phi->getName(), New);
        VMap[Phi] = NewPhi;
        Phis.emplace_back(Phi, NewPhi);
        for (Value *Op : Phi->operands())
          mapGlobals(Op);
      } else if (!isa<AllocaInst>(I)) {
        cloneInto(I, New);
      }
    }
    Instruction *T = Old->getTerminator();
    if (keeps(*T) && T->getNumSuccessors()) {
      Instruction *NewT = cloneInto(*T, New);
      for (unsigned I = 0; I < NewT->getNumSuccessors(); ++I)
        NewT->setSuccessor(I, blockFor(T->getSuccessor(I)));
      continue;
    }
    BranchInst::Create(nextOf(Old, PDT), New);
  }
}

void SliceBuilder::remap() {
  for (Instruction *I : Clones)
    for (Use &Op : I->operands()) {
      if (isa<BasicBlock>(Op.get()))
        continue;
      if (Value *New = MapValue(Op.get(), VMap, RF_IgnoreMissingLocals))
        Op.set(New);
    }
}

/// The slice has fewer edges than the region: keeps the incoming values of the
/// edges left.
void SliceBuilder::rebuildPhis() {
  for (auto [Old, New] : Phis)
    for (BasicBlock *Pred : predecessors(New->getParent())) {
      BasicBlock *OldPred = OldBlock.lookup(Pred);
      int Index = OldPred ? Old->getBasicBlockIndex(OldPred) : -1;
      Value *V = Index < 0 ? Constant::getNullValue(Old->getType())
                           : MapValue(Old->getIncomingValue(Index), VMap,
                                      RF_IgnoreMissingLocals);
      New->addIncoming(V, Pred);
    }
}

void SliceBuilder::removeUndefinedBehaviour() {
  for (Instruction &I : instructions(*Result.Slice))
    for (Use &Op : I.operands())
      if (isa<UndefValue>(Op.get()) && !Op->getType()->isTokenTy())
        Op.set(Constant::getNullValue(Op->getType()));
  for (BasicBlock &BB : *Result.Slice)
    if (isa<UnreachableInst>(BB.getTerminator())) {
      BB.getTerminator()->eraseFromParent();
      ReturnInst::Create(Ctx, &BB);
    }
}

void SliceBuilder::cleanUp() {
  FunctionAnalysisManager &FAM = Copy.analysisModule().analyses();
  Function &S = *Result.Slice;
  auto Run = [&](auto Pass) {
    FunctionPassManager FPM;
    FPM.addPass(std::move(Pass));
    FPM.run(S, FAM);
    FAM.invalidate(S, PreservedAnalyses::none());
    removeUndefinedBehaviour();
  };
  S.addFnAttr(Attribute::NullPointerIsValid);
  removeUnreachableBlocks(S);
  removeUndefinedBehaviour();
  Run(SROAPass(SROAOptions::PreserveCFG));
  Run(InstSimplifyPass());
  Run(ADCEPass());
  Run(SimplifyCFGPass());
  Run(ADCEPass());
  FAM.clear(S, S.getName());
}

/// Excludes the slice from optimisation: a transformation may rely on the
/// absence of undefined behaviour, and a slice with a wrong guess does not
/// guarantee that absence.
void SliceBuilder::finish() {
  Function &S = *Result.Slice;
  S.addFnAttr(Attribute::OptimizeNone);
  S.addFnAttr(Attribute::NoInline);
  S.addFnAttr(Attribute::NoUnwind);
  S.addFnAttr(Attribute::NoProfile);
  S.addFnAttr(Attribute::DisableSanitizerInstrumentation);
  S.addFnAttr(Attribute::getWithUWTableKind(Ctx, UWTableKind::Default));
}

/// Ends a slice of files at unknown calls. Code behind is deleted, including
/// cycles of values.
void SliceBuilder::endAtUnknown() {
  const auto &Ends = Scout ? Scout->Ends : Plan.Ends;
  for (CallBase *CB : Ends)
    if (auto *End = dyn_cast_or_null<CallBase>(VMap.lookup(CB)))
      changeToUnreachable(End); // Else CB is behind another end.
  if (Ends.empty())
    return;
  df_iterator_default_set<BasicBlock *, 32> Reached;
  for (BasicBlock *BB : depth_first_ext(Entry, Reached))
    (void)BB;
  SmallVector<BasicBlock *> Dead;
  for (BasicBlock &BB : *Result.Slice)
    if (!Reached.contains(&BB) && &BB != Exit)
      Dead.push_back(&BB);
  DeleteDeadBlocks(Dead);
}

LoweredSlice SliceBuilder::build() {
  createFunction();
  bindLiveIns();
  bindSeeds();
  SliceCalls Calls(*this);
  Calls.bindFiles();
  clonePrologue();
  cloneRegion();
  remap();
  rebuildPhis();
  endAtUnknown();
  Calls.lower();
  MemoryLowering(*this).run();
  cleanUp();
  finish();
  Result.ReadsSharedMemory = Plan.ReadsSharedMemory;
  Result.FilesOnly = Plan.FilesOnly;
  Result.OpensStreams = all_of(Plan.OpensAhead, [](const CallBase *CB) {
    const Function *Open = CB->getCalledFunction();
    return Open && is_contained({"fopen", "fopen64"}, Open->getName());
  });
  for (CallBase *CB : Plan.Draws)
    Result.Draws.insert(Copy.analysisModule().originalOf(*CB));
  return std::move(Result);
}

LoweredSlice lowerSlice(WorkingCopy &Copy, const SlicePlan &Plan, Module &M) {
  return SliceBuilder(Copy, Plan, M, nullptr).build();
}

Function *lowerScout(WorkingCopy &Copy, const SlicePlan &Plan,
                     const ScoutPlan &Scout, Module &M) {
  return SliceBuilder(Copy, Plan, M, &Scout).build().Slice;
}

} // namespace foreslice
