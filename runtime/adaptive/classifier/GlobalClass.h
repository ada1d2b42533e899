//===- GlobalClass.h - what the accesses of all ranks look like -----------===//
//
// An algebra over the classes of ranks (Madhyastha, Elford and Reed 1996,
// section 4.1.2): matching patterns of ranks are one pattern of the program.
// The number of matching ranks is the cardinality.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ADAPTIVE_CLASSIFIER_GLOBALCLASS_H
#define FORESLICE_ADAPTIVE_CLASSIFIER_GLOBALCLASS_H

#include "adaptive/classifier/AccessClass.h"

#include <span>

namespace foreslice {

/// The note of a rank about accesses to a file.
struct LocalClass {
  AccessClass Is;
  int64_t Begin = 0, End = 0; ///< Range of all accesses of the class.
  int64_t Position = 0;       ///< Begin of the last access.
  int64_t Size = 0;           ///< Of the last access, in bytes.
  int64_t Stride = 0;         ///< From the last access to the next.
  bool operator==(const LocalClass &) const = default;
};

enum class GlobalPattern : uint8_t {
  None,        ///< Fewer than two ranks, or no matching ranks.
  Sequential,  ///< Ranks go through the same bytes.
  WholeFile,   ///< Ranks go through all bytes of the file.
  Partitioned, ///< Each rank goes through a separate part.
  Interleaved, ///< Ranks take turns.
  Random       ///< Ranks go anywhere.
};

struct GlobalClass {
  GlobalPattern Pattern = GlobalPattern::None;
  /// Access of all ranks of the pattern; Both if the ranks differ.
  ReadWrite Does = ReadWrite::ReadOnly;
  unsigned Cardinality = 0;
  bool operator==(const GlobalClass &) const = default;
};

const char *nameOf(GlobalPattern P);
/// As "interleaved sequential, read only, 4 ranks".
std::string toText(const GlobalClass &C);

/// The pattern of the largest group of matching ranks.
GlobalClass combine(std::span<const LocalClass> Ranks, int64_t FileSize);

} // namespace foreslice

#endif // FORESLICE_ADAPTIVE_CLASSIFIER_GLOBALCLASS_H
