//===- Values.h - forwarded values for a slice ----------------------------===//
//
// The slice's end of the channel. The main thread's values come in the order of
// the program; a slice that has gone on without values takes these values
// before the next. Prefetch thread only, between execution::enter() and
// leave().
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_VALUES_H
#define FORESLICE_SOURCE_SLICE_VALUES_H

#include "foreslice/abi.h"
#include "source/slice/SliceEnd.h"

#include <cstddef>
#include <cstdint>

namespace foreslice::slice_values {

/// Waits for the next value and puts the value to To, as
/// foreslice_slice_receive.
SliceEnd receive(uint32_t Site, void *To, uint64_t Size, uintptr_t Frame);

/// The slice goes on without the value of Site, a handle, and uses Stand
/// instead.
void goOnWithout(uint32_t Site, foreslice_handle Stand);
/// Number of values that the slice went on without and that have not come yet.
size_t outstanding();
/// Takes outstanding values that have come. Each must be the handle that the
/// slice assumed (slice_runner::Hooks::Confirm).
SliceEnd takeArrived();
/// Waits for one outstanding value.
SliceEnd takeOne();
/// True if the main thread is past the slice's place: the next value is here.
bool isBehind();

} // namespace foreslice::slice_values

#endif // FORESLICE_SOURCE_SLICE_VALUES_H
