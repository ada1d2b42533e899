//===- TermStack.cpp - terms that become loops ----------------------------===//
//
// See TermStack.h.
//
//===----------------------------------------------------------------------===//

#include "signature/TermStack.h"

#include "signature/NestCursor.h"

#include <algorithm>

using namespace foreslice;

void TermStack::push(PatternTerm Term) {
  // Drops half at once, so that a push has a constant mean cost.
  if (Terms.size() >= MostTerms)
    Terms.erase(Terms.begin(),
                Terms.begin() + static_cast<ptrdiff_t>(Terms.size() / 2 + 1));
  Terms.push_back(std::move(Term));
}

static bool differBySame(const PatternTerm &A, const PatternTerm &B,
                         const PatternTerm &C) {
  for (size_t I = 0; I < A.Values.size(); ++I) {
    int64_t First, Second;
    if (__builtin_sub_overflow(B.Values[I], A.Values[I], &First) ||
        __builtin_sub_overflow(C.Values[I], B.Values[I], &Second) ||
        First != Second)
      return false;
  }
  return true;
}

/// Whether the top three blocks have the same shape, and numbers that grow
/// evenly.
bool TermStack::isEven(size_t Block) const {
  for (size_t I = 0; I < Block; ++I) {
    const PatternTerm &A = fromTop(I + 2 * Block), &B = fromTop(I + Block),
                      &C = fromTop(I);
    if (!sameShape(B.Shape, C.Shape) || !sameShape(A.Shape, B.Shape) ||
        !differBySame(A, B, C))
      return false;
  }
  return true;
}

/// Whether the top terms are the next iteration of the loop below.
bool TermStack::isNextIteration(size_t Block) const {
  const PatternTerm &Loop = fromTop(Block);
  if (Loop.isPoint() || Loop.Shape->body().size() != Block)
    return false;
  size_t Position = 0;
  for (size_t I = Block; I-- > 0;) {
    const PatternTerm &T = fromTop(I);
    if (!sameShape(T.Shape, Loop.Shape->body()[Block - 1 - I]))
      return false;
    std::vector<int64_t> Next(
        Loop.base().begin() + static_cast<ptrdiff_t>(Position),
        Loop.base().begin() +
            static_cast<ptrdiff_t>(Position + T.Values.size()));
    if (!addTimes(Next, Loop.step().subspan(Position, T.Values.size()),
                  Loop.count()) ||
        Next != T.Values)
      return false;
    Position += T.Values.size();
  }
  return true;
}

std::optional<PatternTerm>
foreslice::loopOf(std::span<const PatternTerm> First,
                  std::span<const PatternTerm> Second, int64_t Count) {
  std::vector<ShapeRef> Body;
  Body.reserve(First.size());
  for (const PatternTerm &T : First)
    Body.push_back(T.Shape);
  PatternTerm Loop{PatternShape::loop(std::move(Body)), {}};
  if (!Loop.Shape)
    return std::nullopt;
  Loop.Values.reserve(Loop.Shape->width());
  Loop.Values.push_back(Count);
  for (const PatternTerm &T : First)
    Loop.Values.insert(Loop.Values.end(), T.Values.begin(), T.Values.end());
  for (size_t I = 0; I < First.size(); ++I)
    for (size_t V = 0; V < First[I].Values.size(); ++V) {
      int64_t Step;
      if (__builtin_sub_overflow(Second[I].Values[V], First[I].Values[V],
                                 &Step))
        return std::nullopt;
      Loop.Values.push_back(Step);
    }
  return Loop;
}

bool TermStack::makeLoop(size_t Block, int64_t Count) {
  const size_t All = Block * static_cast<size_t>(Count);
  const auto Top = std::span<const PatternTerm>(Terms).last(All);
  std::optional<PatternTerm> Loop =
      loopOf(Top.first(Block), Top.subspan(Block, Block), Count);
  if (!Loop)
    return false;
  Terms.resize(Terms.size() - All);
  Terms.push_back(std::move(*Loop));
  return true;
}

bool TermStack::reduce() {
  constexpr int64_t Blocks = 3;
  bool Any = false;
  for (size_t Block = 1; Block <= MostBlock && Block < Terms.size();) {
    if (isNextIteration(Block)) {
      Terms.resize(Terms.size() - Block);
      ++top().count();
    } else if (Block * Blocks > Terms.size() || !isEven(Block) ||
               !makeLoop(Block, Blocks)) {
      ++Block;
      continue;
    }
    Any = true;
    Block = 1;
  }
  return Any;
}

/// Whether the even growth from A to B goes on with Next, by the first access
/// of each.
static bool goesOnWith(const PatternTerm &A, const PatternTerm &B,
                       const PatternPoint &Next) {
  auto IsEven = [](int64_t First, int64_t Second, int64_t Third) {
    int64_t Step, Number;
    return !__builtin_sub_overflow(Second, First, &Step) &&
           !__builtin_add_overflow(Second, Step, &Number) && Number == Third;
  };
  const PatternPoint First = A.firstPoint(), Second = B.firstPoint();
  return Second.Kind == Next.Kind &&
         IsEven(First.Place, Second.Place, Next.Place) &&
         IsEven(First.Bytes, Second.Bytes, Next.Bytes) &&
         IsEven(First.Shift, Second.Shift, Next.Shift);
}

std::optional<PatternTerm> TermStack::twice(const PatternPoint &Next) const {
  for (size_t Block = 1; Block <= MostBlock && 2 * Block <= Terms.size();
       ++Block) {
    const PatternTerm &A = fromTop(2 * Block - 1), &B = fromTop(Block - 1);
    bool Same = sameShape(A.Shape, B.Shape) && goesOnWith(A, B, Next);
    for (size_t I = 0; I < Block && Same; ++I)
      Same = sameShape(fromTop(I).Shape, fromTop(I + Block).Shape);
    if (!Same)
      continue;
    const auto Top = std::span<const PatternTerm>(Terms).last(2 * Block);
    std::optional<PatternTerm> Loop =
        loopOf(Top.first(Block), Top.last(Block), 2);
    if (Loop && NestCursor(*Loop, 2, NestCursor::End::Open).isAt(Next))
      return Loop;
  }
  return std::nullopt;
}
