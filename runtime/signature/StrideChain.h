//===- StrideChain.h - which stride follows two strides -------------------===//
//
// A Markov chain over the strides of a stream (Byna et al., SC'08, section
// V.A), for accesses that make no loops. Bounded: where two histories fall on
// the same row of the table, the older one is forgotten.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SIGNATURE_STRIDECHAIN_H
#define FORESLICE_SIGNATURE_STRIDECHAIN_H

#include "signature/PatternTerm.h"

#include <optional>

namespace foreslice {

class StrideChain {
public:
  /// So often two strides must have come before the next is expected,
  static constexpr uint32_t LeastOccurrences = 8;
  /// and in so many of 100 cases the same one must have followed.
  static constexpr uint32_t LeastPercent = 80;

  /// How an access differs from the one before it.
  struct Stride {
    int64_t Places = 0, Bytes = 0;
    uint32_t Kind = 0;
    bool operator==(const Stride &) const = default;
  };
  /// The last access and the two strides before it. Copied, and moved on by
  /// next(), it goes through what is expected.
  struct State {
    PatternPoint Last;
    Stride Before, Latest;
    unsigned Known = 0; ///< 3 if all of these are known.
  };

  void observe(const PatternPoint &P);
  /// The access after S, if one is expected; S then is behind that access.
  bool next(State &S) const;
  const State &state() const { return Now; }
  /// Accesses were left out: the next one follows none.
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
