//===- TeamShares.cpp - OpenMP's shares of iterations in a working copy ---===//
//
// See TeamShares.h. The calls are of LLVM's OpenMP library (kmp.h).
//
//===----------------------------------------------------------------------===//

#include "copy/TeamShares.h"
#include "model/AbiFunctions.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace foreslice {

namespace {

/// __kmpc_dispatch_init_4(place, thread, schedule, first, last, step, chunk)
namespace init {
enum { Thread = 1, Schedule, First, Last, Step, Chunk, Count };
} // namespace init

/// __kmpc_dispatch_next_4(place, thread, &is_last, &first, &last, &step)
namespace next {
enum { Thread = 1, IsLast, First, Last, Step, Count };
} // namespace next

/// A loop in which a thread asks for iterations, one share after the other.
struct SharingLoop {
  Loop &L;
  CallBase &Init, &Next;
};

} // namespace

/// "4", "4u", "8" or "8u"; empty if CB calls something else.
static StringRef kindOf(const CallBase &CB, StringRef Name, unsigned Count) {
  const Function *F = CB.getCalledFunction();
  StringRef Kind = F ? F->getName() : "";
  bool Is = Kind.consume_front(Name) && CB.arg_size() == Count &&
            (Kind == "4" || Kind == "4u" || Kind == "8" || Kind == "8u");
  return Is ? Kind : "";
}

static StringRef kindOfInit(const CallBase &CB) {
  return kindOf(CB, "__kmpc_dispatch_init_", init::Count);
}

static StringRef kindOfNext(const CallBase &CB) {
  return kindOf(CB, "__kmpc_dispatch_next_", next::Count);
}

// kmp_sch_* of the library.
static constexpr uint32_t DynamicChunked = 35, // Guided, runtime, and
    ByLibrary = 38;                            // auto are the next.

/// The schedule of the iterations; 0 for steps other than one, or for a
/// schedule unknown to slices.
static uint32_t scheduleOf(const CallBase &Init) {
  constexpr uint64_t Modifiers = uint64_t(3) << 29;
  auto *Schedule = dyn_cast<ConstantInt>(Init.getArgOperand(init::Schedule));
  auto *Step = dyn_cast<ConstantInt>(Init.getArgOperand(init::Step));
  if (!Schedule || !Step || !Step->isOne())
    return 0;
  auto Kind = static_cast<uint32_t>(Schedule->getZExtValue() & ~Modifiers);
  return Kind >= DynamicChunked && Kind <= ByLibrary ? Kind : 0;
}

/// The last call before Next that begins a loop of Next's kind, on all ways;
/// null if there is none.
static CallBase *initBefore(CallBase &Next, const DominatorTree &DT) {
  CallBase *Found = nullptr;
  for (Instruction &I : instructions(*Next.getFunction())) {
    auto *CB = dyn_cast<CallBase>(&I);
    if (CB && kindOfInit(*CB) == kindOfNext(Next) && DT.dominates(CB, &Next) &&
        (!Found || DT.dominates(Found, CB)))
      Found = CB;
  }
  return Found;
}

namespace {
/// A share of the iterations; Is says whether the share exists.
struct Share {
  Value *Begin, *Last, *Is;
};
} // namespace

/// A share of fixed size.
static Share dynamicShare(IRBuilder<> &B, const SharingLoop &Loop,
                          Value *Turn) {
  bool Signed = !kindOfNext(Loop.Next).ends_with("u");
  Value *First = Loop.Init.getArgOperand(init::First),
        *Last = Loop.Init.getArgOperand(init::Last),
        *Chunk = Loop.Init.getArgOperand(init::Chunk);
  Type *T = First->getType();
  Constant *One = ConstantInt::get(T, 1);
  Value *Size =
      B.CreateZExtOrTrunc(callAbi(B, Abi::foreslice_slice_team_size, {}), T);
  Value *Member =
      B.CreateZExtOrTrunc(callAbi(B, Abi::foreslice_slice_team_member, {}), T);
  Chunk = B.CreateSelect(B.CreateICmpSGT(Chunk, ConstantInt::get(T, 0)), Chunk,
                         One);
  Value *Share = B.CreateAdd(Member, B.CreateMul(Turn, Size));
  Value *Begin = B.CreateAdd(First, B.CreateMul(Share, Chunk));
  Value *End = B.CreateSub(B.CreateAdd(Begin, Chunk), One);
  Value *IsOver =
      Signed ? B.CreateICmpSGT(End, Last) : B.CreateICmpUGT(End, Last);
  Value *More =
      Signed ? B.CreateICmpSLE(Begin, Last) : B.CreateICmpULE(Begin, Last);
  return {Begin, B.CreateSelect(IsOver, Last, End), More};
}

/// A share known to the run time.
static Share knownShare(IRBuilder<> &B, const SharingLoop &Loop, Value *Turn,
                        uint32_t Schedule) {
  Value *First = Loop.Init.getArgOperand(init::First);
  Type *T = First->getType();
  Constant *One = ConstantInt::get(T, 1);
  Value *Count =
      B.CreateAdd(B.CreateSub(Loop.Init.getArgOperand(init::Last), First), One);
  auto Edge = [&](bool End) {
    Value *Pointer = callAbi(
        B, Abi::foreslice_slice_team_share,
        {B.getInt32(Schedule), B.CreateZExtOrTrunc(Count, B.getInt64Ty()),
         B.CreateZExtOrTrunc(Loop.Init.getArgOperand(init::Chunk),
                             B.getInt64Ty()),
         B.CreateZExtOrTrunc(Turn, B.getInt64Ty()), B.getInt32(End)});
    return B.CreateAdd(First, B.CreateTrunc(Pointer, T));
  };
  Value *Begin = Edge(false), *End = Edge(true);
  return {Begin, B.CreateSub(End, One), B.CreateICmpNE(Begin, End)};
}

static void takeTurns(const SharingLoop &Loop, uint32_t Schedule) {
  CallBase &Next = Loop.Next;
  BasicBlock *Header = Loop.L.getHeader();
  Type *T = Loop.Init.getArgOperand(init::First)->getType();
  Constant *One = ConstantInt::get(T, 1);
  IRBuilder<> AtHeader(Header, Header->begin());
  PHINode *Turn = AtHeader.CreatePHI(T, pred_size(Header), "turn");
  IRBuilder<> B(&Next);
  Share S = Schedule == DynamicChunked ? dynamicShare(B, Loop, Turn)
                                       : knownShare(B, Loop, Turn, Schedule);
  B.CreateStore(S.Begin, Next.getArgOperand(next::First));
  B.CreateStore(S.Last, Next.getArgOperand(next::Last));
  B.CreateStore(One, Next.getArgOperand(next::Step));
  B.CreateStore(B.getInt32(0), Next.getArgOperand(next::IsLast));
  Next.replaceAllUsesWith(B.CreateZExt(S.Is, Next.getType()));
  Value *Following = B.CreateAdd(Turn, One);
  Next.eraseFromParent();
  for (BasicBlock *From : predecessors(Header))
    Turn->addIncoming(
        Loop.L.contains(From) ? Following : ConstantInt::get(T, 0), From);
}

void takeTurns(Module &Copy) {
  for (Function &F : Copy) {
    SmallVector<CallBase *> Asks;
    for (Instruction &I : instructions(F))
      if (auto *CB = dyn_cast<CallBase>(&I); CB && !kindOfNext(*CB).empty())
        Asks.push_back(CB);
    if (Asks.empty())
      continue;
    DominatorTree DT(F);
    LoopInfo LI(DT);
    for (CallBase *Next : Asks) {
      Loop *L = LI.getLoopFor(Next->getParent());
      CallBase *Init = initBefore(*Next, DT);
      uint32_t Schedule = Init ? scheduleOf(*Init) : 0;
      if (L && L->getHeader() == Next->getParent() && Schedule != 0 &&
          !L->contains(Init))
        takeTurns({*L, *Init, *Next}, Schedule);
    }
  }
}

} // namespace foreslice
