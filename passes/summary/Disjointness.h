//===- Disjointness.h - which writes no read comes behind -----------------===//
//
// A slice tells of what the main thread will write, so that nothing is fetched
// there before. Where every read that can follow a write in the region is
// proved to touch other bytes, there is nothing to tell.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_SUMMARY_DISJOINTNESS_H
#define FORESLICE_PASSES_SUMMARY_DISJOINTNESS_H

#include "slice/Slicing.h"

namespace foreslice {

/// Fills Plan.Unread, and Plan.Summary.Behind with the reads that get exactly
/// what a write of the same loop left a known number of iterations before.
void findUnreadWrites(WorkingCopy &Copy, SlicePlan &Plan);

} // namespace foreslice

#endif // FORESLICE_PASSES_SUMMARY_DISJOINTNESS_H
