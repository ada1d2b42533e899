//===- AccessSummaries.cpp - what an access of a region touches -----------===//
//
// See AccessSummaries.h.
//
//===----------------------------------------------------------------------===//

#include "summary/AccessSummaries.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace foreslice {

AccessSummaries::AccessSummaries(WorkingCopy &Copy)
    : Copy(Copy), Values(Copy),
      DT(Copy.analysisModule().analyses().getResult<DominatorTreeAnalysis>(
          Copy.function())),
      LI(Copy.analysisModule().analyses().getResult<LoopAnalysis>(
          Copy.function())),
      InRegion(Copy.region().begin(), Copy.region().end()) {
  for (Instruction &I : instructions(Copy.function())) {
    auto *CB = dyn_cast<CallBase>(&I);
    const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
    if (Call && Call->Kind == IOKind::SetView)
      Views.push_back(CB);
    else if (Call && Call->Kind == IOKind::Open)
      Opened.push_back(Values.placeOf(CB->getArgOperand(Call->handleOut())));
  }
}

/// Under which view Access is made, if that is the same wherever the region
/// accesses the file.
AccessSummaries::View AccessSummaries::viewOf(unsigned File, CallBase &Access,
                                              const IOCall &Call) {
  CallBase *Before = nullptr, *Within = nullptr;
  unsigned NumBefore = 0;
  auto Place = [&](Value *Handle) {
    auto *Load = dyn_cast<LoadInst>(Handle);
    return Load ? Values.placeOf(Load->getPointerOperand())
                : SymbolicValues::Key{reinterpret_cast<uintptr_t>(Handle)};
  };
  SymbolicValues::Key Of = Place(Access.getArgOperand(Call.fileArg()));
  for (CallBase *CB : Views) {
    Value *Handle = CB->getArgOperand(0);
    if (!InRegion.contains(CB->getParent())) {
      if (Place(Handle) == Of && ++NumBefore == 1)
        Before = CB;
      continue;
    }
    unsigned F = Values.symbol(Handle, *CB->getParent());
    if (Values.factor(F).Within)
      return {};
    if (F != File)
      continue;
    if (Within || Values.innermost(*CB->getParent(), *CB->getParent()) ||
        !DT.dominates(CB, &Access))
      return {};
    Within = CB;
  }
  if (!Within && NumBefore == 1 && DT.dominates(Before, Copy.begin()))
    Within = Before;
  if (Within) {
    Value *Type = Within->getArgOperand(2);
    return {true, predefinedTypeSize(Type), Type};
  }
  bool IsDefault = Views.empty() && is_contained(Opened, Of);
  return {true, uint64_t(IsDefault), nullptr};
}

Polynomial AccessSummaries::lengthOf(CallBase &CB, const IOCall &Call,
                                     const View &V, const BasicBlock &At,
                                     bool &InElements) {
  Value *Type = CB.getArgOperand(Call.Datatype);
  Polynomial Count = Values.convert(CB.getArgOperand(Call.Count), At);
  if (!V.Bytes && V.Type &&
      Values.symbol(Type, At) == Values.symbol(V.Type, At)) {
    InElements = true;
    return Count;
  }
  InElements = V.Bytes != 0;
  if (uint64_t Bytes = predefinedTypeSize(Type))
    return Count * Polynomial(Bytes);
  return Count * Polynomial::of({Values.typeSize(Type, At)});
}

/// The individual pointer before CB, if a seek in sight has set it.
Polynomial AccessSummaries::pointerAt(CallBase &CB, const IOCall &Call,
                                      const View &V, unsigned File) {
  constexpr int64_t SeekSet = 600; // In Open MPI and MPICH.
  const BasicBlock &At = *CB.getParent();
  auto Previous = [&](const Instruction *I) -> const Instruction * {
    if (I->getPrevNode())
      return I->getPrevNode();
    const BasicBlock *Pred = I->getParent()->getSinglePredecessor();
    return Pred && InRegion.contains(Pred) &&
                   LI.getLoopFor(Pred) == LI.getLoopFor(&At)
               ? Pred->getTerminator()
               : nullptr;
  };
  Polynomial Moved = 0;
  for (const Instruction *I = Previous(&CB); I; I = Previous(I)) {
    auto *Other = dyn_cast<CallBase>(const_cast<Instruction *>(I));
    const IOCall *Kind = Other ? lookupIOCall(*Other) : nullptr;
    if (!Kind || !Kind->movesPointer())
      continue;
    unsigned Of = Values.symbol(Other->getArgOperand(Kind->fileArg()), At);
    if (Of != File && !Values.factor(Of).Within)
      continue;
    if (Of != File)
      return Polynomial::invalid();
    if (Kind->Kind != IOKind::Seek) {
      bool InElements;
      Moved = Moved + lengthOf(*Other, *Kind, V, At, InElements);
      if (!InElements)
        return Polynomial::invalid();
      continue;
    }
    auto *Whence = dyn_cast<ConstantInt>(Other->getArgOperand(2));
    if (!Whence || Whence->getSExtValue() != SeekSet)
      return Polynomial::invalid();
    Polynomial Offset = Values.convert(Other->getArgOperand(1), At);
    return Offset * Polynomial(V.Bytes ? V.Bytes : 1) + Moved;
  }
  return Polynomial::invalid();
}

const AccessSummary &AccessSummaries::of(CallBase &CB) {
  auto [It, New] = Summaries.try_emplace(&CB);
  AccessSummary &S = It->second;
  if (!New)
    return S;
  const IOCall &Call = *lookupIOCall(CB);
  BasicBlock &BB = *CB.getParent();
  S.Call = &CB;
  S.File = Values.symbol(CB.getArgOperand(Call.fileArg()), BB);
  for (const Loop *L = LI.getLoopFor(&BB); L; L = L->getParentLoop())
    if (Values.isOfRegion(*L))
      S.Loops.insert(S.Loops.begin(), L);
  View V = viewOf(S.File, CB, Call);
  if (!V.Known || Values.factor(S.File).Within || Call.isAtSharedPointer())
    return S;
  Values.takeFacts(); // of others
  bool InElements;
  S.Length = lengthOf(CB, Call, V, BB, InElements);
  S.Start = Call.Offset >= 0
                ? Values.convert(CB.getArgOperand(Call.Offset), BB) *
                      Polynomial(V.Bytes ? V.Bytes : 1)
                : pointerAt(CB, Call, V, S.File);
  if (S.Start.isValid() && S.Length.isValid())
    Values.addFacts(BB);
  S.Facts = Values.takeFacts();
  return S;
}

} // namespace foreslice
