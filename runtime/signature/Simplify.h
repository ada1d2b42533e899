//===- Simplify.h - the fewest terms for what was observed ----------------===//
//
// What is learnt access by access has loops that begin late, since their first
// iterations had too few accesses to be seen, or that begin in the middle of an
// iteration. This makes such loops whole, at the end of a run.
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
