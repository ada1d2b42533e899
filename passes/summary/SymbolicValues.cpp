//===- SymbolicValues.cpp - values of a region as polynomials -------------===//
//
// See SymbolicValues.h.
//
//===----------------------------------------------------------------------===//

#include "summary/SymbolicValues.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace foreslice {

static uint64_t bits(const void *P) { return reinterpret_cast<uintptr_t>(P); }

SymbolicValues::SymbolicValues(WorkingCopy &Copy)
    : Copy(Copy), Full(Copy.function()), Memory(Copy),
      DT(Copy.analysisModule().analyses().getResult<DominatorTreeAnalysis>(
          Copy.function())),
      LI(Copy.analysisModule().analyses().getResult<LoopAnalysis>(
          Copy.function())),
      SE(Copy.analysisModule().analyses().getResult<ScalarEvolutionAnalysis>(
          Copy.function())),
      InRegion(Copy.region().begin(), Copy.region().end()) {}

bool SymbolicValues::areLoopsKnown() const {
  ReversePostOrderTraversal<const Function *> Order(&Copy.function());
  return !containsIrreducibleCFG<const BasicBlock *>(Order, LI);
}

unsigned SymbolicValues::number(const Key &K, Factor F) {
  auto [It, New] = Numbers.try_emplace(K, Factors.size());
  if (New) {
    Factors.push_back(F);
    Keys.push_back(K);
  }
  return It->second;
}

unsigned SymbolicValues::counter(const Loop &L) {
  return number({CounterKey, bits(&L)},
                {isOfRegion(L) ? &L : nullptr, /*Least=*/0});
}

unsigned SymbolicValues::typeSize(Value *Datatype, const BasicBlock &Block) {
  unsigned Number = symbol(Datatype, Block);
  return number({QueryKey, uint64_t(IOKind::TypeSize), Number},
                {Factors[Number].Outer, /*Least=*/0});
}

const Loop *SymbolicValues::innermost(const BasicBlock &A,
                                      const BasicBlock &B) const {
  for (const Loop *L = LI.getLoopFor(&A); L; L = L->getParentLoop())
    if (L->contains(&B) && isOfRegion(*L))
      return L;
  return nullptr;
}

SymbolicValues::Key SymbolicValues::placeOf(Value *Pointer) {
  APInt Offset(64, 0);
  Value *Base = Pointer->stripAndAccumulateConstantOffsets(
      Copy.function().getDataLayout(), Offset, /*AllowNonInbounds=*/true);
  Key K = {bits(Base), 0, Offset.getZExtValue()};
  auto *I = dyn_cast<Instruction>(Base);
  if (!I || !InRegion.contains(I->getParent()) ||
      (isa<AllocaInst>(I) && !innermost(*I->getParent(), *I->getParent())))
    return K;
  auto *Load = dyn_cast<LoadInst>(I);
  if (!Load || Depth == MaxLoads)
    return {};
  SaveAndRestore Deeper(Depth, Depth + 1);
  unsigned F = loaded(*Load, *Load->getParent());
  if (Factors[F].Outer)
    return {};
  return {F, 1, Offset.getZExtValue()};
}

/// MPI's answer about Handle: the rank or the size.
unsigned SymbolicValues::query(const IOCall &Call, Value *Handle) {
  auto *I = dyn_cast<Instruction>(Handle);
  BasicBlock &Block = I ? *I->getParent() : Copy.function().getEntryBlock();
  unsigned Index = symbol(Handle, Block);
  auto Number = [&](IOKind Kind) {
    return number({QueryKey, uint64_t(Kind), Index},
                  {Factors[Index].Outer, int64_t(Kind == IOKind::CommSize)});
  };
  unsigned Result = Number(Call.Kind);
  if (Call.Kind == IOKind::CommRank && !Factors[Index].Outer) {
    unsigned Size = Number(IOKind::CommSize);
    Polynomial P = Polynomial::of({Size}) - Polynomial::of({Result}) - 1;
    if (!is_contained(Everywhere, P))
      Everywhere.push_back(P);
  }
  return Result;
}

/// The only call that fills the variable at Pointer, if a question for rank or
/// size.
CallBase *SymbolicValues::onlyQueryOf(Value *Pointer) {
  Value *Variable = Pointer->stripPointerCasts();
  auto *GV = dyn_cast<GlobalVariable>(Variable);
  if (!isa<AllocaInst>(Variable) && !(GV && !GV->isDeclaration()))
    return nullptr;
  CallBase *Found = nullptr;
  for (User *U : Variable->users()) {
    auto *CB = dyn_cast<CallBase>(U);
    if (isa<LoadInst>(U) || (CB && isMarker(*CB)))
      continue;
    if (!CB)
      return nullptr;
    if (auto *II = dyn_cast<IntrinsicInst>(CB);
        II && II->isAssumeLikeIntrinsic())
      continue;
    const IOCall *Call = lookupIOCall(*CB);
    bool Asks = Call && Call->isQuery() && Call->answer(*CB) == Variable;
    if (!Asks ||
        (Found && (Found->getCalledFunction() != CB->getCalledFunction() ||
                   Call->argument(*Found, Role::Object) !=
                       Call->argument(*CB, Role::Object))))
      return nullptr;
    Found = CB;
  }
  return Found;
}

/// A load of memory unchanged in the region, or changed at a single place
/// passed before, has the same value everywhere.
unsigned SymbolicValues::loaded(LoadInst &Load, const BasicBlock &Block) {
  Value *Pointer = Load.getPointerOperand();
  auto Answer = [&](CallBase *CB) -> std::optional<unsigned> {
    const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
    if (!Call || !Call->isConstantQuery())
      return std::nullopt;
    return query(*Call, Call->argument(*CB, Role::Object));
  };
  if (std::optional<unsigned> F = Answer(onlyQueryOf(Pointer)))
    return *F;
  const BasicBlock &BB = *Load.getParent();
  Factor Changing = {innermost(BB, Block), std::nullopt};
  Key OwnKey = {ValueKey, bits(&Load), bits(Changing.Outer)};
  if (!InRegion.contains(&BB) || !Load.isSimple())
    return number(OwnKey, Changing);
  const auto &Sources =
      Memory.sourcesOf(Pointer, MemoryLocation::get(&Load).Size, Load);
  if (Memory.isExhausted())
    return number(OwnKey, Changing);
  Instruction *Writer =
      Sources.Writers.empty() ? nullptr : Sources.Writers.front();
  Key K = placeOf(Pointer);
  if (K.empty() || Sources.Writers.size() > 1 ||
      (Writer && !DT.dominates(Writer, &Load)))
    return number(OwnKey, Changing);
  if (auto *CB = dyn_cast_or_null<CallBase>(Writer);
      CB && is_contained(CB->args(), Pointer))
    if (std::optional<unsigned> F = Answer(CB))
      return *F;
  const Loop *Outer = Writer ? innermost(*Writer->getParent(), Block) : nullptr;
  K.insert(K.begin(),
           {MemoryKey, bits(Load.getType()), bits(Writer), bits(Outer)});
  return number(K, {Outer, std::nullopt});
}

unsigned SymbolicValues::symbol(Value *V, const BasicBlock &Block) {
  V = V->stripPointerCasts();
  if (auto *Load = dyn_cast<LoadInst>(V))
    return loaded(*Load, Block);
  auto *I = dyn_cast<Instruction>(V);
  const Loop *Outer = I ? innermost(*I->getParent(), Block) : nullptr;
  return number({ValueKey, bits(V), bits(Outer)}, {Outer, std::nullopt});
}

unsigned SymbolicValues::opaque(const SCEV *S, const BasicBlock &Block) {
  const Loop *Outer = LI.getLoopFor(&Block);
  while (Outer && !(isOfRegion(*Outer) && !SE.isLoopInvariant(S, Outer)))
    Outer = Outer->getParentLoop();
  return number({ExprKey, bits(S), bits(Outer)}, {Outer, std::nullopt});
}

Polynomial SymbolicValues::convert(Value *V, const BasicBlock &Block) {
  if (!SE.isSCEVable(V->getType()))
    return Polynomial::invalid();
  return convert(SE.getSCEVAtScope(V, LI.getLoopFor(&Block)), Block);
}

Polynomial SymbolicValues::convertMinMax(const SCEVNAryExpr *S,
                                         const BasicBlock &Block) {
  Polynomial Result = Polynomial::of({opaque(S, Block)});
  bool Min = isa<SCEVSMinExpr>(S) || isa<SCEVUMinExpr>(S);
  for (const SCEV *Op : S->operands()) {
    Polynomial P = convert(Op, Block);
    Facts.push_back(Min ? P - Result : Result - P);
  }
  return Result;
}

Polynomial SymbolicValues::convertDivision(const SCEVUDivExpr *S,
                                           const BasicBlock &Block) {
  Polynomial Result = Polynomial::of({opaque(S, Block)});
  Polynomial P = convert(S->getRHS(), Block);
  Polynomial Rest = convert(S->getLHS(), Block) - Result * P;
  Facts.append({Rest, P - Rest - 1, Result});
  return Result;
}

Polynomial SymbolicValues::convert(const SCEV *S, const BasicBlock &Block) {
  auto Fold = [&](auto Combine) {
    auto Ops = cast<SCEVNAryExpr>(S)->operands();
    Polynomial Result = convert(Ops.front(), Block);
    for (const SCEV *Op : drop_begin(Ops))
      Result = Combine(Result, convert(Op, Block));
    return Result;
  };
  switch (S->getSCEVType()) {
  case scConstant: {
    std::optional<int64_t> C = cast<SCEVConstant>(S)->getAPInt().trySExtValue();
    if (!C || *C > Polynomial::LargestCoefficient ||
        *C < -Polynomial::LargestCoefficient)
      return Polynomial::invalid();
    return Polynomial(*C);
  }
  case scAddExpr:
    return Fold([](const Polynomial &A, const Polynomial &B) { return A + B; });
  case scMulExpr:
    return Fold([](const Polynomial &A, const Polynomial &B) { return A * B; });
  case scSignExtend:
  case scZeroExtend:
    return convert(cast<SCEVCastExpr>(S)->getOperand(), Block);
  case scTruncate:
    // Narrower truncations are masks.
    if (S->getType()->isIntegerTy(32))
      return convert(cast<SCEVCastExpr>(S)->getOperand(), Block);
    break;
  case scAddRecExpr: {
    auto *Rec = cast<SCEVAddRecExpr>(S);
    const Loop &L = *Rec->getLoop();
    if (!Rec->isAffine() || !L.contains(&Block))
      break;
    return convert(Rec->getStart(), Block) +
           convert(Rec->getOperand(1), Block) * Polynomial::of({counter(L)});
  }
  case scUMinExpr:
  case scSMinExpr:
  case scUMaxExpr:
  case scSMaxExpr:
    return convertMinMax(cast<SCEVNAryExpr>(S), Block);
  case scUDivExpr:
    return convertDivision(cast<SCEVUDivExpr>(S), Block);
  case scUnknown:
    return Polynomial::of({symbol(cast<SCEVUnknown>(S)->getValue(), Block)});
  default:
    break;
  }
  return Polynomial::of({opaque(S, Block)});
}

void SymbolicValues::addCondition(Value *Condition, bool Holds,
                                  const BasicBlock &Block) {
  using namespace PatternMatch;
  Value *A, *B;
  if (Holds ? match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
            : match(Condition, m_LogicalOr(m_Value(A), m_Value(B)))) {
    addCondition(A, Holds, Block);
    addCondition(B, Holds, Block);
    return;
  }
  if (match(Condition, m_Not(m_Value(A))))
    return addCondition(A, !Holds, Block);
  auto *Compare = dyn_cast<ICmpInst>(Condition);
  if (!Compare || !Compare->getOperand(0)->getType()->isIntegerTy())
    return;
  auto Is = Holds ? Compare->getPredicate() : Compare->getInversePredicate();
  if (Is == ICmpInst::ICMP_NE)
    return;
  Polynomial Difference = convert(Compare->getOperand(1), Block) -
                          convert(Compare->getOperand(0), Block);
  bool IsLess = ICmpInst::isLT(Is) || ICmpInst::isLE(Is);
  bool IsGreater = ICmpInst::isGT(Is) || ICmpInst::isGE(Is);
  Polynomial Strict = ICmpInst::isLT(Is) || ICmpInst::isGT(Is) ? 1 : 0;
  if (!IsGreater)
    Facts.push_back(Difference - Strict);
  if (!IsLess)
    Facts.push_back(Polynomial(0) - Difference - Strict);
}

/// Adds facts from branches on every way to BB.
void SymbolicValues::addConditions(BasicBlock &BB) {
  constexpr unsigned Most = 16;
  auto *Node = DT.getNode(&BB);
  for (unsigned I = 0; Node && I < Most; ++I, Node = Node->getIDom()) {
    BasicBlock *D = Node->getBlock();
    auto *Branch = dyn_cast<BranchInst>(D->getTerminator());
    const Loop *L = LI.getLoopFor(D);
    if (D == &BB || !Branch || !Branch->isConditional() ||
        (L && !L->contains(&BB)))
      continue;
    for (unsigned S : {0, 1})
      if (DT.dominates(BasicBlockEdge(D, Branch->getSuccessor(S)), &BB))
        addCondition(Branch->getCondition(), S == 0, BB);
  }
}

/// How often L comes to BB.
void SymbolicValues::addExitCounts(const Loop &L, BasicBlock &BB) {
  constexpr unsigned Most = 4;
  SmallVector<BasicBlock *> Exiting;
  L.getExitingBlocks(Exiting);
  for (BasicBlock *E : ArrayRef(Exiting).take_front(Most)) {
    const SCEV *Count = SE.getExitCount(&L, E);
    // The largest of several counts bounds nothing.
    if (isa<SCEVCouldNotCompute>(Count) ||
        SCEVExprContains(Count, IsaPred<SCEVMinMaxExpr>))
      continue;
    Polynomial Left = convert(Count, BB) - Polynomial::of({counter(L)});
    auto IsPassed = [&](BasicBlock *Next) {
      return L.contains(Next) && DT.dominates(BasicBlockEdge(E, Next), &BB);
    };
    Facts.push_back(any_of(successors(E), IsPassed) ? Left - 1 : Left);
  }
}

/// S for a loop that runs: 0 is not the larger value.
static const SCEV *withoutZero(const SCEV *S, ScalarEvolution &SE) {
  if (isa<SCEVSMaxExpr, SCEVUMaxExpr>(S)) {
    auto *Max = cast<SCEVNAryExpr>(S);
    auto *Least = dyn_cast<SCEVConstant>(Max->getOperand(0));
    if (Max->getNumOperands() == 2 && Least && Least->getAPInt().sle(1))
      return Max->getOperand(1);
  }
  if (isa<SCEVZeroExtendExpr, SCEVSignExtendExpr>(S))
    return withoutZero(cast<SCEVCastExpr>(S)->getOperand(), SE);
  if (!isa<SCEVAddExpr>(S))
    return S;
  const SCEV *Sum = SE.getZero(S->getType());
  for (const SCEV *Op : cast<SCEVAddExpr>(S)->operands())
    Sum = SE.getAddExpr(Sum, isa<SCEVCastExpr>(Op) ? Op : withoutZero(Op, SE));
  return Sum;
}

Polynomial SymbolicValues::iterations(const Loop &L, const BasicBlock &BB) {
  BasicBlock *E = L.getExitingBlock();
  const SCEV *Count = E ? SE.getExitCount(&L, E) : nullptr;
  if (!Count || isa<SCEVCouldNotCompute>(Count))
    return Polynomial::invalid();
  Polynomial Times = convert(withoutZero(Count, SE), BB);
  bool IsPassed = any_of(successors(E), [&](BasicBlock *Next) {
    return L.contains(Next) && DT.dominates(BasicBlockEdge(E, Next), &BB);
  });
  return IsPassed ? Times : Times + 1;
}

void SymbolicValues::addFacts(BasicBlock &BB) {
  addConditions(BB);
  for (const Loop *L = LI.getLoopFor(&BB); L; L = L->getParentLoop())
    if (isOfRegion(*L))
      addExitCounts(*L, BB);
}

SmallVector<Polynomial, 8> SymbolicValues::takeFacts() {
  erase_if(Facts, [](const Polynomial &P) { return !P.isValid(); });
  return std::exchange(Facts, {});
}

} // namespace foreslice
