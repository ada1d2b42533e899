//===- PatternTerm.h - accesses as nests of loops -------------------------===//
//
// A term stands for consecutive accesses: one access, or a loop over terms. A
// loop has a count and two vectors: the numbers of the body in iteration 0, and
// the growth of these numbers from one iteration to the next. The numbers of an
// inner loop are part of the parent's vectors, so that counts, sizes and
// strides may grow and shrink as places do. See Ketterlin and Clauss,
// "Prediction and trace compression of data access addresses through nested
// loop recognition" (CGO 2008).
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SIGNATURE_PATTERNTERM_H
#define FORESLICE_SIGNATURE_PATTERNTERM_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace foreslice {

/// One access of a stream: Kind must be equal, the other numbers may follow a
/// pattern.
struct PatternPoint {
  uint32_t Kind = 0;
  int64_t Place = 0;
  int64_t Bytes = 0;
  int64_t Shift = 0;
  bool operator==(const PatternPoint &) const = default;
};

/// Places of the numbers of an access in a vector.
enum PointField : size_t { PlaceField, BytesField, ShiftField, PointWidth };

class PatternShape;
using ShapeRef = std::shared_ptr<const PatternShape>;

/// A term without its numbers. Immutable.
class PatternShape {
public:
  static constexpr unsigned MostDepth = 8;
  static constexpr size_t MostWidth = 4096;

  static ShapeRef point(uint32_t Kind);
  /// Null if the nest is too deep or has too many numbers.
  static ShapeRef loop(std::vector<ShapeRef> Body);

  bool isPoint() const { return Body.empty(); }
  uint32_t kind() const { return Kind; }
  const std::vector<ShapeRef> &body() const { return Body; }
  /// Numbers of a term with this shape.
  size_t width() const { return Width; }
  /// Numbers of the body: of all terms, one after another.
  size_t bodyWidth() const { return BodyWidth; }
  /// Number of nested loops.
  unsigned depth() const { return Depth; }
  bool operator==(const PatternShape &O) const;

private:
  uint32_t Kind = 0;
  std::vector<ShapeRef> Body;
  size_t Width = PointWidth, BodyWidth = 0;
  unsigned Depth = 0;
  uint64_t Hash = 0;
};

inline bool sameShape(const ShapeRef &A, const ShapeRef &B) {
  return A == B || *A == *B;
}

/// The numbers of an access are in the order of PointField. The numbers of a
/// loop are the count, the body's numbers in iteration 0, and the growth of the
/// body's numbers.
struct PatternTerm {
  ShapeRef Shape;
  std::vector<int64_t> Values;

  static PatternTerm point(const ShapeRef &Shape, const PatternPoint &P) {
    return {Shape, {P.Place, P.Bytes, P.Shift}};
  }
  static PatternTerm point(const PatternPoint &P) {
    return point(PatternShape::point(P.Kind), P);
  }
  bool isPoint() const { return Shape->isPoint(); }
  int64_t &count() { return Values[0]; }
  int64_t count() const { return Values[0]; }
  std::span<int64_t> base() {
    return std::span(Values).subspan(1, Shape->bodyWidth());
  }
  std::span<const int64_t> base() const {
    return std::span(Values).subspan(1, Shape->bodyWidth());
  }
  std::span<const int64_t> step() const {
    return std::span(Values).subspan(1 + Shape->bodyWidth());
  }
  /// The first access, in iteration 0 of all loops.
  PatternPoint firstPoint() const;
  /// Moves all accesses; false if a number overflows, which leaves the term
  /// undefined.
  bool move(int64_t Places, int64_t Shifts);
  bool operator==(const PatternTerm &O) const {
    return Values == O.Values && sameShape(Shape, O.Shape);
  }
};

inline PatternPoint pointOf(uint32_t Kind, const int64_t *Values) {
  return {Kind, Values[PlaceField], Values[BytesField], Values[ShiftField]};
}

/// Adds to a field of all accesses of a term with Values, in iteration 0 of the
/// loops; false if a number overflows.
bool addToAll(const PatternShape &Shape, int64_t *Values, PointField Field,
              int64_t Amount);

/// To += Step * Times; false if a number overflows, which leaves To undefined.
bool addTimes(std::span<int64_t> To, std::span<const int64_t> Step,
              int64_t Times);

} // namespace foreslice

#endif // FORESLICE_SIGNATURE_PATTERNTERM_H
