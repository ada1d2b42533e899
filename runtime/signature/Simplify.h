//===- Simplify.h - the fewest terms for observed accesses ----------------===//
//
// Loops learnt access by access begin late, since the first iterations had too
// few accesses to be seen, or begin in the middle of an iteration. Makes such
// loops whole, at the end of a run.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SIGNATURE_SIMPLIFY_H
#define FORESLICE_SIGNATURE_SIMPLIFY_H

#include "signature/PatternSequence.h"

namespace foreslice {

/// The same accesses in the same order. Blocks of up to MostBlock terms become
/// loops.
PatternSequence simplified(PatternSequence S, unsigned MostBlock);

} // namespace foreslice

#endif // FORESLICE_SIGNATURE_SIMPLIFY_H
