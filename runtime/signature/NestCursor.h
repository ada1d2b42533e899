//===- NestCursor.h - a place in a loop nest ------------------------------===//
//
// Goes through the accesses of a loop in order. A step within an innermost loop
// is some additions; a jump divides where the passed loops have the same number
// of accesses in all iterations. Keeps a copy of the loop.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SIGNATURE_NESTCURSOR_H
#define FORESLICE_SIGNATURE_NESTCURSOR_H

#include "signature/PatternTerm.h"
#include "support/FunctionRef.h"

namespace foreslice {

class NestCursor {
public:
  /// Whether the count of the outermost loop is the end, or the end is unknown.
  enum class End { Counted, Open };

  NestCursor() = default; ///< A cursor without accesses.
  /// At the first access of iteration From of the loop.
  explicit NestCursor(const PatternTerm &Loop, int64_t From = 0,
                      End Ends = End::Counted);

  /// No access follows: the nest has ended, a number overflows, or many
  /// iterations in a row have no access.
  bool done() const { return Done; }
  PatternPoint point() const {
    const Frame &F = Frames.back();
    return pointOf(F.Shape->body()[F.Position]->kind(), current(F) + F.Offset);
  }
  bool isAt(const PatternPoint &P) const { return !Done && point() == P; }
  void advance() {
    Frame &F = Frames.back();
    F.Offset += PointWidth;
    const std::vector<ShapeRef> &Body = F.Shape->body();
    if (++F.Position == Body.size() || !Body[F.Position]->isPoint())
      settle();
  }
  /// Passes Accesses accesses. Gives the number beyond the nest's end.
  uint64_t skip(uint64_t Accesses);

  /// Complete iterations of the outermost loop.
  int64_t iterations() const {
    return Frames.empty() ? 0 : Frames[0].Iteration;
  }
  /// A loop around the access at the cursor, and the cursor's place in the
  /// loop.
  struct Level {
    int64_t Iteration, Count;
    size_t Position; ///< Position of the term in the body.
    size_t Offset;   ///< Offset of the term's numbers.
  };
  /// Number of nested loops.
  unsigned depth() const {
    return Frames.empty() ? 0 : Frames[0].Shape->depth();
  }
  size_t levels() const { return Frames.size(); }
  /// 0 is the outermost loop.
  Level level(size_t I) const {
    const Frame &F = Frames[I];
    return {F.Iteration, F.Count, F.Position, F.Offset};
  }
  /// Gives the terms of the incomplete iteration before the cursor. Inner loops
  /// with fewer than three complete iterations come as the terms of the
  /// iterations.
  void partial(FunctionRef<void(PatternTerm)> Take) const;

private:
  struct Frame {
    ShapeRef Shape;
    size_t Base;    ///< In Numbers: the body in iteration 0; steps follow.
    size_t Current; ///< In Numbers: the body in this iteration.
    int64_t Iteration, Count;
    size_t Position; ///< Position of the term in the body.
    size_t Offset;   ///< Offset of the term's numbers.
  };

  const int64_t *current(const Frame &F) const { return &Numbers[F.Current]; }
  std::span<const int64_t> stepOf(const Frame &F) const {
    return std::span(Numbers).subspan(F.Base + F.Shape->bodyWidth(),
                                      F.Shape->bodyWidth());
  }
  bool enter(const ShapeRef &Shape, size_t Position, int64_t Count);
  void leave();
  bool iterate(int64_t Times);
  void settle();
  bool jump(uint64_t &Accesses);
  void take(const Frame &F, FunctionRef<void(PatternTerm)> Take) const;

  std::vector<Frame> Frames;
  std::vector<int64_t> Numbers; ///< The loop's, then the frames'.
  bool Done = true;
};

} // namespace foreslice

#endif // FORESLICE_SIGNATURE_NESTCURSOR_H
