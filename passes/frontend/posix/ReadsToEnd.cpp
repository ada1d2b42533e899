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

/// Whether Test comes out as WhenTrue only at the end of the file.
bool LoopToEnd::isEndTest(Value *Test, bool WhenTrue) const {
  Value *A, *B;
  if (match(Test, m_Not(m_Value(A))))
    return isEndTest(A, !WhenTrue);
  if (WhenTrue ? match(Test, m_LogicalOr(m_Value(A), m_Value(B)))
               : match(Test, m_LogicalAnd(m_Value(A), m_Value(B))))
    return isEndTest(A, WhenTrue) && isEndTest(B, WhenTrue);
  auto *Compare = dyn_cast<CmpInst>(Test);
  return Compare && isEndCompare(*Compare, WhenTrue);
}

bool LoopToEnd::endsWithFile(BasicBlock &Exiting) const {
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
