//===- RegionRecord.h - the record of a slice -----------------------------===//
//
// See SliceRecord.h.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_RECORD_REGIONRECORD_H
#define FORESLICE_PASSES_RECORD_REGIONRECORD_H

#include "record/SliceRecord.h"

namespace foreslice {

class WorkingCopy;
struct LoweredSlice;
struct SlicePlan;

/// Adds the facts about a slice to the region's Entry.
void recordSlice(SliceRecord &Record, SliceRecord::Map &Entry,
                 WorkingCopy &Copy, const SlicePlan &Plan,
                 const LoweredSlice &Slice);

/// The dependences between statements of the slice: keys "statements" and
/// "dependences".
void recordDependences(SliceRecord &Record, SliceRecord::Map &Entry,
                       WorkingCopy &Copy, const SlicePlan &Plan);

} // namespace foreslice

#endif // FORESLICE_PASSES_RECORD_REGIONRECORD_H
