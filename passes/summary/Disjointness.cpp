//===- Disjointness.cpp - writes without a later read of the bytes --------===//
//
// See Disjointness.h. A write and a read overlap if both touch a byte, and the
// write comes first: in an earlier iteration of a common loop, within the same
// iterations of the loops around, or before the read in the same iteration of
// all common loops. Each case is a set of inequalities, to be proved empty. The
// ways of branches are known as far as branches compare integers.
//
//===----------------------------------------------------------------------===//

#include "summary/Disjointness.h"
#include "summary/AccessSummaries.h"
#include "summary/Inequalities.h"

using namespace llvm;

namespace foreslice {

/// Most queries for one region: more pairs are not proved.
static constexpr unsigned MaxQueries = 256;

namespace {

class OverlapFinder {
public:
  OverlapFinder(WorkingCopy &Copy, const SlicePlan &Plan)
      : Copy(Copy), Plan(Plan), Accesses(Copy), Values(Accesses.values()),
        InRegion(Copy.region().begin(), Copy.region().end()) {}

  bool areLoopsKnown() const { return Values.areLoopsKnown(); }
  /// Whether no later read of the region touches the bytes of Write.
  bool isUnread(CallBase &Write);
  /// Iterations from Write to Read, if Read gets exactly the bytes written.
  std::optional<unsigned> distance(CallBase &Write, CallBase &Read);

private:
  /// A write and a possible later read.
  struct Pair {
    const AccessSummary &Write, &Read;
    SmallVector<const Loop *, 4> Common; ///< From the outermost on.
    bool InSameIteration;                ///< The read may follow there, too.
  };
  /// Whether a factor has one value for both accesses, or one value each.
  enum Owner { Both, OfRead, OfWrite, NumOwners };

  Pair pair(CallBase &Write, CallBase &Read);
  bool isReachedWithin(CallBase &Write, CallBase &Read, const Loop *L) const;
  bool isShared(unsigned F, ArrayRef<const Loop *> Equal) const;
  Polynomial instance(const Polynomial &P, Owner O,
                      ArrayRef<const Loop *> Equal) const;
  void addLeast(const Polynomial &P, ArrayRef<const Loop *> Equal,
                Inequalities &To) const;
  bool neverOverlap(const Pair &P, unsigned NumEqual,
                    const Polynomial &Distance = 1, int Sign = 0);
  bool neverOverlap(const Pair &P);
  std::optional<int64_t> exactDistance(const Pair &P, unsigned NumEqual);

  WorkingCopy &Copy;
  const SlicePlan &Plan;
  AccessSummaries Accesses;
  SymbolicValues &Values;
  SmallPtrSet<const BasicBlock *, 16> InRegion;
  unsigned NumQueries = 0;
};

} // namespace

/// Whether the way from Write to Read need not enter L, or the region, anew.
bool OverlapFinder::isReachedWithin(CallBase &Write, CallBase &Read,
                                    const Loop *L) const {
  const BasicBlock *From = Write.getParent(), *To = Read.getParent();
  if (From == To && Write.comesBefore(&Read))
    return true;
  const BasicBlock *Again = L ? L->getHeader() : Copy.begin()->getParent();
  SmallPtrSet<const BasicBlock *, 16> Seen = {Again};
  SmallVector<const BasicBlock *> Worklist = {From};
  while (!Worklist.empty())
    for (const BasicBlock *S : successors(Worklist.pop_back_val()))
      if (InRegion.contains(S) && Seen.insert(S).second) {
        if (S == To)
          return true;
        Worklist.push_back(S);
      }
  return false;
}

OverlapFinder::Pair OverlapFinder::pair(CallBase &Write, CallBase &Read) {
  Pair P = {Accesses.of(Write), Accesses.of(Read), {}, false};
  for (auto [A, B] : zip(P.Write.Loops, P.Read.Loops)) {
    if (A != B)
      break;
    P.Common.push_back(A);
  }
  P.InSameIteration = isReachedWithin(
      Write, Read, P.Common.empty() ? nullptr : P.Common.back());
  return P;
}

bool OverlapFinder::isShared(unsigned F, ArrayRef<const Loop *> Equal) const {
  const Loop *Outer = Values.factor(F).Outer;
  return !Outer || is_contained(Equal, Outer);
}

/// P with the accesses in the same iterations of the loops Equal.
Polynomial OverlapFinder::instance(const Polynomial &P, Owner O,
                                   ArrayRef<const Loop *> Equal) const {
  return P.renamed([&](unsigned F) {
    return F * NumOwners + (isShared(F, Equal) ? Both : O);
  });
}

/// Adds the lower bounds of P's factors.
void OverlapFinder::addLeast(const Polynomial &P, ArrayRef<const Loop *> Equal,
                             Inequalities &To) const {
  P.any([&](unsigned F) {
    if (std::optional<int64_t> Least = Values.factor(F).Least)
      for (Owner O : {OfRead, OfWrite})
        To.addLeast({F * NumOwners + (isShared(F, Equal) ? Both : O)}, *Least);
    return false;
  });
}

/// True if the accesses of P touch no common byte, within the same iterations
/// of the first NumEqual common loops. In the next common loop, the write is in
/// any earlier iteration (Sign is 0), fewer than Distance iterations earlier
/// (Sign < 0), or more (Sign > 0). Without a next loop, the write comes earlier
/// in the same iteration.
bool OverlapFinder::neverOverlap(const Pair &P, unsigned NumEqual,
                                 const Polynomial &Distance, int Sign) {
  const AccessSummary &W = P.Write, &R = P.Read;
  if (W.File != R.File || !W.Start.isValid() || !R.Start.isValid() ||
      !W.Length.isValid() || !R.Length.isValid() || ++NumQueries > MaxQueries)
    return false;
  auto Equal = ArrayRef(P.Common).take_front(NumEqual);
  auto OfR = [&](const Polynomial &Q) { return instance(Q, OfRead, Equal); };
  auto OfW = [&](const Polynomial &Q) { return instance(Q, OfWrite, Equal); };
  auto IsShared = [](unsigned F) { return F % NumOwners == Both; };
  Inequalities All(IsShared);
  Polynomial Apart = OfR(R.Start) - OfW(W.Start);
  if (!Apart.isValid())
    return false;
  All.ask(OfW(W.Length) - Apart - 1);
  All.ask(Apart + OfR(R.Length) - 1);
  All.ask(OfW(W.Length) - 1);
  All.ask(OfR(R.Length) - 1);
  if (NumEqual < P.Common.size()) {
    Polynomial Counter = Polynomial::of({Values.counter(*P.Common[NumEqual])});
    Polynomial Earlier = OfR(Counter) - OfW(Counter);
    All.add(Earlier - 1);
    if (Sign < 0)
      All.add(Distance - Earlier - 1);
    else if (Sign > 0)
      All.add(Earlier - Distance - 1);
  }
  for (const Polynomial *Place : {&R.Start, &R.Length, &W.Start, &W.Length})
    addLeast(*Place, Equal, All);
  for (const Polynomial &Fact : R.Facts)
    All.add(OfR(Fact));
  for (const Polynomial &Fact : W.Facts)
    All.add(OfW(Fact));
  for (const Polynomial &Fact : Values.facts())
    All.add(OfR(Fact));
  for (const auto &Facts : {R.Facts, W.Facts})
    for (const Polynomial &Fact : Facts)
      addLeast(Fact, Equal, All);
  return All.haveNoSolution();
}

bool OverlapFinder::neverOverlap(const Pair &P) {
  for (unsigned NumEqual = 0; NumEqual < P.Common.size(); ++NumEqual)
    if (!neverOverlap(P, NumEqual))
      return false;
  return !P.InSameIteration || neverOverlap(P, P.Common.size());
}

bool OverlapFinder::isUnread(CallBase &Write) {
  return all_of(Plan.Reads, [&](CallBase *Read) {
    return neverOverlap(pair(Write, *Read));
  });
}

/// The distance from write to read, in iterations of the loop behind NumEqual
/// others, if the polynomials alone give a distance.
std::optional<int64_t> OverlapFinder::exactDistance(const Pair &P,
                                                    unsigned NumEqual) {
  const AccessSummary &W = P.Write, &R = P.Read;
  auto Equal = ArrayRef(P.Common).take_front(NumEqual);
  unsigned Counter = Values.counter(*P.Common[NumEqual]);
  auto [AtR, StepR] = R.Start.split(Counter);
  auto [AtW, StepW] = W.Start.split(Counter);
  auto Changes = [&](unsigned F) { return !isShared(F, Equal); };
  if (W.File != R.File || !AtR.isValid() || !AtW.isValid() ||
      !R.Length.isValid() || R.Length != W.Length || StepR != StepW ||
      StepR.isZero() || AtR.any(Changes) || AtW.any(Changes) ||
      StepR.any(Changes) || R.Length.any(Changes))
    return std::nullopt;
  // AtR + Step * i == AtW + Step * (i - Distance)
  Polynomial Apart = AtW - AtR;
  auto &[First, Step] = *StepR.terms().begin();
  int64_t Distance = Apart.coefficient(First) / Step;
  if (Apart != StepR * Polynomial(Distance))
    return std::nullopt;
  return Distance;
}

std::optional<unsigned> OverlapFinder::distance(CallBase &Write,
                                                CallBase &Read) {
  Pair P = pair(Write, Read);
  if (P.Common.empty())
    return std::nullopt;
  unsigned Innermost = P.Common.size() - 1;
  std::optional<int64_t> Distance = exactDistance(P, Innermost);
  if (!Distance || *Distance < 0 || *Distance > INT_MAX ||
      (*Distance == 0 && !P.InSameIteration))
    return std::nullopt;
  for (unsigned NumEqual = 0; NumEqual < Innermost; ++NumEqual)
    if (!neverOverlap(P, NumEqual))
      return std::nullopt;
  bool NoOther = neverOverlap(P, Innermost, *Distance, 1) &&
                 (*Distance <= 1 || neverOverlap(P, Innermost, *Distance, -1));
  if (*Distance > 0 && P.InSameIteration)
    NoOther &= neverOverlap(P, P.Common.size());
  return NoOther ? std::optional<unsigned>(*Distance) : std::nullopt;
}

void findUnreadWrites(WorkingCopy &Copy, SlicePlan &Plan) {
  SmallVector<CallBase *> Writes;
  for (BasicBlock *BB : Copy.region())
    for (Instruction &I : *BB)
      if (auto *CB = dyn_cast<CallBase>(&I); CB && Plan.Needed.contains(CB))
        if (const IOCall *Call = lookupIOCall(*CB);
            Call && Call->writesItsOwn())
          Writes.push_back(CB);
  if (Writes.empty())
    return;
  OverlapFinder Finder(Copy, Plan);
  if (!Finder.areLoopsKnown())
    return;
  for (CallBase *Write : Writes) {
    if (Finder.isUnread(*Write)) {
      Plan.Unread.insert(Write);
      continue;
    }
    for (CallBase *Read : Plan.Reads)
      if (std::optional<unsigned> Iterations = Finder.distance(*Write, *Read))
        Plan.Summary.Behind.push_back(
            {Read->getDebugLoc(), Write->getDebugLoc(),
             lookupIOCall(*Read)->Name.str(), *Iterations});
  }
}

} // namespace foreslice
