//===- GlobalClass.h - what the accesses of all ranks look like -----------===//
//
// An algebra over the classes of ranks (Madhyastha, Elford and Reed 1996,
// section 4.1.2): the patterns of ranks that go together are one pattern of the
// program. How many ranks go together is the cardinality.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ADAPTIVE_CLASSIFIER_GLOBALCLASS_H
#define FORESLICE_ADAPTIVE_CLASSIFIER_GLOBALCLASS_H

#include "adaptive/classifier/AccessClass.h"

#include <span>

namespace foreslice {

/// What a rank says of its accesses to a file.
struct LocalClass {
  AccessClass Is;
  int64_t Begin = 0, End = 0; ///< All accesses of the class lie in there.
  int64_t Position = 0;       ///< Where the last access begins.
  int64_t Size = 0;           ///< Of the last access, in bytes.
  int64_t Stride = 0;         ///< From the last access to the next.
  bool operator==(const LocalClass &) const = default;
};

enum class GlobalPattern : uint8_t {
  None,        ///< Fewer than two ranks, or no two that go together.
  Sequential,  ///< Ranks go through the same bytes.
  WholeFile,   ///< And through all bytes of the file.
  Partitioned, ///< Each goes through a part of its own.
  Interleaved, ///< Ranks take turns.
  Random       ///< Ranks go anywhere.
};

struct GlobalClass {
  GlobalPattern Pattern = GlobalPattern::None;
  /// What all ranks of the pattern do; Both where they differ.
  ReadWrite Does = ReadWrite::ReadOnly;
  unsigned Cardinality = 0;
  bool operator==(const GlobalClass &) const = default;
};

const char *nameOf(GlobalPattern P);
/// As "interleaved sequential, read only, 4 ranks".
std::string toText(const GlobalClass &C);

/// The pattern that most of the ranks go together in.
GlobalClass combine(std::span<const LocalClass> Ranks, int64_t FileSize);

} // namespace foreslice

#endif // FORESLICE_ADAPTIVE_CLASSIFIER_GLOBALCLASS_H
