//===- PatternTerm.cpp - accesses as nests of loops -----------------------===//
//
// See PatternTerm.h.
//
//===----------------------------------------------------------------------===//

#include "signature/PatternTerm.h"

#include <algorithm>

using namespace foreslice;

static uint64_t mix(uint64_t Hash, uint64_t Value) {
  Hash = (Hash ^ Value) * 0x9e3779b97f4a7c15;
  return Hash ^ Hash >> 32;
}

ShapeRef PatternShape::point(uint32_t Kind) {
  auto S = std::make_shared<PatternShape>();
  S->Kind = Kind;
  S->Hash = mix(1, Kind);
  return S;
}

ShapeRef PatternShape::loop(std::vector<ShapeRef> Body) {
  auto S = std::make_shared<PatternShape>();
  S->Hash = mix(2, Body.size());
  for (const ShapeRef &B : Body) {
    S->BodyWidth += B->Width;
    S->Depth = std::max(S->Depth, B->Depth + 1);
    S->Hash = mix(S->Hash, B->Hash);
  }
  S->Width = 1 + 2 * S->BodyWidth;
  S->Body = std::move(Body);
  return S->Depth > MostDepth || S->Width > MostWidth ? nullptr : S;
}

bool PatternShape::operator==(const PatternShape &O) const {
  return Hash == O.Hash && Kind == O.Kind &&
         std::equal(Body.begin(), Body.end(), O.Body.begin(), O.Body.end(),
                    sameShape);
}

bool foreslice::addToAll(const PatternShape &Shape, int64_t *Values,
                         PointField Field, int64_t Amount) {
  if (Shape.isPoint())
    return !__builtin_add_overflow(Values[Field], Amount, &Values[Field]);
  ++Values;
  for (const ShapeRef &T : Shape.body()) {
    if (!addToAll(*T, Values, Field, Amount))
      return false;
    Values += T->width();
  }
  return true;
}

PatternPoint PatternTerm::firstPoint() const {
  const PatternShape *S = Shape.get();
  size_t Position = 0;
  for (; !S->isPoint(); ++Position)
    S = S->body()[0].get();
  return pointOf(S->kind(), &Values[Position]);
}

bool PatternTerm::move(int64_t Places, int64_t Shifts) {
  return addToAll(*Shape, Values.data(), PlaceField, Places) &&
         addToAll(*Shape, Values.data(), ShiftField, Shifts);
}

bool foreslice::addTimes(std::span<int64_t> To, std::span<const int64_t> Step,
                         int64_t Times) {
  bool Overflow = false;
  if (Times == 1) {
    for (size_t I = 0; I < To.size(); ++I)
      Overflow |= __builtin_add_overflow(To[I], Step[I], &To[I]);
    return !Overflow;
  }
  for (size_t I = 0; I < To.size(); ++I) {
    int64_t Product;
    Overflow |= __builtin_mul_overflow(Step[I], Times, &Product);
    Overflow |= __builtin_add_overflow(To[I], Product, &To[I]);
  }
  return !Overflow;
}
