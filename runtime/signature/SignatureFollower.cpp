//===- SignatureFollower.cpp - a run's accesses by a signature ------------===//
//
// See SignatureFollower.h. Adopted numbers are written into the first iteration
// of the loops around an access. So nothing is adopted in later iterations,
// where the numbers have held before.
//
//===----------------------------------------------------------------------===//

#include "signature/SignatureFollower.h"

#include <algorithm>
#include <optional>
#include <utility>

using namespace foreslice;

/// Most differences before the signature counts as wrong.
static constexpr unsigned MostAdoptions = 16;
/// The count of a loop that goes on longer than expected, until it ends.
static constexpr int64_t NoEnd = int64_t(1) << 40;

SignatureFollower::SignatureFollower(const PatternSequence &Signature)
    : Expected(Signature) {
  for (PatternTerm &T : Expected.Terms)
    if (T.isPoint()) {
      std::vector<int64_t> Once{1};
      Once.insert(Once.end(), T.Values.begin(), T.Values.end());
      Once.resize(1 + 2 * T.Values.size());
      T = {PatternShape::loop({T.Shape}), std::move(Once)};
    }
  place();
}

/// Puts the cursor behind the accesses of the term that have passed.
void SignatureFollower::place() {
  for (; Term < Expected.Terms.size(); ++Term, Passed = 0) {
    Cursor = NestCursor(Expected.Terms[Term]);
    Cursor.skip(Passed);
    if (!Cursor.done())
      return;
  }
  Cursor = {};
}

void SignatureFollower::advance() {
  ++Passed;
  Cursor.advance();
  if (Cursor.done()) {
    PassedBefore = Passed;
    ++Term;
    Passed = 0;
    place();
  }
}

/// Moves the terms of a body, from term From on, in iteration 0 of the loops.
static bool moveTerms(const PatternShape &Loop, size_t From, int64_t *Body,
                      int64_t Places) {
  for (size_t I = 0; I < Loop.body().size(); ++I) {
    const PatternShape &T = *Loop.body()[I];
    if (I >= From && !addToAll(T, Body, PlaceField, Places))
      return false;
    Body += T.width();
  }
  return true;
}

/// Moves all terms from From on.
void SignatureFollower::moveFrom(size_t From, int64_t Places, int64_t Shifts) {
  for (size_t I = From; I < Expected.Terms.size(); ++I) {
    if (!Expected.Terms[I].move(Places, Shifts))
      State = GivenUp;
  }
}

/// The loop in whose turn the access at the cursor comes: the access is the
/// first of all inner loops.
struct SignatureFollower::Spot {
  const PatternShape *Loop = nullptr;
  int64_t *Numbers = nullptr; ///< The loop's count, base, step.
  NestCursor::Level Level{};
  bool IsFirst = false; ///< The first access of the whole term.

  /// Nothing if an outer loop is in a later iteration.
  static std::optional<Spot> of(PatternTerm &Term, const NestCursor &C) {
    size_t Depth = C.levels() - 1;
    auto Begins = [&](size_t I) {
      return C.level(I).Iteration == 0 && C.level(I).Position == 0;
    };
    while (Depth > 0 && Begins(Depth))
      --Depth;
    Spot S{Term.Shape.get(), Term.Values.data(), C.level(Depth), false};
    S.IsFirst = Depth == 0 && Begins(0);
    for (size_t I = 0; I < Depth; ++I) {
      const NestCursor::Level L = C.level(I);
      if (L.Iteration != 0)
        return std::nullopt;
      S.Loop = S.Loop->body()[L.Position].get();
      S.Numbers += 1 + L.Offset;
    }
    return S;
  }
};

/// The run's first access: the signature begins there.
bool SignatureFollower::begin(const PatternPoint &P) {
  if (Cursor.done() || Cursor.point().Kind != P.Kind)
    return false;
  const PatternPoint First = Cursor.point();
  int64_t Places, Shifts;
  if (__builtin_sub_overflow(P.Place, First.Place, &Places) ||
      __builtin_sub_overflow(P.Shift, First.Shift, &Shifts))
    return false;
  State = First == P ? Holds : Unconfirmed;
  if (Places != 0 || Shifts != 0) {
    moveFrom(0, Places, Shifts);
    place();
  }
  if (First.Bytes != P.Bytes) {
    SizeDiffered = true;
    if (!otherSize(P))
      return false;
  }
  advance();
  return State != GivenUp;
}

/// A loop that the signature ends before this access goes on.
bool SignatureFollower::goesOn(const PatternPoint &P) {
  const bool Begins = Passed == 0;
  if (Begins && Term == 0)
    return false;
  const size_t Number = Begins ? Term - 1 : Term;
  const uint64_t Count = Begins ? PassedBefore : Passed;
  PatternTerm &T = Expected.Terms[Number];
  NestCursor Before(T);
  Before.skip(Count - 1);
  if (Before.done())
    return false;
  // The innermost loop around the last access, if the access was the loop's
  // last.
  int64_t *Numbers = T.Values.data();
  const PatternShape *Loop = T.Shape.get();
  for (size_t I = 0; I + 1 < Before.levels(); ++I) {
    const NestCursor::Level L = Before.level(I);
    if (L.Iteration != 0)
      return false;
    Loop = Loop->body()[L.Position].get();
    Numbers += 1 + L.Offset;
  }
  const NestCursor::Level L = Before.level(Before.levels() - 1);
  if (L.Iteration + 1 != L.Count || L.Position + 1 != Loop->body().size())
    return false;
  const int64_t Iterations = std::exchange(Numbers[0], NoEnd);
  NestCursor On(T);
  On.skip(Count);
  if (On.isAt(P)) {
    Term = Number;
    Passed = Count;
    Cursor = std::move(On);
    return true;
  }
  Numbers[0] = Iterations;
  return false;
}

/// The loop ends earlier than the signature says.
bool SignatureFollower::endsEarly(const PatternPoint &P) {
  std::optional<Spot> S = Spot::of(Expected.Terms[Term], Cursor);
  if (!S || S->Level.Position != 0 || S->Level.Iteration < 2)
    return false;
  const int64_t Count = S->Numbers[0];
  const size_t OldTerm = Term;
  const uint64_t OldPassed = Passed;
  S->Numbers[0] = S->Level.Iteration;
  place();
  if (Cursor.isAt(P) || (!Cursor.done() && otherStride(P)))
    return true;
  Term = OldTerm;
  Passed = OldPassed;
  S->Numbers[0] = Count;
  place();
  return false;
}

/// Only the place differs: so does the step of a loop, or how far terms are
/// from each other.
bool SignatureFollower::otherStride(const PatternPoint &P) {
  PatternPoint Next = Cursor.point();
  int64_t Places;
  if (__builtin_sub_overflow(P.Place, Next.Place, &Places))
    return false;
  Next.Place = P.Place;
  PatternTerm &T = Expected.Terms[Term];
  std::optional<Spot> S = Spot::of(T, Cursor);
  if (Next != P || !S)
    return false;
  const size_t Width = S->Loop->bodyWidth();
  bool Fits = true;
  if (S->IsFirst)
    moveFrom(Term, Places, 0);
  else if (S->Level.Iteration == 0)
    Fits = moveTerms(*S->Loop, S->Level.Position, S->Numbers + 1, Places);
  else if (S->Level.Iteration == 1 && S->Level.Position == 0)
    Fits = moveTerms(*S->Loop, 0, S->Numbers + 1 + Width, Places);
  else
    return false;
  place();
  return Fits && Cursor.isAt(P);
}

/// Only the size differs: adopts the size wherever the signature has the old.
bool SignatureFollower::otherSize(const PatternPoint &P) {
  PatternPoint Next = Cursor.point();
  const int64_t Old = Next.Bytes;
  Next.Bytes = P.Bytes;
  if (Next != P || P.Bytes < 0 || Old < 0)
    return false;
  for (size_t I = Term; I < Expected.Terms.size(); ++I) {
    PatternTerm &T = Expected.Terms[I];
    auto Replace = [&](auto Self, const PatternShape &Loop,
                       int64_t *Body) -> void {
      for (const ShapeRef &B : Loop.body()) {
        if (!B->isPoint())
          Self(Self, *B, Body + 1);
        else if (Body[BytesField] == Old)
          Body[BytesField] = P.Bytes;
        Body += B->width();
      }
    };
    Replace(Replace, *T.Shape, &T.Values[1]);
  }
  place();
  return Cursor.isAt(P);
}

/// Has the cursor be at P, if the signature can be adjusted so.
bool SignatureFollower::adopt(const PatternPoint &P) {
  if (++Adoptions > MostAdoptions)
    return false;
  if (goesOn(P))
    return true;
  if (Cursor.done())
    return false;
  // Where the size of the first access was another, the stride must hold.
  if (SizeDiffered && State == Unconfirmed)
    return false;
  return otherStride(P) || endsEarly(P) || otherSize(P);
}

void SignatureFollower::observe(const PatternPoint &P) {
  if (State == GivenUp)
    return;
  if (State == Fresh) {
    if (!begin(P))
      State = GivenUp;
    return;
  }
  if (isAt(P)) {
    State = Holds;
    advance();
    return;
  }
  if (!adopt(P) || State == GivenUp) {
    State = GivenUp;
    Expected = {};
    Cursor = {};
    return;
  }
  State = Unconfirmed;
  advance();
}

void SignatureFollower::ahead(
    uint64_t Skip, FunctionRef<bool(const PatternPoint &)> Visit) const {
  NestCursor C = Cursor;
  for (size_t I = Term;;) {
    Skip = C.skip(Skip);
    for (; !C.done(); C.advance())
      if (!Visit(C.point()))
        return;
    if (++I >= Expected.Terms.size())
      return;
    C = NestCursor(Expected.Terms[I]);
  }
}
