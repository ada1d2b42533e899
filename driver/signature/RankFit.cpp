//===- RankFit.cpp - numbers as multiples of the rank ---------------------===//
//
// See RankFit.h.
//
//===----------------------------------------------------------------------===//

#include "RankFit.h"

#include <algorithm>
#include <set>

namespace foreslice::signature {

using Of = RankNumber::Base;
using Scale = RankNumber::Scale;

/// The values of a number, by rank.
using ByRank = std::vector<int64_t>;

static bool sameShapes(const PatternSequence &A, const PatternSequence &B) {
  return std::ranges::equal(A.Terms, B.Terms,
                            [](const PatternTerm &S, const PatternTerm &T) {
                              return sameShape(S.Shape, T.Shape);
                            });
}

/// The numbers of all terms, one after another.
static std::vector<ByRank> numbersOf(const RunStreams &Run) {
  std::vector<ByRank> All;
  for (const PatternSequence *S : Run.ByRank) {
    size_t I = 0;
    for (const PatternTerm &T : S->Terms)
      for (int64_t Value : T.Values) {
        if (I == All.size())
          All.emplace_back();
        All[I++].push_back(Value);
      }
  }
  return All;
}

/// The value of rank 0, and the growths of the number from column to column and
/// from row to row; with 0 columns, all ranks are in one row.
static std::optional<std::array<int64_t, 3>> fitNumber(const ByRank &Values,
                                                       int64_t Columns) {
  std::array<int64_t, 3> Fit{Values[0], 0, 0};
  const auto Ranks = static_cast<int64_t>(Values.size());
  const int64_t Width = Columns == 0 ? Ranks : std::min(Columns, Ranks);
  if ((Width > 1 && __builtin_sub_overflow(Values[1], Values[0], &Fit[1])) ||
      (Width < Ranks &&
       __builtin_sub_overflow(Values[static_cast<size_t>(Width)], Values[0],
                              &Fit[2])))
    return std::nullopt;
  for (int64_t R = 0; R < Ranks; ++R) {
    RankNumber N(Fit[0]);
    N.add({Of::Column, Scale::Fixed, Fit[1]});
    N.add({Of::Row, Scale::Fixed, Fit[2]});
    if (N.at({R, Ranks, Width}) != Values[static_cast<size_t>(R)])
      return std::nullopt;
  }
  return Fit;
}

std::optional<RunFit> fitRanks(const RunStreams &Run, int64_t Columns) {
  for (const PatternSequence *S : Run.ByRank)
    if (!S || !sameShapes(*S, *Run.ByRank[0]))
      return std::nullopt;
  const auto Ranks = static_cast<int64_t>(Run.ByRank.size());
  // Else the last row could be anything.
  if (Columns != 0 && Ranks > Columns && Ranks % Columns != 0)
    return std::nullopt;
  RunFit Fit{Run.Ranks, Columns, {}};
  for (const ByRank &Values : numbersOf(Run)) {
    std::optional<std::array<int64_t, 3>> One = fitNumber(Values, Columns);
    if (!One)
      return std::nullopt;
    Fit.Numbers.push_back(*One);
  }
  // A line goes through any two numbers: two ranks must differ by few.
  constexpr size_t MostGrowths = 4;
  std::set<int64_t> Growths;
  if (Ranks == 2)
    for (const std::array<int64_t, 3> &One : Fit.Numbers)
      Growths.insert(One[1]);
  if (Growths.size() > MostGrowths)
    return std::nullopt;
  return Fit;
}

namespace {

/// The value of a coefficient in a run of Ranks ranks.
struct Sample {
  int64_t Ranks, Value;
};

/// Value = Fixed + Times * ranks + Per / ranks.
struct Law {
  int64_t Fixed = 0, Times = 0, Per = 0;

  bool holds(const std::vector<Sample> &All) const {
    return std::ranges::all_of(All, [&](const Sample &S) {
      RankNumber N(Fixed);
      N.add({Of::One, Scale::TimesRanks, Times});
      N.add({Of::One, Scale::PerRanks, Per});
      return N.at({0, S.Ranks, 1}) == S.Value;
    });
  }
};

std::optional<Law> lawOf(const std::vector<Sample> &All) {
  const Sample &First = All.front();
  for (Law L : {Law{First.Value, 0, 0}, Law{0, First.Value / First.Ranks, 0}})
    if (L.holds(All))
      return L;
  Law Parts;
  if (!__builtin_mul_overflow(First.Value, First.Ranks, &Parts.Per) &&
      Parts.holds(All))
    return Parts;
  // Two runs are always on a line: the third tells.
  constexpr size_t Least = 3;
  Law Line;
  int64_t Grown;
  if (All.size() < Least || All[1].Ranks == First.Ranks ||
      __builtin_sub_overflow(All[1].Value, First.Value, &Grown))
    return std::nullopt;
  Line.Times = Grown / (All[1].Ranks - First.Ranks);
  int64_t Part;
  if (__builtin_mul_overflow(Line.Times, First.Ranks, &Part) ||
      __builtin_sub_overflow(First.Value, Part, &Line.Fixed) ||
      !Line.holds(All))
    return std::nullopt;
  return Line;
}

void addLaw(RankNumber &N, Of Factor, const Law &L) {
  N.add({Factor, Scale::Fixed, L.Fixed});
  N.add({Factor, Scale::TimesRanks, L.Times});
  N.add({Factor, Scale::PerRanks, L.Per});
}

/// If ranks take turns, each stride is the number of ranks times the distance
/// from rank to rank, also for other numbers of ranks. One run cannot tell such
/// a stride from a fixed stride of the same length.
class Turns {
public:
  explicit Turns(const RunFit &Run) : Run(Run) {}

  void mark(const PatternShape &Shape, std::vector<size_t> Columns) {
    if (Shape.isPoint()) {
      for (size_t C = 1; C < Columns.size(); C *= 2)
        markStride(Columns[0] + PlaceField, Columns[C] + PlaceField);
      return;
    }
    size_t Position = 1;
    for (const ShapeRef &T : Shape.body()) {
      std::vector<size_t> Inner;
      for (size_t C : Columns) {
        Inner.push_back(C + Position);
        Inner.push_back(C + Position + Shape.bodyWidth());
      }
      mark(*T, std::move(Inner));
      Position += T->width();
    }
  }
  bool isMarked(size_t Number) const {
    return std::ranges::find(Marked, Number) != Marked.end();
  }

private:
  void markStride(size_t Place, size_t Stride) {
    const int64_t Each = Run.Numbers[Place][1];
    int64_t All;
    if (Each != 0 && Run.Numbers[Stride][1] == 0 &&
        !__builtin_mul_overflow(Each, Run.Ranks, &All) &&
        All == Run.Numbers[Stride][0])
      Marked.push_back(Stride);
  }

  const RunFit &Run;
  std::vector<size_t> Marked;
};

} // namespace

std::optional<std::vector<SignatureTerm>>
fitRuns(const PatternSequence &Shapes, const std::vector<RunFit> &Runs) {
  const RunFit &First = Runs.front();
  const std::array<Of, 3> Factors{
      Of::One, First.Columns == 0 ? Of::Rank : Of::Column, Of::Row};
  Turns Taken(First);
  std::vector<SignatureTerm> Terms;
  size_t I = 0;
  for (const PatternTerm &T : Shapes.Terms) {
    if (Runs.size() == 1 && First.Columns == 0)
      Taken.mark(*T.Shape, {I});
    SignatureTerm Term{T.Shape, {}};
    for (size_t End = I + T.Values.size(); I < End; ++I) {
      RankNumber N;
      for (size_t Part = 0; Part < Factors.size(); ++Part) {
        std::vector<Sample> Samples;
        for (const RunFit &R : Runs)
          if (R.Ranks > (Part == 2 ? First.Columns : Part == 1 ? 1 : 0))
            Samples.push_back({R.Ranks, R.Numbers[I][Part]});
        if (Samples.empty())
          continue;
        std::optional<Law> L = lawOf(Samples);
        if (!L)
          return std::nullopt;
        if (Part == 0 && Taken.isMarked(I))
          L = Law{0, L->Fixed / First.Ranks, 0};
        addLaw(N, Factors[Part], *L);
      }
      Term.Numbers.push_back(std::move(N));
    }
    Terms.push_back(std::move(Term));
  }
  return Terms;
}

} // namespace foreslice::signature
