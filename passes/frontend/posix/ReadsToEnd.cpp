//===- ReadsToEnd.cpp - loops that read a file up to its end --------------===//
//
// See ReadsToEnd.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/ReadsToEnd.h"

#include "model/IOModel.h"
#include "model/PureCalls.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace foreslice {

namespace {

class LoopToEnd {
public:
  LoopToEnd(Loop &L, function_ref<bool(const CallBase &)> NeedsData)
      : L(L), NeedsData(NeedsData) {}

  /// The reads of the loop; empty unless the loop reads to the end.
  SmallVector<CallBase *> reads();

private:
  bool isHarmless(Instruction &I);
  bool endsWithFile(BasicBlock &Exiting) const;
  bool isTakenAtEnd(const BasicBlock *From, const BasicBlock *To) const;
  bool leavesAtEnd(Value *Number, function_ref<bool(Constant *)> Leaves) const;
  bool isEndTest(Value *Test, bool WhenTrue) const;
  bool isEndCompare(const CmpInst &Compare, bool WhenTrue) const;
  static bool tells(const CallBase &CB, const IOCall &Call,
                    function_ref<bool(int64_t)> Holds);

  Loop &L;
  function_ref<bool(const CallBase &)> NeedsData;
  /// The name of the file: the handle, or the address of the handle.
  const Value *File = nullptr;
  SmallVector<CallBase *> Reads;
};

} // namespace

static const Value *fileOf(const CallBase &CB, const IOCall &Call) {
  const Value *File = Call.argument(CB, Role::File);
  auto *Load = dyn_cast<LoadInst>(File);
  return Load ? Load->getPointerOperand() : File;
}

/// Whether the loop would be missed if I were not executed.
bool LoopToEnd::isHarmless(Instruction &I) {
  for (const User *U : I.users())
    if (!L.contains(cast<Instruction>(U)))
      return false;
  auto *CB = dyn_cast<CallBase>(&I);
  const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
  if (!Call)
    return !I.mayWriteToMemory();
  if (!(Call->isText() || Call->Kind == IOKind::AtEnd) || NeedsData(*CB))
    return false;
  const Value *V = fileOf(*CB, *Call);
  if (File && File != V)
    return false;
  File = V;
  if (Call->isText())
    Reads.push_back(CB);
  return true;
}

/// Whether Holds is true of CB's result at the end of the file, and of no
/// earlier result of CB.
bool LoopToEnd::tells(const CallBase &CB, const IOCall &Call,
                      function_ref<bool(int64_t)> Holds) {
  SmallVector<int64_t> Before;
  int64_t AtEnd = -1;
  switch (Call.Kind) {
  case IOKind::ReadLine:
    Before = {1};
    AtEnd = 0;
    break;
  case IOKind::AtEnd:
    Before = {0};
    AtEnd = 1;
    break;
  case IOKind::ReadCharacter:
    for (int64_t Character = 0; Character < 256; ++Character)
      Before.push_back(Character);
    break;
  case IOKind::ReadDelimited:
    Before = {1, 2, 80, 100000};
    break;
  case IOKind::ReadFields:
    Before = {int64_t(fieldsOf(CB)->size())};
    break;
  default:
    return false;
  }
  return Holds(AtEnd) && none_of(Before, Holds);
}

bool LoopToEnd::isEndCompare(const CmpInst &Compare, bool WhenTrue) const {
  auto *CB = dyn_cast<CallBase>(Compare.getOperand(0));
  auto *C = dyn_cast<Constant>(Compare.getOperand(1));
  const IOCall *Call = CB && C ? lookupIOCall(*CB) : nullptr;
  if (!Call || !L.contains(CB))
    return false;
  const DataLayout &DL = CB->getDataLayout();
  Type *T = CB->getType();
  return tells(*CB, *Call, [&](int64_t Value) {
    Constant *Is = ConstantInt::getSigned(
        T->isPointerTy() ? DL.getIntPtrType(T) : T, Value);
    Constant *To = T->isPointerTy()
                       ? ConstantInt::get(Is->getType(), !C->isNullValue())
                       : C;
    auto *Result = dyn_cast_or_null<ConstantInt>(
        ConstantFoldCompareInstOperands(Compare.getPredicate(), Is, To, DL));
    return Result && Result->isOne() == WhenTrue;
  });
}

/// Whether the way between two blocks of the loop is taken only at the end of
/// the file.
bool LoopToEnd::isTakenAtEnd(const BasicBlock *From,
                             const BasicBlock *To) const {
  for (SmallPtrSet<const BasicBlock *, 4> Seen;
       From && L.contains(From) && Seen.insert(From).second;
       To = std::exchange(From, From->getSinglePredecessor())) {
    auto *Br = dyn_cast<BranchInst>(From->getTerminator());
    if (!Br)
      return false;
    if (Br->isConditional())
      return Br->getSuccessor(0) != Br->getSuccessor(1) &&
             isEndTest(Br->getCondition(), Br->getSuccessor(0) == To);
  }
  return false;
}

/// Whether Number is one of some constants, and only at the end of the file one
/// of those by which the program Leaves. So a loop ends that is left by way of
/// what ends the scope of its variables.
bool LoopToEnd::leavesAtEnd(Value *Number,
                            function_ref<bool(Constant *)> Leaves) const {
  Value *Condition;
  Constant *IfTrue, *IfFalse;
  if (match(Number, m_Select(m_Value(Condition), m_Constant(IfTrue),
                             m_Constant(IfFalse))))
    return Leaves(IfTrue) != Leaves(IfFalse) &&
           isEndTest(Condition, Leaves(IfTrue));
  auto *Phi = dyn_cast<PHINode>(Number);
  if (!Phi || !L.contains(Phi) || Phi->getParent() == L.getHeader())
    return false;
  bool Ends = false;
  for (auto [Is, From] : zip(Phi->incoming_values(), Phi->blocks())) {
    auto *C = dyn_cast<Constant>(Is);
    if (!C || (Leaves(C) && !isTakenAtEnd(From, Phi->getParent())))
      return false;
    Ends |= Leaves(C);
  }
  return Ends;
}

/// Whether Test comes out as WhenTrue only at the end of the file.
bool LoopToEnd::isEndTest(Value *Test, bool WhenTrue) const {
  Value *A, *B;
  if (match(Test, m_Not(m_Value(A))))
    return isEndTest(A, !WhenTrue);
  if (WhenTrue ? match(Test, m_LogicalOr(m_Value(A), m_Value(B)))
               : match(Test, m_LogicalAnd(m_Value(A), m_Value(B))))
    return isEndTest(A, WhenTrue) && isEndTest(B, WhenTrue);
  auto *Compare = dyn_cast<CmpInst>(Test);
  if (!Compare)
    return leavesAtEnd(
        Test, [&](Constant *C) { return C->isOneValue() == WhenTrue; });
  auto *To = dyn_cast<Constant>(Compare->getOperand(1));
  return isEndCompare(*Compare, WhenTrue) ||
         (To && leavesAtEnd(Compare->getOperand(0), [&](Constant *C) {
            auto *Is =
                dyn_cast_or_null<ConstantInt>(ConstantFoldCompareInstOperands(
                    Compare->getPredicate(), C, To, Compare->getDataLayout()));
            return !Is || Is->isOne() == WhenTrue;
          }));
}

bool LoopToEnd::endsWithFile(BasicBlock &Exiting) const {
  if (auto *Switch = dyn_cast<SwitchInst>(Exiting.getTerminator()))
    return leavesAtEnd(Switch->getCondition(), [&](Constant *C) {
      auto *Is = dyn_cast<ConstantInt>(C);
      return !Is || !L.contains(Switch->findCaseValue(Is)->getCaseSuccessor());
    });
  auto *Br = dyn_cast<BranchInst>(Exiting.getTerminator());
  if (!Br || !Br->isConditional() ||
      L.contains(Br->getSuccessor(0)) == L.contains(Br->getSuccessor(1)))
    return false;
  return isEndTest(Br->getCondition(), !L.contains(Br->getSuccessor(0)));
}

SmallVector<CallBase *> LoopToEnd::reads() {
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (!isHarmless(I))
        return {};
  SmallVector<BasicBlock *> Exiting;
  L.getExitingBlocks(Exiting);
  if (Exiting.empty() ||
      !all_of(Exiting, [&](BasicBlock *BB) { return endsWithFile(*BB); }))
    return {};
  return Reads;
}

SmallPtrSet<CallBase *, 4>
readsToEnd(Function &Slice, function_ref<bool(const CallBase &)> NeedsData) {
  DominatorTree DT(Slice);
  LoopInfo LI(DT);
  SmallPtrSet<CallBase *, 4> Found;
  for (Loop *L : LI.getLoopsInPreorder())
    for (CallBase *Read : LoopToEnd(*L, NeedsData).reads())
      Found.insert(Read);
  return Found;
}

} // namespace foreslice
