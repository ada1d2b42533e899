//===- OwnCompanion.h - the companion started by a sliced program ---------===//
//
// Slices read ahead in regions. A companion learns and fetches all other reads,
// as under foreslice-run: the program starts a companion when reads without a
// slice have been slow for a while. Under foreslice-run, no second companion
// starts.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_ALONE_OWNCOMPANION_H
#define FORESLICE_FRONTEND_ALONE_OWNCOMPANION_H

namespace foreslice::own_companion {

/// No companion from now on: the process learns alone.
void leaveOut();

} // namespace foreslice::own_companion

#endif // FORESLICE_FRONTEND_ALONE_OWNCOMPANION_H
