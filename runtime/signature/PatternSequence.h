//===- PatternSequence.h - all accesses of a stream -----------------------===//
//
// Observed or expected accesses of a stream: terms in order.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SIGNATURE_PATTERNSEQUENCE_H
#define FORESLICE_SIGNATURE_PATTERNSEQUENCE_H

#include "signature/PatternTerm.h"
#include "support/FunctionRef.h"

namespace foreslice {

struct PatternSequence {
  std::vector<PatternTerm> Terms;

  /// Visits all accesses, until Visit gives false.
  void forEach(FunctionRef<bool(const PatternPoint &)> Visit) const;
};

} // namespace foreslice

#endif // FORESLICE_SIGNATURE_PATTERNSEQUENCE_H
