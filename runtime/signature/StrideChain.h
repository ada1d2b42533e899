//===- StrideChain.h - the stride that follows two strides ----------------===//
//
// A Markov chain over the strides of a stream (Byna et al., SC'08, section
// V.A), for accesses without loops. Bounded: where two histories share a row of
// the table, the older history is forgotten.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SIGNATURE_STRIDECHAIN_H
#define FORESLICE_SIGNATURE_STRIDECHAIN_H

#include "signature/PatternTerm.h"

#include <optional>

namespace foreslice {

class StrideChain {
public:
  /// Occurrences of two strides before the next stride is expected,
  static constexpr uint32_t LeastOccurrences = 8;
  /// and percentage of occurrences with one and the same next stride.
  static constexpr uint32_t LeastPercent = 80;

  /// The difference between two consecutive accesses.
  struct Stride {
    int64_t Places = 0, Bytes = 0;
    uint32_t Kind = 0;
    bool operator==(const Stride &) const = default;
  };
  /// The last access and the last two strides. A copy, moved on by next(), goes
  /// through the expected accesses.
  struct State {
    PatternPoint Last;
    Stride Before, Latest;
    unsigned Known = 0; ///< 3 if all members are known.
  };

  void observe(const PatternPoint &P);
  /// The access after S, if expected; S then is behind the access.
  bool next(State &S) const;
  const State &state() const { return Now; }
  /// Accesses were left out: the next access has no stride.
  void restart() { Now = {}; }

private:
  static constexpr size_t RowCount = 256;
  struct Row {
    Stride Before, Latest, Next;
    uint32_t Occurrences = 0, Times = 0;
  };
  static size_t rowOf(const State &S);

  State Now;
  std::vector<Row> Rows; ///< None until there are strides.
};

} // namespace foreslice

#endif // FORESLICE_SIGNATURE_STRIDECHAIN_H
