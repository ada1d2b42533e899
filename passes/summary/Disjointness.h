//===- Disjointness.h - writes without a later read of the bytes ----------===//
//
// A slice announces the main thread's writes, so nothing is fetched there
// before the write. If every later read in the region is proved to touch other
// bytes, the announcement is not needed.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_SUMMARY_DISJOINTNESS_H
#define FORESLICE_PASSES_SUMMARY_DISJOINTNESS_H

#include "slice/SlicePlan.h"

namespace foreslice {

/// Fills Plan.Unread, and Plan.Summary.Behind with the reads of exactly the
/// bytes written in the common loop a known number of iterations before.
void findUnreadWrites(WorkingCopy &Copy, SlicePlan &Plan);

} // namespace foreslice

#endif // FORESLICE_PASSES_SUMMARY_DISJOINTNESS_H
