//===- Simplify.cpp - the fewest terms for observed accesses --------------===//
//
// See Simplify.h. In the body of a loop, a number has a value, and a growth
// with each counter of the loops around. So each number is a column of values
// here, and terms are equal if all columns are equal.
//
//===----------------------------------------------------------------------===//

#include "signature/Simplify.h"

#include "signature/TermStack.h"

#include <algorithm>
#include <optional>

using namespace foreslice;

namespace {

/// Each round may bring terms together that make a loop in the next round.
constexpr unsigned MostRounds = 8;
/// Loops of fewer iterations may appear as the terms of their iterations.
constexpr int64_t LeastIterations = 3;

/// A term, with its numbers as columns.
struct Part {
  ShapeRef Shape;
  std::vector<std::vector<int64_t>> Columns;

  bool operator==(const Part &O) const {
    return Columns == O.Columns && sameShape(Shape, O.Shape);
  }
  bool isPoint() const { return Shape->isPoint(); }
  size_t length() const { return Shape->body().size(); }
  /// The count of a loop, if constant in all loops around.
  std::optional<int64_t> count() const {
    for (size_t C = 1; C < Columns.size(); ++C)
      if (Columns[C][0] != 0)
        return std::nullopt;
    return Columns[0][0];
  }
  std::span<int64_t> base(size_t Column) {
    return std::span(Columns[Column]).subspan(1, Shape->bodyWidth());
  }
  std::span<int64_t> step(size_t Column) {
    return std::span(Columns[Column]).subspan(1 + Shape->bodyWidth());
  }
};
using Parts = std::vector<Part>;

/// The body of a loop: each column becomes two, the value in iteration 0 and
/// the growth.
Parts bodyOf(Part &Loop) {
  Parts Body;
  size_t Position = 0;
  for (const ShapeRef &T : Loop.Shape->body()) {
    Part P{T, {}};
    for (size_t C = 0; C < Loop.Columns.size(); ++C)
      for (std::span<int64_t> Values : {Loop.base(C), Loop.step(C)}) {
        auto From = Values.subspan(Position, T->width());
        P.Columns.emplace_back(From.begin(), From.end());
      }
    Position += T->width();
    Body.push_back(std::move(P));
  }
  return Body;
}

/// Gives Loop this body.
bool setBody(Part &Loop, const Parts &Body) {
  std::vector<ShapeRef> Shapes;
  for (const Part &P : Body)
    Shapes.push_back(P.Shape);
  ShapeRef Shape = PatternShape::loop(std::move(Shapes));
  if (!Shape)
    return false;
  for (size_t C = 0; C < Loop.Columns.size(); ++C) {
    std::vector<int64_t> Values{Loop.Columns[C][0]};
    for (size_t Half : {2 * C, 2 * C + 1})
      for (const Part &P : Body)
        Values.insert(Values.end(), P.Columns[Half].begin(),
                      P.Columns[Half].end());
    Loop.Columns[C] = std::move(Values);
  }
  Loop.Shape = std::move(Shape);
  return true;
}

/// Moves the begin of a loop by so many iterations.
bool shift(Part &Loop, int64_t Iterations) {
  bool Fits = true;
  for (size_t C = 0; C < Loop.Columns.size(); ++C)
    Fits &= addTimes(Loop.base(C), Loop.step(C), Iterations);
  return Fits;
}

/// The terms of iteration Number; none if numbers overflow.
Parts iteration(Part Loop, int64_t Number) {
  if (!shift(Loop, Number))
    return {};
  Parts Body;
  size_t Position = 0;
  for (const ShapeRef &T : Loop.Shape->body()) {
    Part P{T, {}};
    for (size_t C = 0; C < Loop.Columns.size(); ++C) {
      auto From = Loop.base(C).subspan(Position, T->width());
      P.Columns.emplace_back(From.begin(), From.end());
    }
    Position += T->width();
    Body.push_back(std::move(P));
  }
  return Body;
}

/// Appends the terms as which P appears: too short loops appear as the terms of
/// their iterations.
void flatten(const Part &P, Parts &To) {
  const std::optional<int64_t> Count = P.isPoint() ? std::nullopt : P.count();
  if (!Count || *Count >= LeastIterations) {
    To.push_back(P);
    return;
  }
  for (int64_t I = 0; I < *Count; ++I)
    for (const Part &T : iteration(P, I))
      flatten(T, To);
}

/// Consecutive terms of one nest.
class Row {
public:
  explicit Row(Parts Terms) : Terms(std::move(Terms)) {}

  Parts simplify() {
    for (Position = 0; Position < Terms.size(); ++Position) {
      if (Terms[Position].isPoint())
        continue;
      simplifyBody();
      while (absorbBefore() || absorbAfter() || join() || rotate())
        ;
    }
    return std::move(Terms);
  }

private:
  Part &loop() { return Terms[Position]; }

  void simplifyBody() {
    Parts Body = Row(bodyOf(loop())).simplify();
    if (Body.size() < loop().length())
      setBody(loop(), Body);
  }

  /// Number of terms at the end of Iteration that appear before the loop; Taken
  /// is the number of terms as which they appear.
  size_t endsBefore(const Parts &Iteration, size_t &Taken) const {
    Taken = 0;
    size_t Matched = 0;
    for (; Matched < Iteration.size(); ++Matched) {
      Parts Flat;
      flatten(Iteration[Iteration.size() - 1 - Matched], Flat);
      if (Flat.size() > Position - Taken ||
          !std::equal(
              Flat.rbegin(), Flat.rend(),
              std::make_reverse_iterator(
                  Terms.begin() + static_cast<ptrdiff_t>(Position - Taken))))
        break;
      Taken += Flat.size();
    }
    return Matched;
  }

  /// How many of the first Most terms of an iteration are there behind the
  /// loop.
  size_t beginsBehind(const Parts &Iteration, size_t Most,
                      size_t &Taken) const {
    Taken = 0;
    size_t Matched = 0;
    for (; Matched < std::min(Most, Iteration.size()); ++Matched) {
      Parts Flat;
      flatten(Iteration[Matched], Flat);
      const size_t From = Position + 1 + Taken;
      if (Flat.size() > Terms.size() - From ||
          !std::equal(Flat.begin(), Flat.end(),
                      Terms.begin() + static_cast<ptrdiff_t>(From)))
        break;
      Taken += Flat.size();
    }
    return Matched;
  }

  void erase(size_t From, size_t Count) {
    const auto Begin = Terms.begin() + static_cast<ptrdiff_t>(From);
    Terms.erase(Begin, Begin + static_cast<ptrdiff_t>(Count));
    if (From < Position)
      Position -= Count;
  }

  bool absorbBefore() {
    size_t Taken;
    Part Longer = loop();
    if (endsBefore(iteration(loop(), -1), Taken) != loop().length() ||
        Taken == 0 || !shift(Longer, -1))
      return false;
    ++Longer.Columns[0][0];
    loop() = std::move(Longer);
    erase(Position - Taken, Taken);
    return true;
  }

  bool absorbAfter() {
    const std::optional<int64_t> Count = loop().count();
    size_t Taken;
    if (!Count || *Count == INT64_MAX ||
        beginsBehind(iteration(loop(), *Count), SIZE_MAX, Taken) !=
            loop().length() ||
        Taken == 0)
      return false;
    ++loop().Columns[0][0];
    erase(Position + 1, Taken);
    return true;
  }

  /// A loop that goes on where this loop ends joins this loop.
  bool join() {
    const std::optional<int64_t> Count = loop().count();
    if (!Count || Position + 1 == Terms.size() ||
        !sameShape(Terms[Position + 1].Shape, loop().Shape))
      return false;
    Part On = loop();
    const Part &Next = Terms[Position + 1];
    if (!shift(On, *Count))
      return false;
    for (size_t C = 0; C < On.Columns.size(); ++C)
      On.Columns[C][0] = Next.Columns[C][0];
    if (On != Next || Next.Columns[0][0] > INT64_MAX - *Count)
      return false;
    for (size_t C = 0; C < On.Columns.size(); ++C)
      loop().Columns[C][0] += Next.Columns[C][0];
    erase(Position + 1, 1);
    return true;
  }

  /// The loop begins in the middle of an iteration: the begin of the first
  /// iteration is in front, and the rest of the last iteration behind.
  bool rotate() {
    const std::optional<int64_t> Count = loop().count();
    size_t Before, Left;
    const size_t Matched = endsBefore(iteration(loop(), -1), Before);
    if (!Count || *Count == INT64_MAX || Matched == 0 || Before == 0)
      return false;
    const size_t Rest = loop().length() - Matched;
    if (beginsBehind(iteration(loop(), *Count), Rest, Left) != Rest)
      return false;
    Part Turned = loop();
    Parts Body = bodyOf(Turned), Earlier = Body;
    for (Part &P : Earlier)
      for (size_t C = 0; C < P.Columns.size(); C += 2)
        if (!addTimes(P.Columns[C], P.Columns[C + 1], -1))
          return false;
    Parts New(Earlier.begin() + static_cast<ptrdiff_t>(Rest), Earlier.end());
    New.insert(New.end(), Body.begin(),
               Body.begin() + static_cast<ptrdiff_t>(Rest));
    if (!setBody(Turned, New))
      return false;
    ++Turned.Columns[0][0];
    loop() = std::move(Turned);
    erase(Position + 1, Left);
    erase(Position - Before, Before);
    return true;
  }

  Parts Terms;
  size_t Position = 0; ///< The current loop.
};

/// Whether Second is First at another place, and has loops.
bool isAgain(std::span<const PatternTerm> First,
             std::span<const PatternTerm> Second) {
  std::optional<int64_t> Places;
  bool Loops = false;
  for (size_t I = 0; I < First.size(); ++I) {
    if (!sameShape(First[I].Shape, Second[I].Shape))
      return false;
    const PatternPoint From = First[I].firstPoint(),
                       To = Second[I].firstPoint();
    int64_t Distance;
    PatternTerm Moved = First[I];
    if (__builtin_sub_overflow(To.Place, From.Place, &Distance) ||
        Distance != Places.value_or(Distance) || !Moved.move(Distance, 0) ||
        Moved != Second[I])
      return false;
    Places = Distance;
    Loops |= !Moved.isPoint();
  }
  return Loops;
}

/// Two blocks that are equal, but for their place, become a loop.
void foldTwice(std::vector<PatternTerm> &Terms, unsigned MostBlock) {
  std::vector<PatternTerm> Folded;
  for (size_t Position = 0; Position < Terms.size();) {
    const auto Rest = std::span<const PatternTerm>(Terms).subspan(Position);
    size_t Block = std::min<size_t>(MostBlock, Rest.size() / 2);
    while (Block > 0 && !isAgain(Rest.first(Block), Rest.subspan(Block, Block)))
      --Block;
    std::optional<PatternTerm> Loop;
    if (Block > 0)
      Loop = loopOf(Rest.first(Block), Rest.subspan(Block, Block), 2);
    Position += Loop ? 2 * Block : 1;
    Folded.push_back(Loop.value_or(Rest[0]));
  }
  Terms = std::move(Folded);
}

} // namespace

PatternSequence foreslice::simplified(PatternSequence S, unsigned MostBlock) {
  for (unsigned Round = 0; Round < MostRounds; ++Round) {
    Parts Terms;
    for (PatternTerm &T : S.Terms)
      Terms.push_back({std::move(T.Shape), {std::move(T.Values)}});
    Terms = Row(std::move(Terms)).simplify();
    TermStack Stack(MostBlock, SIZE_MAX);
    bool Any = false;
    for (Part &P : Terms) {
      Stack.push({std::move(P.Shape), std::move(P.Columns[0])});
      Any |= Stack.reduce();
    }
    S.Terms = std::move(Stack.terms());
    if (!Any)
      break;
  }
  foldTwice(S.Terms, MostBlock);
  return S;
}
