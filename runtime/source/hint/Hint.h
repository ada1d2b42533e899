//===- Hint.h - disclosed reads -------------------------------------------===//
//
// One hint, and hints as text: a line each,
//
//   BEGIN BYTES STRIDE COUNT PATH
//
// with numbers in decimal, or - for BYTES up to the end of the file. The path
// is the rest of the line.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_HINT_HINT_H
#define FORESLICE_SOURCE_HINT_HINT_H

#include "foreslice/hints.h"
#include "layout/PageGrid.h"
#include "support/FunctionRef.h"

#include <optional>
#include <string>
#include <string_view>

namespace foreslice {

struct Hint {
  std::string Path; ///< Absolute.
  uint64_t Begin = 0, Bytes = FORESLICE_HINT_ALL, Stride = 0, Count = 1;
  /// The program may come to the bytes before or after other hints of the file.
  bool AnyOrder = false;
  /// Nobody has disclosed the reads: little is asked for before the program
  /// reads.
  bool IsGuessed = false;

  /// Nothing for a hint that hints.h refuses.
  static std::optional<Hint> of(const foreslice_hint &H);
  /// Nothing for other lines.
  static std::optional<Hint> parse(std::string_view Line);

  /// Visits the bytes of all reads of a file of FileSize bytes, until Visit
  /// gives false. Pages that a read has touched are not visited again, so that
  /// endless reads end with the file.
  void forEachRange(uint64_t FileSize, PageGrid Grid,
                    FunctionRef<bool(ByteRange)> Visit) const;
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_HINT_HINT_H
