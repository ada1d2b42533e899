//===- Adaptive.cpp - what adapts to the accesses and the load ------------===//
//
// See Adaptive.h.
//
//===----------------------------------------------------------------------===//

#include "adaptive/Adaptive.h"

namespace foreslice {

Adaptive::Adaptive(const Settings &S)
    : Boards(launcherRank(), PolicyControl::intervalMs(S)) {}

Source *Adaptive::classify(Posting &To, const Settings &S) {
  if (!S.Sources.has(SourceKind::Classifier))
    return nullptr;
  if (Boards.hasOthers())
    Boards.own(); // Now, for the other ranks to find the board.
  return &Classifier.emplace(To, Boards, S.ClassifierWindow);
}

void Adaptive::steer(CacheControl &Cache, const Settings &S) {
  if (isAsked(S))
    Control.emplace(Cache, Boards, S);
}

} // namespace foreslice
