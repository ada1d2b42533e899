//===- Streams.h - accesses for the tests ---------------------------------===//

#ifndef FORESLICE_TEST_SIGNATURE_STREAMS_H
#define FORESLICE_TEST_SIGNATURE_STREAMS_H

#include "signature/PatternLearner.h"

#include <cstdint>
#include <string>
#include <vector>

namespace foreslice {

using Stream = std::vector<PatternPoint>;

inline PatternPoint at(int64_t Place, int64_t Bytes = 64, uint32_t Kind = 0) {
  return {Kind, Place, Bytes, 0};
}

/// Counts and strides of a nest, the outermost loop first.
struct Loop {
  int64_t Count, Stride;
};

inline void addNest(Stream &S, const std::vector<Loop> &Loops, int64_t Place,
                    int64_t Bytes, size_t Depth = 0) {
  if (Depth == Loops.size()) {
    S.push_back(at(Place, Bytes));
    return;
  }
  for (int64_t I = 0; I < Loops[Depth].Count; ++I)
    addNest(S, Loops, Place + I * Loops[Depth].Stride, Bytes, Depth + 1);
}

inline Stream nest(const std::vector<Loop> &Loops, int64_t Place = 1000,
                   int64_t Bytes = 64) {
  Stream S;
  addNest(S, Loops, Place, Bytes);
  return S;
}

/// Table 1 of Byna et al.: out-of-core LU decomposition.
inline Stream luDecomposition(int64_t Columns) {
  Stream S;
  for (int64_t K = 0; K < Columns; ++K) {
    S.push_back(at(1049088 + K * 524544, 524544));
    for (int64_t J = 0; J <= K; ++J)
      S.push_back(at(524544 + J * 524544, 518272 - J * 4096));
    S.push_back(at(0, 522368));
  }
  return S;
}

inline Stream ahead(const PatternLearner &L, uint64_t Skip, size_t Most) {
  Stream S;
  if (Most != 0)
    L.ahead(Skip, [&](const PatternPoint &P) {
      S.push_back(P);
      return S.size() < Most;
    });
  return S;
}

/// How many of the accesses were expected.
inline size_t observe(PatternLearner &L, const Stream &S) {
  size_t Right = 0;
  for (const PatternPoint &P : S) {
    Right += ahead(L, 0, 1) == Stream{P} ? 1 : 0;
    L.observe(P);
  }
  return Right;
}

inline Stream expand(const PatternSequence &S) {
  Stream All;
  S.forEach([&](const PatternPoint &P) {
    All.push_back(P);
    return true;
  });
  return All;
}

/// As text: x[Place Bytes], and of a loop its count and body.
inline std::string text(const PatternShape &S, const int64_t *Values) {
  if (S.isPoint())
    return "[" + std::to_string(Values[PlaceField]) + " " +
           std::to_string(Values[BytesField]) + "]";
  std::string T = std::to_string(Values[0]) + "*(";
  const int64_t *At = Values + 1;
  for (const ShapeRef &B : S.body()) {
    T += text(*B, At);
    T += "+" + text(*B, At + S.bodyWidth());
    At += B->width();
  }
  return T + ")";
}

inline std::string text(const PatternSequence &S) {
  std::string T;
  for (const PatternTerm &Term : S.Terms)
    T += (T.empty() ? "" : " ") + text(*Term.Shape, Term.Values.data());
  return T;
}

} // namespace foreslice

#endif // FORESLICE_TEST_SIGNATURE_STREAMS_H
