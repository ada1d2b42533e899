//===- TeamShares.cpp - iterations that OpenMP hands out in a working copy ===//
//
// See TeamShares.h. The calls are those of LLVM's OpenMP library (kmp.h).
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

static bool isDynamicInSteps(const CallBase &Init) {
  constexpr uint64_t DynamicChunked = 35, Modifiers = uint64_t(3) << 29;
  auto *Schedule = dyn_cast<ConstantInt>(Init.getArgOperand(init::Schedule));
  auto *Step = dyn_cast<ConstantInt>(Init.getArgOperand(init::Step));
  return Schedule && Step && Step->isOne() &&
         (Schedule->getZExtValue() & ~Modifiers) == DynamicChunked;
}

/// The last call before Next that begins a loop of its kind; null if there is
/// none on every way.
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

static void takeTurns(const SharingLoop &In) {
  CallBase &Init = In.Init, &Next = In.Next;
  BasicBlock *Header = In.L.getHeader();
  bool Signed = !kindOfNext(Next).ends_with("u");
  Value *First = Init.getArgOperand(init::First),
        *Last = Init.getArgOperand(init::Last),
        *Chunk = Init.getArgOperand(init::Chunk);
  Type *T = First->getType();
  Constant *One = ConstantInt::get(T, 1);

  IRBuilder<> AtHeader(Header, Header->begin());
  PHINode *Turn = AtHeader.CreatePHI(T, pred_size(Header), "turn");
  IRBuilder<> B(&Next);
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
  B.CreateStore(Begin, Next.getArgOperand(next::First));
  B.CreateStore(B.CreateSelect(IsOver, Last, End),
                Next.getArgOperand(next::Last));
  B.CreateStore(One, Next.getArgOperand(next::Step));
  B.CreateStore(B.getInt32(0), Next.getArgOperand(next::IsLast));
  Next.replaceAllUsesWith(B.CreateZExt(More, Next.getType()));
  Value *Following = B.CreateAdd(Turn, One);
  Next.eraseFromParent();
  for (BasicBlock *From : predecessors(Header))
    Turn->addIncoming(In.L.contains(From) ? Following : ConstantInt::get(T, 0),
                      From);
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
      if (L && L->getHeader() == Next->getParent() && Init &&
          !L->contains(Init) && isDynamicInSteps(*Init))
        takeTurns({*L, *Init, *Next});
    }
  }
}

} // namespace foreslice
