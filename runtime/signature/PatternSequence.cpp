//===- PatternSequence.cpp - all accesses of a stream ---------------------===//
//
// See PatternSequence.h.
//
//===----------------------------------------------------------------------===//

#include "signature/PatternSequence.h"

#include "signature/NestCursor.h"

using namespace foreslice;

void PatternSequence::forEach(
    FunctionRef<bool(const PatternPoint &)> Visit) const {
  for (const PatternTerm &T : Terms) {
    if (T.isPoint()) {
      if (!Visit(pointOf(T.Shape->kind(), T.Values.data())))
        return;
      continue;
    }
    for (NestCursor C(T); !C.done(); C.advance())
      if (!Visit(C.point()))
        return;
  }
}
