//===- MappedReads.cpp - reads by mappings as calls -----------------------===//
//
// See MappedReads.h.
//
//===----------------------------------------------------------------------===//

#include "copy/MappedReads.h"
#include "model/IOModel.h"
#include "model/LibraryCalls.h"
#include "regions/MappedMemory.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace foreslice {

static constexpr char MappedName[] = "foreslice.mapped";

/// Largest step in bytes between reads of a loop joined into one range: the run
/// time fetches pages of this size.
static constexpr uint64_t SmallStep = 64 << 10;
/// Largest step in bytes for reads made in some iterations only.
static constexpr uint64_t SparseStep = 4 << 10;

static FunctionCallee mappedFunction(Module &M) {
  LLVMContext &Ctx = M.getContext();
  FunctionCallee Callee =
      M.getOrInsertFunction(MappedName, Type::getVoidTy(Ctx),
                            PointerType::get(Ctx, 0), Type::getInt64Ty(Ctx));
  auto *F = cast<Function>(Callee.getCallee());
  F->setDoesNotThrow();
  F->setWillReturn();
  return Callee;
}

void insertMappedReads(Module &Copy) {
  const MappedMemory Memory(Copy);
  SmallVector<std::pair<Instruction *, MappedRead>> Reads;
  for (Function &F : Copy)
    for (Instruction &I : instructions(F))
      if (std::optional<MappedRead> Read = Memory.readOf(I))
        Reads.emplace_back(&I, std::move(*Read));
  for (auto &[I, Read] : Reads) {
    IRBuilder<> B(I);
    Value *Bytes = nullptr;
    for (Value *Factor : Read.Factors) {
      Value *Wide = B.CreateZExtOrTrunc(Factor, B.getInt64Ty());
      Bytes = Bytes ? B.CreateMul(Bytes, Wide) : Wide;
    }
    B.CreateCall(mappedFunction(Copy),
                 {Read.Address, Bytes ? Bytes : B.getInt64(Read.Size)});
  }
}

namespace {

/// The range read by a call, or by the calls of a loop.
struct Range {
  const SCEV *Address, *Bytes;
};

/// Tells whether an address goes forward through L, by steps that data may
/// decide, as a pointer moved past each word or record. An address computed
/// from data as a whole does not walk.
class Walk {
public:
  explicit Walk(const Loop &L) : L(L) {}
  /// Where V begins when L begins; null if V does not walk.
  Value *start(Value *V);

private:
  bool steps(Value *V, bool InCycle);
  bool leadsBack(Value *V, const PHINode &Header);

  const Loop &L;
  SmallPtrSet<const Value *, 8> Seen, Back;
};

class MappedReadJoiner {
public:
  explicit MappedReadJoiner(Function &F)
      : F(F), DL(F.getDataLayout()), TLIImpl(F.getParent()->getTargetTriple()),
        TLI(TLIImpl, &F), AC(F), DT(F), LI(DT) {}
  void run(ArrayRef<CallBase *> Calls);

private:
  void makePreheaders(ArrayRef<CallBase *> Calls);
  std::optional<Range> ofLoop(const CallBase &CB, const Loop &L) const;
  std::optional<Range> ofSteps(const SCEVAddRecExpr &Address, const SCEV *Bytes,
                               const CallBase &CB, const Loop &L) const;
  CallBase *moveOut(CallBase &CB);
  CallBase *moveTo(Instruction &Point, CallBase &CB, Value *Address,
                   Value *Bytes);
  bool isCovered(const CallBase &Call, const CallBase &CB) const;
  void dropCovered(SmallVectorImpl<CallBase *> &Calls) const;

  Function &F;
  const DataLayout &DL;
  TargetLibraryInfoImpl TLIImpl;
  TargetLibraryInfo TLI;
  AssumptionCache AC;
  DominatorTree DT;
  LoopInfo LI;
  std::optional<ScalarEvolution> SE;
};

} // namespace

static Value *addressOf(const CallBase &CB) { return CB.getArgOperand(0); }
static Value *bytesOf(const CallBase &CB) { return CB.getArgOperand(1); }

/// The address that V is moved from.
static Value *movedFrom(Value *V) {
  if (auto *GEP = dyn_cast<GetElementPtrInst>(V))
    return GEP->getPointerOperand();
  auto *CB = dyn_cast<CallBase>(V);
  const Function *F = CB ? CB->getCalledFunction() : nullptr;
  for (unsigned I = 0; F && I < CB->arg_size(); ++I)
    if (F->isDeclaration() && leadsInto(*F, I))
      return CB->getArgOperand(I);
  return nullptr;
}

/// Whether V, of the loop, is Header again, moved.
bool Walk::leadsBack(Value *V, const PHINode &Header) {
  if (V == &Header)
    return true;
  if (L.isLoopInvariant(V) || !Back.insert(V).second)
    return false;
  if (Value *From = movedFrom(V))
    return leadsBack(From, Header);
  if (auto *Add = dyn_cast<BinaryOperator>(V);
      Add && Add->getOpcode() == Instruction::Add)
    return leadsBack(Add->getOperand(0), Header) ||
           leadsBack(Add->getOperand(1), Header);
  if (isa<PHINode, SelectInst, CastInst>(V))
    return any_of(cast<User>(V)->operands(),
                  [&](Value *Op) { return leadsBack(Op, Header); });
  return false;
}

/// Whether the number V, of the loop, depends on steps only.
bool Walk::steps(Value *V, bool InCycle) {
  if (L.isLoopInvariant(V) || !Seen.insert(V).second)
    return true;
  if (isa<LoadInst>(V))
    return InCycle;
  bool IsPhi = isa<PHINode>(V);
  return (IsPhi || isa<BinaryOperator, CastInst, SelectInst>(V)) &&
         all_of(cast<User>(V)->operands(),
                [&](Value *Op) { return steps(Op, InCycle || IsPhi); });
}

Value *Walk::start(Value *V) {
  if (L.isLoopInvariant(V))
    return V;
  if (auto *Phi = dyn_cast<PHINode>(V)) {
    BasicBlock *Before = L.getLoopPreheader();
    if (Phi->getParent() == L.getHeader()) {
      for (auto [In, From] : zip(Phi->incoming_values(), Phi->blocks()))
        if (From != Before && !leadsBack(In, *Phi))
          return nullptr;
      return Phi->getIncomingValueForBlock(Before);
    }
    // Of an inner loop, or where ways meet.
    if (!Seen.insert(Phi).second)
      return nullptr;
    for (Value *Input : Phi->incoming_values())
      if (Value *Found = start(Input))
        return Found;
    return nullptr;
  }
  Value *From = movedFrom(V);
  if (auto *GEP = dyn_cast<GetElementPtrInst>(V))
    for (Value *Index : GEP->indices())
      if (!steps(Index, /*InCycle=*/false))
        return nullptr;
  return From ? start(From) : nullptr;
}

void MappedReadJoiner::makePreheaders(ArrayRef<CallBase *> Calls) {
  for (CallBase *CB : Calls)
    for (Loop *L = LI.getLoopFor(CB->getParent()); L; L = L->getParentLoop())
      if (!L->getLoopPreheader())
        InsertPreheaderForLoop(L, &DT, &LI, nullptr, /*PreserveLCSSA=*/false);
}

/// The range of reads at Address, which goes through L in steps: none if a step
/// is too large.
std::optional<Range> MappedReadJoiner::ofSteps(const SCEVAddRecExpr &Address,
                                               const SCEV *Bytes,
                                               const CallBase &CB,
                                               const Loop &L) const {
  ScalarEvolution &S = const_cast<ScalarEvolution &>(*SE);
  Type *I64 = Type::getInt64Ty(F.getContext());
  const SCEV *Step = Address.getStepRecurrence(S);
  const SCEV *Times = S.getBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Times))
    Times = S.getSymbolicMaxBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Times))
    return std::nullopt;
  Times = S.getTruncateOrZeroExtend(Times, I64);
  Step = S.getTruncateOrSignExtend(Step, I64);
  auto *Constant = dyn_cast<SCEVConstant>(Step);
  bool Down = Constant && Constant->getAPInt().isNegative();
  if (Down)
    Step = S.getNegativeSCEV(Step);
  if (Constant) {
    BasicBlock *Latch = L.getLoopLatch();
    bool Always = Latch && DT.dominates(CB.getParent(), Latch);
    if (cast<SCEVConstant>(Step)->getAPInt().ugt(Always ? SmallStep
                                                        : SparseStep))
      return std::nullopt;
  } else if (Step != Bytes &&
             !S.isKnownPredicate(CmpInst::ICMP_ULE, Step, Bytes)) {
    return std::nullopt;
  }
  const SCEV *All = S.getAddExpr(S.getMulExpr(Times, Step), Bytes);
  // If only the counter's type bounds the loop, the range goes to the end of
  // the mapping.
  if (auto *Most = dyn_cast<SCEVConstant>(All);
      Most && Most->getAPInt().isNegative())
    All = S.getConstant(APInt::getSignedMaxValue(64));
  if (!Down)
    return Range{Address.getStart(), All};
  return Range{S.getAddExpr(Address.getStart(), Bytes), S.getNegativeSCEV(All)};
}

/// The range read by CB in all iterations of L, if contiguous.
std::optional<Range> MappedReadJoiner::ofLoop(const CallBase &CB,
                                              const Loop &L) const {
  ScalarEvolution &S = const_cast<ScalarEvolution &>(*SE);
  const SCEV *Address = S.getSCEV(addressOf(CB));
  const SCEV *Bytes = S.getSCEV(bytesOf(CB));
  if (!S.isLoopInvariant(Bytes, &L))
    return std::nullopt;
  if (S.isLoopInvariant(Address, &L))
    return Range{Address, Bytes};
  auto *Steps = dyn_cast<SCEVAddRecExpr>(Address);
  // A backward range is already joined.
  if (!Steps || Steps->getLoop() != &L || !Steps->isAffine() ||
      S.isKnownNegative(Bytes))
    return std::nullopt;
  return ofSteps(*Steps, Bytes, CB, L);
}

/// The call before the innermost loop of CB with the loop's range; null if
/// there is none.
CallBase *MappedReadJoiner::moveOut(CallBase &CB) {
  Loop *L = LI.getLoopFor(CB.getParent());
  BasicBlock *Before = L ? L->getLoopPreheader() : nullptr;
  if (!Before)
    return nullptr;
  Instruction *Point = Before->getTerminator();
  Type *I64 = Type::getInt64Ty(F.getContext());
  if (std::optional<Range> All = ofLoop(CB, *L)) {
    SCEVExpander Expander(*SE, "mapped");
    if (!Expander.isSafeToExpandAt(All->Address, Point) ||
        !Expander.isSafeToExpandAt(All->Bytes, Point))
      return nullptr;
    Value *Address =
        Expander.expandCodeFor(All->Address, addressOf(CB)->getType(), Point);
    return moveTo(*Point, CB, Address,
                  Expander.expandCodeFor(All->Bytes, I64, Point));
  }
  Value *Start = Walk(*L).start(addressOf(CB));
  return Start ? moveTo(*Point, CB, Start, ConstantInt::get(I64, INT64_MAX))
               : nullptr;
}

/// Replaces CB by a call at Point.
CallBase *MappedReadJoiner::moveTo(Instruction &Point, CallBase &CB,
                                   Value *Address, Value *Bytes) {
  auto *New = cast<CallInst>(CB.clone());
  New->setArgOperand(0, Address);
  New->setArgOperand(1, Bytes);
  New->insertBefore(Point.getIterator());
  CB.eraseFromParent();
  return New;
}

/// Whether Call reads nearly the bytes of CB. Both are in one block.
bool MappedReadJoiner::isCovered(const CallBase &Call,
                                 const CallBase &CB) const {
  ScalarEvolution &S = const_cast<ScalarEvolution &>(*SE);
  const SCEV *Apart =
      S.getMinusSCEV(S.getSCEV(addressOf(CB)), S.getSCEV(addressOf(Call)));
  auto *Distance = dyn_cast<SCEVConstant>(Apart);
  const SCEV *Bytes = S.getSCEV(bytesOf(CB)),
             *Others = S.getSCEV(bytesOf(Call));
  auto *Longer = dyn_cast<SCEVConstant>(S.getMinusSCEV(Bytes, Others));
  return Distance && Distance->getAPInt().abs().ult(SparseStep) && Longer &&
         Longer->getAPInt().abs().ult(SparseStep);
}

void MappedReadJoiner::dropCovered(SmallVectorImpl<CallBase *> &Calls) const {
  constexpr size_t Most = 256;
  DenseMap<BasicBlock *, SmallVector<CallBase *, 4>> Kept;
  for (CallBase *CB : ArrayRef(Calls).take_front(Most)) {
    auto &Here = Kept[CB->getParent()];
    if (any_of(Here, [&](CallBase *Call) { return isCovered(*Call, *CB); }))
      CB->eraseFromParent();
    else
      Here.push_back(CB);
  }
}

void MappedReadJoiner::run(ArrayRef<CallBase *> Calls) {
  makePreheaders(Calls);
  SE.emplace(F, TLI, AC, DT, LI);
  SmallVector<CallBase *> Left;
  for (CallBase *CB : Calls) {
    while (CallBase *Outside = moveOut(*CB))
      CB = Outside;
    Left.push_back(CB);
  }
  dropCovered(Left);
}

void joinMappedReads(Function &F, ArrayRef<CallBase *> Calls) {
  SmallVector<CallBase *> Mapped;
  for (CallBase *CB : Calls)
    if (const IOCall *Call = lookupIOCall(*CB); Call && Call->isMapped())
      Mapped.push_back(CB);
  if (!Mapped.empty())
    MappedReadJoiner(F).run(Mapped);
}

} // namespace foreslice
