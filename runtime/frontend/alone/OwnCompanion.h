//===- OwnCompanion.h - a companion that a sliced program starts ----------===//
//
// Slices read ahead in their regions. What the program reads elsewhere, and in
// loops that have no slice, a companion learns and fetches, as under
// foreslice-run: the program starts one when such reads have been slow for a
// while. Where foreslice-run has started one, there is no second.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_ALONE_OWNCOMPANION_H
#define FORESLICE_FRONTEND_ALONE_OWNCOMPANION_H

namespace foreslice::own_companion {

/// None from now on: the process itself learns what it reads.
void leaveOut();

} // namespace foreslice::own_companion

#endif // FORESLICE_FRONTEND_ALONE_OWNCOMPANION_H
