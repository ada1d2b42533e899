//===- NestCursor.cpp - a place in a loop nest ----------------------------===//
//
// See NestCursor.h.
//
//===----------------------------------------------------------------------===//

#include "signature/NestCursor.h"

#include <algorithm>
#include <optional>

using namespace foreslice;

/// Most iterations in a row without an access.
static constexpr unsigned MostEmpty = 256;
/// Loops of fewer iterations are written as the terms of their iterations.
static constexpr int64_t LeastIterations = 3;

NestCursor::NestCursor(const PatternTerm &Loop, int64_t From, End Ends)
    : Numbers(Loop.Values) {
  const int64_t Count = Ends == End::Open ? INT64_MAX : Loop.count();
  Done = From >= Count || !enter(Loop.Shape, 0, Count) ||
         (From != 0 && !iterate(From));
  if (!Done)
    settle();
}

/// Begins iteration 0 of the loop with the numbers from Position on.
bool NestCursor::enter(const ShapeRef &Shape, size_t Position, int64_t Count) {
  if (Count <= 0)
    return false;
  const size_t Current = Numbers.size(), Width = Shape->bodyWidth();
  Numbers.resize(Current + Width);
  std::copy_n(Numbers.begin() + static_cast<ptrdiff_t>(Position) + 1, Width,
              Numbers.begin() + static_cast<ptrdiff_t>(Current));
  Frames.push_back({Shape, Position + 1, Current, 0, Count, 0, 0});
  return true;
}

/// The innermost loop has ended: the parent goes on behind the loop.
void NestCursor::leave() {
  Numbers.resize(Frames.back().Current);
  const size_t Width = Frames.back().Shape->width();
  Frames.pop_back();
  Frames.back().Offset += Width;
  ++Frames.back().Position;
}

/// Begins the innermost loop's iteration Times further; false if there is none.
bool NestCursor::iterate(int64_t Times) {
  Frame &F = Frames.back();
  F.Iteration += Times;
  F.Position = 0;
  F.Offset = 0;
  return F.Iteration < F.Count &&
         addTimes(std::span(Numbers).subspan(F.Current, F.Shape->bodyWidth()),
                  stepOf(F), Times);
}

/// Goes on to the next access unless at an access.
void NestCursor::settle() {
  const int64_t From = Frames[0].Iteration;
  for (unsigned Empty = 0;;) {
    Frame &F = Frames.back();
    if (F.Position == F.Shape->body().size()) {
      if (F.Iteration < F.Count - 1) {
        if (!iterate(1))
          break;
        if (++Empty < MostEmpty)
          continue;
        // As if the last iteration with accesses had been the last.
        Frames[0].Iteration = std::min(Frames[0].Iteration, From + 1);
        break;
      }
      if (Frames.size() == 1) {
        iterate(1);
        break;
      }
      leave();
      continue;
    }
    const ShapeRef &Term = F.Shape->body()[F.Position];
    if (Term->isPoint())
      return;
    const size_t Index = F.Current + F.Offset;
    const ShapeRef Inner = Term;
    if (!enter(Inner, Index, Numbers[Index])) {
      Frames.back().Offset += Inner->width();
      ++Frames.back().Position;
    }
  }
  Done = true;
}

namespace {

/// Whether no count of an inner loop changes by Step.
bool keepsCounts(const PatternShape &Loop, const int64_t *Step) {
  for (const ShapeRef &Term : Loop.body()) {
    if (!Term->isPoint() && (Step[0] != 0 || !keepsCounts(*Term, Step + 1) ||
                             !keepsCounts(*Term, Step + 1 + Term->bodyWidth())))
      return false;
    Step += Term->width();
  }
  return true;
}

/// Number of accesses of a body with these numbers, if each inner loop has the
/// same number in all iterations.
std::optional<uint64_t> accessesOf(const PatternShape &Loop,
                                   const int64_t *Body) {
  uint64_t Sum = 0;
  for (const ShapeRef &Term : Loop.body()) {
    uint64_t Accesses = 1;
    if (!Term->isPoint()) {
      if (!keepsCounts(*Term, Body + 1 + Term->bodyWidth()))
        return std::nullopt;
      std::optional<uint64_t> Each = accessesOf(*Term, Body + 1);
      if (!Each ||
          __builtin_mul_overflow(
              *Each, static_cast<uint64_t>(std::max<int64_t>(Body[0], 0)),
              &Accesses))
        return std::nullopt;
    }
    if (__builtin_add_overflow(Sum, Accesses, &Sum))
      return std::nullopt;
    Body += Term->width();
  }
  return Sum;
}

} // namespace

/// From the begin of an iteration of the innermost frame, passes whole
/// iterations of at most Accesses in all. False if no iteration was passed.
bool NestCursor::jump(uint64_t &Accesses) {
  Frame &F = Frames.back();
  if (F.Position != 0 || !keepsCounts(*F.Shape, stepOf(F).data()))
    return false;
  const std::optional<uint64_t> Each = accessesOf(*F.Shape, current(F));
  if (!Each || *Each == 0 || *Each > Accesses)
    return false;
  const uint64_t Left = static_cast<uint64_t>(F.Count - F.Iteration);
  const uint64_t Whole = std::min(Accesses / *Each, Left);
  Accesses -= Whole * *Each;
  // settle() ends the last passed iteration.
  if (Whole > 1 && !iterate(static_cast<int64_t>(Whole) - 1))
    Done = true;
  Frame &Now = Frames.back();
  Now.Position = Now.Shape->body().size();
  if (!Done)
    settle();
  return true;
}

uint64_t NestCursor::skip(uint64_t Accesses) {
  while (Accesses != 0 && !Done) {
    // An outer loop at the begin of its iteration passes more at once.
    while (Frames.size() > 1 && Frames.back().Position == 0 &&
           Frames.back().Iteration == 0 &&
           Frames[Frames.size() - 2].Position == 0 &&
           accessesOf(*Frames[Frames.size() - 2].Shape,
                      current(Frames[Frames.size() - 2]))
                   .value_or(UINT64_MAX) <= Accesses) {
      Numbers.resize(Frames.back().Current);
      Frames.pop_back();
    }
    if (jump(Accesses))
      continue;
    settle();
    if (Done)
      break;
    advance();
    --Accesses;
  }
  return Accesses;
}

/// Gives the terms of the iteration before the cursor.
void NestCursor::take(const Frame &F,
                      FunctionRef<void(PatternTerm)> Take) const {
  const int64_t *Offset = current(F);
  for (size_t I = 0; I < F.Position; ++I) {
    const ShapeRef &Term = F.Shape->body()[I];
    if (Term->isPoint() || Offset[0] > 0)
      Take({Term, std::vector<int64_t>(Offset, Offset + Term->width())});
    Offset += Term->width();
  }
}

void NestCursor::partial(FunctionRef<void(PatternTerm)> Take) const {
  for (size_t Depth = 0; Depth < Frames.size(); ++Depth) {
    const Frame &F = Frames[Depth];
    PatternTerm Loop{F.Shape, {}};
    Loop.Values.assign(&Numbers[F.Base - 1],
                       &Numbers[F.Base - 1] + F.Shape->width());
    Loop.count() = F.Iteration;
    if (Depth != 0 && F.Iteration >= LeastIterations) {
      Take(std::move(Loop));
    } else if (Depth != 0) {
      std::vector<int64_t> Body(Loop.base().begin(), Loop.base().end());
      for (int64_t I = 0; I < F.Iteration; ++I) {
        const int64_t *Position = Body.data();
        for (const ShapeRef &Term : F.Shape->body()) {
          if (Term->isPoint() || Position[0] > 0)
            Take({Term,
                  std::vector<int64_t>(Position, Position + Term->width())});
          Position += Term->width();
        }
        (void)addTimes(Body, Loop.step(), 1);
      }
    }
    take(F, Take);
  }
}
