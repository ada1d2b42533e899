//===- AccessSummaries.cpp - the bytes of a region's accesses -------------===//
//
// See AccessSummaries.h.
//
//===----------------------------------------------------------------------===//

#include "summary/AccessSummaries.h"
#include "model/LibraryCalls.h"

#include "llvm/Analysis/CFG.h"
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
      Views.emplace_back(CB, Call);
    else if (Call && Call->isOpen() && Call->has(Role::Handle))
      Opened.push_back(Values.placeOf(Call->argument(*CB, Role::Handle)));
  }
}

/// The view of Access, if the same at all accesses of the region to the file.
AccessSummaries::View AccessSummaries::viewOf(unsigned File, CallBase &Access,
                                              const IOCall &Call) {
  if (!Call.Family.hasViews())
    return {true, 1, nullptr};
  using Change = std::pair<CallBase *, const IOCall *>;
  Change Before, C;
  unsigned NumBefore = 0;
  bool IsOneOfTwo = false; // the view before, or another view set once
  auto Place = [&](Value *Handle) {
    auto *Load = dyn_cast<LoadInst>(Handle);
    return Load ? Values.placeOf(Load->getPointerOperand())
                : SymbolicValues::Key{reinterpret_cast<uintptr_t>(Handle)};
  };
  SymbolicValues::Key K = Place(Call.argument(Access, Role::File));
  for (auto [CB, Kind] : Views) {
    Value *Handle = Kind->argument(*CB, Role::File);
    if (!InRegion.contains(CB->getParent())) {
      if (Place(Handle) == K && ++NumBefore == 1)
        Before = {CB, Kind};
      continue;
    }
    unsigned F = Values.symbol(Handle, *CB->getParent());
    if (Values.factor(F).Outer)
      return {};
    if (F != File)
      continue;
    if (C.first || Values.innermost(*CB->getParent(), *CB->getParent()))
      return {};
    IsOneOfTwo = !DT.dominates(CB, &Access);
    if (IsOneOfTwo && isPotentiallyReachable(&Access, CB, nullptr, &DT, &LI))
      return {};
    C = {CB, Kind};
  }
  if (IsOneOfTwo)
    return {true, 0, nullptr};
  if (!C.first && NumBefore == 1 && DT.dominates(Before.first, Copy.begin()))
    C = Before;
  if (auto [CB, Kind] = C; CB) {
    Value *Type = Kind->argument(*CB, Role::Etype);
    return {true, predefinedTypeSize(Type), Type};
  }
  bool IsDefault = Views.empty() && is_contained(Opened, K);
  return {true, uint64_t(IsDefault), nullptr};
}

Polynomial AccessSummaries::lengthOf(CallBase &CB, const IOCall &Call,
                                     const View &V, const BasicBlock &Block,
                                     bool &InElements) {
  InElements = false;
  if (!Call.Family.tellsLength(Call))
    return Polynomial::invalid();
  Polynomial Count = Values.convert(Call.argument(CB, Role::Count), Block);
  if (!Call.has(Role::Datatype)) {
    InElements = true;
    return Call.has(Role::ItemSize)
               ? Count *
                     Values.convert(Call.argument(CB, Role::ItemSize), Block)
               : Count;
  }
  Value *Type = Call.argument(CB, Role::Datatype);
  if (!V.Bytes && V.Type &&
      Values.symbol(Type, Block) == Values.symbol(V.Type, Block)) {
    InElements = true;
    return Count;
  }
  InElements = V.Bytes != 0;
  if (uint64_t Bytes = predefinedTypeSize(Type))
    return Count * Polynomial(Bytes);
  return Count * Polynomial::of({Values.typeSize(Type, Block)});
}

/// The individual pointer before CB, if a visible seek has set the pointer.
Polynomial AccessSummaries::pointerAt(CallBase &CB, const IOCall &Call,
                                      const View &V, unsigned File) {
  const std::optional<int64_t> SeekSet = Call.Family.fromBeginning();
  if (!SeekSet)
    return Polynomial::invalid();
  const BasicBlock &Block = *CB.getParent();
  auto Previous = [&](const Instruction *I) -> const Instruction * {
    if (I->getPrevNode())
      return I->getPrevNode();
    const BasicBlock *Pred = I->getParent()->getSinglePredecessor();
    return Pred && InRegion.contains(Pred) &&
                   LI.getLoopFor(Pred) == LI.getLoopFor(&Block)
               ? Pred->getTerminator()
               : nullptr;
  };
  Polynomial Moved = 0;
  for (const Instruction *I = Previous(&CB); I; I = Previous(I)) {
    auto *Other = dyn_cast<CallBase>(const_cast<Instruction *>(I));
    const IOCall *Kind = Other ? lookupIOCall(*Other) : nullptr;
    if (!Kind || !Kind->movesPointer())
      continue;
    unsigned Number = Values.symbol(Kind->argument(*Other, Role::File), Block);
    if (Number != File && !Values.factor(Number).Outer)
      continue;
    if (Number != File)
      return Polynomial::invalid();
    if (Kind->Kind == IOKind::PushBack)
      return Polynomial::invalid();
    if (!Kind->isSeek()) {
      bool InElements;
      Moved = Moved + lengthOf(*Other, *Kind, V, Block, InElements);
      if (!InElements)
        return Polynomial::invalid();
      continue;
    }
    if (!Kind->has(Role::Whence))
      return Moved; // rewind()
    auto *Whence = dyn_cast<ConstantInt>(Kind->argument(*Other, Role::Whence));
    if (!Whence || Whence->getSExtValue() != *SeekSet)
      return Polynomial::invalid();
    Polynomial Offset =
        Values.convert(Kind->argument(*Other, Role::Offset), Block);
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
  if (!Call.has(Role::File))
    return S; // By a mapping.
  S.File = Values.symbol(Call.argument(CB, Role::File), BB);
  for (const Loop *L = LI.getLoopFor(&BB); L; L = L->getParentLoop())
    if (Values.isOfRegion(*L))
      S.Loops.insert(S.Loops.begin(), L);
  View V = viewOf(S.File, CB, Call);
  if (!V.Known || Values.factor(S.File).Outer || Call.isAtSharedPointer())
    return S;
  Values.takeFacts(); // of others
  bool InElements;
  S.Length = lengthOf(CB, Call, V, BB, InElements);
  S.Start = Call.has(Role::Offset)
                ? Values.convert(Call.argument(CB, Role::Offset), BB) *
                      Polynomial(V.Bytes ? V.Bytes : 1)
                : pointerAt(CB, Call, V, S.File);
  if (S.Start.isValid() && S.Length.isValid())
    Values.addFacts(BB);
  S.Facts = Values.takeFacts();
  return S;
}

} // namespace foreslice
