//===- Values.h - the values that a slice waits for -----------------------===//
//
// The slice's end of the channel. The main thread's values come in the order of
// the program; a slice that has gone on without some of them takes those first,
// before it takes the next one. Prefetch thread only, between
// execution::enter() and leave().
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_VALUES_H
#define FORESLICE_SOURCE_SLICE_VALUES_H

#include "foreslice/abi.h"
#include "source/slice/SliceEnd.h"

#include <cstddef>
#include <cstdint>

namespace foreslice::slice_values {

/// Waits for the next value and puts it to To, as foreslice_slice_receive.
SliceEnd receive(uint32_t Site, void *To, uint64_t Size, uintptr_t Frame);

/// The slice goes on without the value of Site, a handle, for which it has
/// Stand.
void goOnWithout(uint32_t Site, foreslice_handle Stand);
/// How many values it has gone on without that have not come yet.
size_t outstanding();
/// Takes those that have come. They must be what the slice took them for
/// (slice_runner::Hooks::Confirm).
SliceEnd takeArrived();
/// Waits for one.
SliceEnd takeOne();
/// True if the main thread is past the place where the slice is: its next value
/// is here.
bool isBehind();

} // namespace foreslice::slice_values

#endif // FORESLICE_SOURCE_SLICE_VALUES_H
