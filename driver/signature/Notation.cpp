//===- Notation.cpp - trace and pattern signatures as text ----------------===//
//
// See Notation.h.
//
//===----------------------------------------------------------------------===//

#include "Notation.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <unordered_set>

namespace foreslice::signature {

/// So many terms are written out.
static constexpr size_t MostTerms = 4;

static const char *nameOf(SignatureOperation Is) {
  return Is == SignatureOperation::Read ? "READ" : "WRITE";
}

namespace {

using Numbers = std::span<const RankNumber>;
using Columns = std::vector<Numbers>;

/// A term within loops: column 1 of the numbers is the growth with the
/// innermost loop around.
struct Place {
  const PatternShape *Shape;
  Columns In;
};

/// The terms of a body, one loop further in.
std::vector<Place> bodyOf(const Place &Loop) {
  std::vector<Place> Body;
  size_t Position = 1;
  for (const ShapeRef &T : Loop.Shape->body()) {
    Place P{T.get(), {}};
    for (const Numbers &C : Loop.In) {
      P.In.push_back(C.subspan(Position, T->width()));
      P.In.push_back(C.subspan(Position + Loop.Shape->bodyWidth(), T->width()));
    }
    Body.push_back(std::move(P));
    Position += T->width();
  }
  return Body;
}

/// A number with growths: every Distance-th column behind First.
std::string grown(const Columns &In, size_t Field, size_t First,
                  size_t Distance) {
  std::vector<const RankNumber *> Growths;
  for (size_t C = First + Distance; C < In.size(); C += Distance)
    Growths.push_back(&In[C][Field]);
  while (!Growths.empty() && *Growths.back() == RankNumber())
    Growths.pop_back();
  std::string Text = In[First][Field].text();
  for (size_t I = 0; I < Growths.size(); ++I) {
    const std::string Growth = Growths[I]->text();
    Text += (I == 0 ? "(" : ", ") +
            (Growth[0] == '-' || Growth == "0" ? Growth : "+" + Growth);
  }
  return Growths.empty() ? Text : Text + ")";
}

/// The text in braces behind the operation.
struct Text {
  std::string Position, List, Repetitions;
  size_t Dimension = 1;

  std::string inBraces(const std::string &Operation = "") const {
    return "{" + Operation + Position + ", " + std::to_string(Dimension) +
           ", (" + List + "), " + Repetitions + "}";
  }
};

/// Loops with the next loop as the only term, down to an access.
Text nest(const std::vector<Place> &Loops, const Place &Access) {
  Text T;
  T.Position = grown(Access.In, PlaceField, 0, size_t(1) << Loops.size());
  T.Dimension = 0;
  const std::string Size = grown(Access.In, BytesField, 0, 1);
  int64_t Repetitions = 1;
  for (size_t I = 0; I < Loops.size(); ++I) {
    // From the innermost loop on.
    const Place &Loop = Loops[Loops.size() - 1 - I];
    const std::string Stride =
        grown(Access.In, PlaceField, size_t(1) << I, size_t(2) << I);
    const std::string Times = grown(Loop.In, 0, 0, 1);
    const std::optional<int64_t> Count = Loop.In[0][0].constant();
    if (Stride == "0" && Count && std::to_string(*Count) == Times &&
        !__builtin_mul_overflow(Repetitions, *Count, &Repetitions))
      continue;
    T.List += (T.List.empty() ? "[" : ", [") + Stride + ", " + Size + ", " +
              Times + "]";
    ++T.Dimension;
  }
  if (T.Dimension == 0) {
    T.List = "[0, " + Size + ", 1]";
    T.Dimension = 1;
  }
  T.Repetitions = std::to_string(Repetitions);
  return T;
}

Text textOf(const Place &P) {
  std::vector<Place> Loops;
  Place Where = P;
  while (!Where.Shape->isPoint()) {
    Loops.push_back(Where);
    std::vector<Place> Body = bodyOf(Where);
    if (Body.size() == 1) {
      Where = std::move(Body[0]);
      continue;
    }
    // Loops around a body of several terms have no stride.
    Text T;
    T.Dimension = 0;
    for (const Place &Each : Body) {
      const Text Inner = textOf(Each);
      if (T.List.empty())
        T.Position = Each.Shape->isPoint()
                         ? Inner.Position.substr(0, Inner.Position.find('('))
                         : Inner.Position;
      T.List += (T.List.empty() ? "" : ", ") + Inner.inBraces();
      T.Dimension += Inner.Dimension;
    }
    for (const Place &Loop : Loops)
      T.Repetitions +=
          (T.Repetitions.empty() ? "" : " x ") + grown(Loop.In, 0, 0, 1);
    return T;
  }
  return nest(Loops, Where);
}

/// The terms to write out, in order: loops before other terms.
std::vector<size_t> shownOf(const std::vector<SignatureTerm> &Terms) {
  std::vector<size_t> Shown(Terms.size());
  std::iota(Shown.begin(), Shown.end(), 0);
  std::ranges::sort(Shown, {}, [&](size_t I) {
    return std::pair(Terms[I].Shape->body().empty(), I);
  });
  Shown.resize(std::min(Shown.size(), MostTerms));
  std::ranges::sort(Shown);
  return Shown;
}

} // namespace

std::string traceSignature(SignatureOperation Is,
                           const std::vector<SignatureTerm> &Terms) {
  std::string All;
  for (size_t I : shownOf(Terms))
    All += (All.empty() ? "" : ", ") +
           textOf({Terms[I].Shape.get(), {Terms[I].Numbers}})
               .inBraces(std::string(nameOf(Is)) + ", ");
  if (Terms.size() > MostTerms)
    All += ", and " + std::to_string(Terms.size() - MostTerms) + " more";
  return All;
}

/// The number of nonzero strides in the loops of a nest; Stride is the last.
static size_t dimensionsOf(const PatternTerm &Term, int64_t &Stride) {
  std::span<const int64_t> Base(Term.Values), Step;
  const PatternShape *Shape = Term.Shape.get();
  size_t Dimensions = 0;
  // The step of the first access in each loop, in iteration 0 of outer loops.
  while (!Shape->isPoint()) {
    Step = Base.subspan(1 + Shape->bodyWidth(), Shape->bodyWidth());
    Base = Base.subspan(1, Shape->bodyWidth());
    size_t Position = 0;
    const PatternShape *First = Shape;
    while (!First->body()[0]->isPoint()) {
      First = First->body()[0].get();
      ++Position;
    }
    const int64_t Places = Step[Position + PlaceField];
    Dimensions += Places != 0 ? 1 : 0;
    Stride = Places != 0 ? Places : Stride;
    Dimensions += Shape->body().size() - 1;
    Shape = Shape->body()[0].get();
  }
  return Dimensions;
}

/// Whether each access begins at the end of the access before.
static bool isContiguous(const PatternSequence &S) {
  constexpr size_t Most = 10'000;
  bool Is = true;
  size_t Seen = 0;
  int64_t End = 0;
  S.forEach([&](const PatternPoint &P) {
    Is = Seen == 0 || P.Place == End;
    End = P.Place + P.Bytes;
    return Is && ++Seen < Most;
  });
  return Is;
}

static std::string spatialPattern(const PatternTerm &T) {
  int64_t Stride = 0;
  const size_t Dimensions = dimensionsOf(T, Stride);
  if (Dimensions == 0)
    return "No spatial pattern";
  if (isContiguous({{T}}))
    return "Contiguous";
  if (Dimensions == 1)
    return Stride < 0 ? "Non-contiguous, negative strided"
                      : "Non-contiguous, fixed strided";
  return "Non-contiguous, " + std::to_string(Dimensions) + "d strided";
}

static std::string spatialPattern(const PatternSequence &S,
                                  const StreamFigures &F) {
  if (F.Accesses <= 1)
    return "No spatial pattern";
  if (isContiguous(S))
    return "Contiguous";
  if (2 * F.InLoops < F.Accesses)
    return "Random";
  std::vector<std::string> Found;
  for (const PatternTerm &T : S.Terms)
    if (!T.isPoint())
      if (std::string Is = spatialPattern(T);
          std::ranges::find(Found, Is) == Found.end())
        Found.push_back(std::move(Is));
  if (Found.size() == 1)
    return Found[0];
  std::string All = "Combination";
  for (const std::string &Is : Found)
    All += (&Is == &Found[0] ? ": " : "; ") + Is;
  return All;
}

/// Whether a place comes again.
static bool isRepetitive(const PatternSequence &S) {
  constexpr size_t Most = 100'000;
  std::unordered_set<int64_t> Seen;
  bool Again = false;
  S.forEach([&](const PatternPoint &P) {
    Again = !Seen.insert(P.Place).second;
    return !Again && Seen.size() < Most;
  });
  return Again;
}

static std::string temporalIntervals(const StreamFigures &F) {
  constexpr double MostVariation = 0.25;
  constexpr uint64_t LeastGaps = 3;
  if (F.Gaps < LeastGaps)
    return "no temporal pattern";
  return F.Variation < MostVariation ? "periodic" : "random";
}

/// A small request is a part of a memory page, a large request has many pages.
std::string patternSignature(SignatureOperation Is, const std::string &Spatial,
                             const std::string &Repetitive, uint64_t MeanBytes,
                             bool IsFixed, const std::string &Temporal) {
  constexpr uint64_t Page = 4096, Many = 16;
  const std::string Size = MeanBytes < Page          ? "small"
                           : MeanBytes < Page * Many ? "medium"
                                                     : "large";
  return "{" + std::string(nameOf(Is)) + ", <" + Spatial + ">, <" + Repetitive +
         ">, <" + Size + (IsFixed ? ", fixed size" : ", variable size") +
         ">, <" + Temporal + ">}";
}

std::string patternSignature(SignatureOperation Is, const Stream &S) {
  const StreamFigures &F = S.Figures;
  return patternSignature(Is, spatialPattern(S.Sequence, F),
                          isRepetitive(S.Sequence) ? "repetitive"
                                                   : "single occurrence",
                          F.Accesses == 0 ? 0 : F.Bytes / F.Accesses,
                          F.Least == F.Most, temporalIntervals(F));
}

} // namespace foreslice::signature
