//===- Lowering.cpp - from a plan to a slice function ---------------------===//
//
// See Lowering.h.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "Registration.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace foreslice {

namespace {

class SliceBuilder {
public:
  SliceBuilder(WorkingCopy &Copy, const SlicePlan &Plan, Module &M)
      : Copy(Copy), Plan(Plan), M(M), DL(M.getDataLayout()),
        Ctx(M.getContext()), Entry(nullptr), Exit(nullptr) {}
  LoweredSlice build();

private:
  void createFunction();
  void bindLiveIns();
  void cloneRegion();
  void clonePrologue();
  void remap();
  void rebuildPhis();
  void bindSeeds();
  void lowerForwarded();
  void lowerCalls();
  void lowerCall(CallBase &CB, const IOCall &Call, bool NeedsData);
  void renameAccesses();
  void renameAccess(Instruction &I);
  bool isOwn(const Value *Pointer) const;
  AllocaInst *temporary(Type *T);
  FunctionCallee allocFunction() {
    return abiFunction(M, "foreslice_slice_alloc", PointerType::get(Ctx, 0),
                       {Type::getInt64Ty(Ctx)});
  }
  FunctionCallee storeFunction() {
    auto *Ptr = PointerType::get(Ctx, 0);
    return abiFunction(M, "foreslice_slice_store", Type::getVoidTy(Ctx),
                       {Ptr, Ptr, Type::getInt64Ty(Ctx)});
  }
  uint32_t forwardSite(CallBase &Original, const ForwardedPart &Part);
  void boundStores();
  void boundStore(Instruction &I, Value *Pointer, Value *Bytes);
  void makeSharedLoadsVolatile();
  void cleanUp();
  void removeUndefinedBehaviour();
  void finish();

  Instruction *cloneInto(Instruction &I, BasicBlock *BB);
  BasicBlock *blockFor(BasicBlock *Old);
  Value *handle(IRBuilder<> &B, Value *V);
  void mapGlobals(const Value *V);
  PacketField &addField(LiveInSource::KindTy Kind, Value *Source, uint64_t Size,
                        uint64_t Align, uint64_t CopyBytes);

  WorkingCopy &Copy;
  const SlicePlan &Plan;
  Module &M;
  const DataLayout &DL;
  LLVMContext &Ctx;
  LoweredSlice Result;
  BasicBlock *Entry, *Exit;
  ValueToValueMapTy VMap;
  DenseMap<BasicBlock *, BasicBlock *> NewBlock, OldBlock;
  SmallVector<std::pair<PHINode *, PHINode *>> Phis; // old, new
  SmallVector<Instruction *> Clones;
  DenseSet<const Value *> Seen;
};

} // namespace

void SliceBuilder::createFunction() {
  Function &W = Copy.function();
  auto *T = FunctionType::get(Type::getVoidTy(Ctx), {PointerType::get(Ctx, 0)},
                              false);
  Result.Slice = Function::Create(T, GlobalValue::InternalLinkage,
                                  W.getName() + ".slice", M);
  for (StringRef Kept : {"target-cpu", "target-features", "tune-cpu"})
    if (W.hasFnAttribute(Kept))
      Result.Slice->addFnAttr(W.getFnAttribute(Kept));
  Result.Slice->getArg(0)->setName("packet");
  Entry = BasicBlock::Create(Ctx, "entry", Result.Slice);
  Exit = BasicBlock::Create(Ctx, "exit", Result.Slice);
  ReturnInst::Create(Ctx, Exit);
}

PacketField &SliceBuilder::addField(LiveInSource::KindTy Kind, Value *Source,
                                    uint64_t Size, uint64_t Align,
                                    uint64_t CopyBytes) {
  uint64_t Offset = alignTo(Result.PacketSize, Align);
  Result.PacketSize = Offset + Size;
  Result.Fields.push_back({Kind, Source, Offset, CopyBytes});
  return Result.Fields.back();
}

/// Gives every live-in value and every snapshot its place in the packet, and
/// in the slice the value or private copy that stands for it.
void SliceBuilder::bindLiveIns() {
  IRBuilder<> B(Entry);
  Value *Packet = Result.Slice->getArg(0);
  auto At = [&](uint64_t Offset) {
    return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Packet, Offset);
  };
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
      Value *Private = B.CreateCall(allocFunction(), {B.getInt64(How.Size)});
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
    B.CreateMemCpy(Private, MaybeAlign(16), At(Field.Offset), MaybeAlign(16),
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
    VMap[V] = B.CreateLoad(T, At(Field.Offset), V->getName() + ".livein");
  }
}

/// Puts what the region found at launch into the slice's own version of the
/// memory that it renames.
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
    Value *From = B.CreateConstInBoundsGEP1_64(
        B.getInt8Ty(), Result.Slice->getArg(0), Field.Offset);
    B.CreateCall(storeFunction(), {To, From, B.getInt64(Bytes)});
  }
}

/// Maps every global value that V mentions to the original module's.
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

/// Memory of the slice's own is aligned to 16, whatever it stands for.
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
  New->dropUnknownNonDebugMetadata();
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

/// What was computed before the region, in order of dominance.
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
      if (!Plan.Needed.contains(&I) || I.isTerminator())
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
    if (Plan.Needed.contains(T) && T->getNumSuccessors()) {
      Instruction *NewT = cloneInto(*T, New);
      for (unsigned I = 0; I < NewT->getNumSuccessors(); ++I)
        NewT->setSuccessor(I, blockFor(T->getSuccessor(I)));
      continue;
    }
    // What the branch decides is not in the slice: go on where its ways meet.
    auto *Node = PDT.getNode(Old);
    auto *Meet = Node ? Node->getIDom() : nullptr;
    BasicBlock *Next = Meet ? Meet->getBlock() : nullptr;
    BranchInst::Create(Next ? blockFor(Next) : Exit, New);
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

/// The slice has fewer edges than the region: keep the incoming values of those
/// that are left.
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

Value *SliceBuilder::handle(IRBuilder<> &B, Value *V) {
  if (V->getType()->isPointerTy())
    return B.CreatePtrToInt(V, B.getInt64Ty());
  return B.CreateZExtOrTrunc(V, B.getInt64Ty());
}

AllocaInst *SliceBuilder::temporary(Type *T) {
  IRBuilder<> B(Entry, Entry->begin());
  return B.CreateAlloca(T);
}

uint32_t SliceBuilder::forwardSite(CallBase &Original,
                                   const ForwardedPart &Part) {
  for (const ForwardSite &F : Result.Forwards)
    if (F.Call == &Original && F.Part.Arg == Part.Arg)
      return F.Site;
  uint32_t Site = Result.Forwards.size();
  Result.Forwards.push_back({&Original, Site, Part});
  return Site;
}

/// Instead of making the call the slice waits for what it gave.
void SliceBuilder::lowerForwarded() {
  for (auto &[Old, Parts] : Plan.Forwarded) {
    auto *CB = cast<CallBase>(VMap.lookup(Old));
    CallBase *Original = Copy.analysisModule().originalOf(*Old);
    IRBuilder<> B(CB);
    auto Receive = [&](const ForwardedPart &Part, Value *To) {
      Value *Bytes = B.getInt64(Part.Bytes);
      if (Part.CountArg >= 0)
        Bytes = B.CreateMul(
            Bytes, B.CreateSExtOrTrunc(CB->getArgOperand(Part.CountArg),
                                       B.getInt64Ty()));
      uint32_t Site = forwardSite(*Original, Part);
      B.CreateCall(abiFunction(M, "foreslice_slice_receive", B.getVoidTy(),
                               {B.getInt32Ty(), B.getPtrTy(), B.getInt64Ty()}),
                   {B.getInt32(Site), To, Bytes});
    };
    for (const ForwardedPart &Part : Parts) {
      if (Part.Arg >= 0) {
        Receive(Part, CB->getArgOperand(Part.Arg));
        continue;
      }
      AllocaInst *To = temporary(CB->getType());
      Receive(Part, To);
      CB->replaceAllUsesWith(B.CreateLoad(CB->getType(), To));
    }
    if (!CB->use_empty())
      CB->replaceAllUsesWith(Constant::getNullValue(CB->getType()));
    CB->eraseFromParent();
  }
}

void SliceBuilder::lowerCall(CallBase &CB, const IOCall &Call, bool NeedsData) {
  IRBuilder<> B(&CB);
  Type *I64 = B.getInt64Ty(), *I32 = B.getInt32Ty(), *Void = B.getVoidTy();
  auto Arg = [&](int I) { return CB.getArgOperand(I); };
  auto Emit = [&](StringRef Name, Type *T, ArrayRef<Value *> Args) {
    SmallVector<Type *> Types;
    for (Value *V : Args)
      Types.push_back(V->getType());
    return B.CreateCall(abiFunction(M, Name, T, Types), Args);
  };
  auto Wide = [&](int I) { return B.CreateSExtOrTrunc(Arg(I), I64); };
  auto Access = [&](StringRef Name) {
    SmallVector<Value *> Args = {handle(B, Arg(Call.File))};
    if (Call.Offset >= 0)
      Args.push_back(Wide(Call.Offset));
    Args.push_back(Wide(Call.Count));
    Args.push_back(handle(B, Arg(Call.Datatype)));
    if (NeedsData)
      Args.push_back(Arg(Call.Buffer));
    Emit(NeedsData ? (Name + "_data").str() : Name.str(),
         NeedsData ? I64 : Void, Args);
  };
  auto Query = [&](StringRef Name, Type *T, Type *Stored) {
    Value *V = Emit(Name, T, {handle(B, Arg(Call.QueryIn))});
    B.CreateStore(B.CreateSExtOrTrunc(V, Stored), Arg(Call.QueryOut));
  };
  switch (Call.Kind) {
  case IOKind::Read:
  case IOKind::ReadAll:
    Access("foreslice_slice_read");
    break;
  case IOKind::ReadAt:
  case IOKind::ReadAtAll:
    Access("foreslice_slice_read_at");
    break;
  case IOKind::IReadAll:
    Access(NeedsData ? "foreslice_slice_read" : "foreslice_slice_iread_all");
    break;
  case IOKind::IReadAtAll:
    Access(NeedsData ? "foreslice_slice_read_at"
                     : "foreslice_slice_iread_at_all");
    break;
  case IOKind::Write:
    Access("foreslice_slice_write");
    break;
  case IOKind::WriteAt:
    Access("foreslice_slice_write_at");
    break;
  case IOKind::Seek:
    Emit("foreslice_slice_seek", Void,
         {handle(B, Arg(0)), Wide(1), B.CreateSExtOrTrunc(Arg(2), I32)});
    break;
  case IOKind::SetView:
    Emit("foreslice_slice_set_view", Void,
         {handle(B, Arg(0)), Wide(1), handle(B, Arg(2)), handle(B, Arg(3))});
    break;
  case IOKind::CommRank:
    Query("foreslice_slice_comm_rank", I32, I32);
    break;
  case IOKind::CommSize:
    Query("foreslice_slice_comm_size", I32, I32);
    break;
  case IOKind::TypeSize:
    Query("foreslice_slice_type_size", I64,
          Call.Name.ends_with("size") ? I32 : I64);
    break;
  case IOKind::GetPosition:
    Query("foreslice_slice_position", I64, I64);
    break;
  case IOKind::GetSize:
    Query("foreslice_slice_file_size", I64, I64);
    break;
  default:
    llvm_unreachable("the slicer refuses these");
  }
  CB.replaceAllUsesWith(Constant::getNullValue(CB.getType()));
  CB.eraseFromParent();
}

void SliceBuilder::lowerCalls() {
  DenseSet<Value *> NeedData;
  for (CallBase *Read : Plan.DataReads)
    NeedData.insert(VMap.lookup(Read));
  SmallVector<CallBase *> Calls;
  for (Instruction &I : instructions(*Result.Slice))
    if (auto *CB = dyn_cast<CallBase>(&I))
      Calls.push_back(CB);
  SmallVector<CallBase *> Deallocations;
  for (CallBase *CB : Calls) {
    if (const IOCall *Call = lookupIOCall(*CB)) {
      Result.Collective |= Call->isCollectiveRead();
      lowerCall(*CB, *Call, NeedData.contains(CB));
    } else if (const Allocation *Memory = lookupAllocation(*CB)) {
      IRBuilder<> B(CB);
      auto Factor = [&](int Arg) {
        return B.CreateZExtOrTrunc(CB->getArgOperand(Arg), B.getInt64Ty());
      };
      Value *Size = Factor(Memory->Size);
      if (Memory->Times >= 0)
        Size = B.CreateMul(Size, Factor(Memory->Times));
      Value *New = B.CreateCall(allocFunction(), {Size});
      CB->replaceAllUsesWith(New);
      CB->eraseFromParent();
    } else if (Slicer::isDeallocation(*CB)) {
      Deallocations.push_back(CB);
    }
  }
  for (CallBase *CB : Deallocations) {
    Value *Memory = CB->getArgOperand(0);
    auto *From = cast<CallBase>(getUnderlyingObject(Memory, 0));
    IRBuilder<> B(CB);
    B.CreateCall(abiFunction(M, "foreslice_slice_free", B.getVoidTy(),
                             {B.getPtrTy(), B.getInt64Ty()}),
                 {Memory, From->getArgOperand(0)});
    CB->eraseFromParent();
  }
}

//===----------------------------------------------------------------------===//
// Renaming
//===----------------------------------------------------------------------===//

bool SliceBuilder::isOwn(const Value *Pointer) const {
  const Value *Base = getUnderlyingObject(Pointer, 0);
  auto *GV = dyn_cast<GlobalVariable>(Base);
  auto *CB = dyn_cast<CallBase>(Base);
  return isa<AllocaInst>(Base) || (GV && GV->isConstant()) ||
         Base == Result.Slice->getArg(0) ||
         (CB && CB->getCalledFunction() &&
          CB->getCalledFunction()->getName() == "foreslice_slice_alloc");
}

/// The slice sees memory that is not its own through the run time, which keeps
/// what the slice stored there.
void SliceBuilder::renameAccess(Instruction &I) {
  IRBuilder<> B(&I);
  auto Bytes = [&](Type *T) {
    return B.getInt64(DL.getTypeStoreSize(T).getFixedValue());
  };
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    if (isOwn(Load->getPointerOperand()))
      return;
    AllocaInst *To = temporary(Load->getType());
    B.CreateCall(abiFunction(M, "foreslice_slice_load", B.getVoidTy(),
                             {B.getPtrTy(), B.getPtrTy(), B.getInt64Ty()}),
                 {To, Load->getPointerOperand(), Bytes(Load->getType())});
    Load->replaceAllUsesWith(B.CreateLoad(Load->getType(), To));
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    if (isOwn(Store->getPointerOperand()))
      return;
    Value *V = Store->getValueOperand();
    AllocaInst *From = temporary(V->getType());
    B.CreateStore(V, From);
    B.CreateCall(storeFunction(),
                 {Store->getPointerOperand(), From, Bytes(V->getType())});
  } else if (auto *MT = dyn_cast<MemTransferInst>(&I)) {
    if (isOwn(MT->getDest()) && isOwn(MT->getSource()))
      return;
    Value *Length = B.CreateZExtOrTrunc(MT->getLength(), B.getInt64Ty());
    if (isOwn(MT->getDest()))
      boundStore(I, MT->getDest(), Length);
    B.SetInsertPoint(&I);
    B.CreateCall(abiFunction(M, "foreslice_slice_copy", B.getVoidTy(),
                             {B.getPtrTy(), B.getPtrTy(), B.getInt64Ty()}),
                 {MT->getDest(), MT->getSource(), Length});
  } else if (auto *MS = dyn_cast<MemSetInst>(&I)) {
    if (isOwn(MS->getDest()))
      return;
    B.CreateCall(abiFunction(M, "foreslice_slice_fill", B.getVoidTy(),
                             {B.getPtrTy(), B.getInt32Ty(), B.getInt64Ty()}),
                 {MS->getDest(), B.CreateZExt(MS->getValue(), B.getInt32Ty()),
                  B.CreateZExtOrTrunc(MS->getLength(), B.getInt64Ty())});
  } else {
    return;
  }
  I.eraseFromParent();
}

void SliceBuilder::renameAccesses() {
  if (!Plan.Renames)
    return;
  SmallVector<Instruction *> Accesses;
  for (Instruction &I : instructions(*Result.Slice))
    if (isa<LoadInst>(I) || isa<StoreInst>(I) || isa<MemIntrinsic>(I))
      Accesses.push_back(&I);
  for (Instruction *I : Accesses)
    renameAccess(*I);
}

//===----------------------------------------------------------------------===//
// Harmlessness
//===----------------------------------------------------------------------===//

/// A store to a private object with an index that the slice got wrong must not
/// hit anything else: out of bounds ends the slice.
void SliceBuilder::boundStore(Instruction &I, Value *Pointer, Value *Bytes) {
  Value *Base = getUnderlyingObject(Pointer, 0);
  IRBuilder<> B(&I);
  Value *Size = nullptr;
  if (auto *A = dyn_cast<AllocaInst>(Base)) {
    uint64_t N = A->getAllocationSize(DL)->getFixedValue();
    APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
    auto *Const = dyn_cast<ConstantInt>(Bytes);
    if (Pointer->stripAndAccumulateConstantOffsets(DL, Offset, true) == Base &&
        Const && Offset.isNonNegative() && Offset.ule(N) &&
        Const->getValue().ule(N - Offset.getZExtValue()))
      return;
    Size = B.getInt64(N);
  } else {
    Size = cast<CallBase>(Base)->getArgOperand(0);
  }
  Type *I64 = B.getInt64Ty();
  Value *At =
      B.CreateSub(B.CreatePtrToInt(Pointer, I64), B.CreatePtrToInt(Base, I64));
  Value *Room = B.CreateSub(Size, At);
  Value *Bad =
      B.CreateOr(B.CreateICmpUGT(At, Size),
                 B.CreateICmpUGT(B.CreateZExtOrTrunc(Bytes, I64), Room));
  BasicBlock *Head = I.getParent();
  BasicBlock *Tail = SplitBlock(Head, I.getIterator());
  Head->getTerminator()->eraseFromParent();
  BranchInst::Create(Exit, Tail, Bad, Head);
}

void SliceBuilder::boundStores() {
  SmallVector<Instruction *> Stores;
  for (Instruction &I : instructions(*Result.Slice))
    if (isa<StoreInst>(I) || isa<MemIntrinsic>(I))
      Stores.push_back(&I);
  for (Instruction *I : Stores) {
    auto *I64 = Type::getInt64Ty(Ctx);
    if (auto *Store = dyn_cast<StoreInst>(I))
      boundStore(
          *I, Store->getPointerOperand(),
          ConstantInt::get(
              I64, DL.getTypeStoreSize(Store->getValueOperand()->getType())));
    else
      boundStore(*I, cast<MemIntrinsic>(I)->getDest(),
                 cast<MemIntrinsic>(I)->getLength());
  }
}

/// The main thread's memory may change under the slice and its pointers may be
/// wrong: nothing may be concluded from a load of it.
void SliceBuilder::makeSharedLoadsVolatile() {
  for (Instruction &I : instructions(*Result.Slice)) {
    auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load)
      continue;
    Load->setVolatile(!isOwn(Load->getPointerOperand()));
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

/// From here on nobody optimises the slice: a transformation may rely on the
/// absence of undefined behaviour, which a slice that guesses wrong does not
/// guarantee.
void SliceBuilder::finish() {
  Function &S = *Result.Slice;
  S.addFnAttr(Attribute::OptimizeNone);
  S.addFnAttr(Attribute::NoInline);
  S.addFnAttr(Attribute::NoUnwind);
  S.addFnAttr(Attribute::NoProfile);
  S.addFnAttr(Attribute::DisableSanitizerInstrumentation);
  S.addFnAttr(Attribute::getWithUWTableKind(Ctx, UWTableKind::Default));
}

LoweredSlice SliceBuilder::build() {
  createFunction();
  bindLiveIns();
  bindSeeds();
  clonePrologue();
  cloneRegion();
  remap();
  rebuildPhis();
  lowerForwarded();
  lowerCalls();
  renameAccesses();
  boundStores();
  makeSharedLoadsVolatile();
  cleanUp();
  finish();
  Result.ReadsSharedMemory = Plan.ReadsSharedMemory;
  return std::move(Result);
}

LoweredSlice lowerSlice(WorkingCopy &Copy, const SlicePlan &Plan, Module &M) {
  return SliceBuilder(Copy, Plan, M).build();
}

} // namespace foreslice
