//===- Waits.h - whether a thread waits for storage -----------------------===//
//
// A companion takes milliseconds of a processor to start. A read from memory
// may take longer than usual: the thread has slept before, or lost the
// processor.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_GUEST_WAITS_H
#define FORESLICE_GUEST_WAITS_H

#include <cstdint>

namespace foreslice::guest {

/// The last eight timed reads of a thread. Zero at first, as all of a thread's
/// state.
struct Waits {
  uint8_t Recent; ///< A bit for each long read.

  /// A read took Took; such a read takes at most MostFast from memory, as a
  /// rule. True if the thread waits for storage: two reads were long, or the
  /// read so long that memory is out of the question.
  constexpr bool note(uint64_t Took, uint64_t MostFast) {
    Recent = static_cast<uint8_t>(Recent << 1 | (Took > 2 * MostFast));
    return Took > 8 * MostFast || (Recent & (Recent - 1)) != 0;
  }
};

} // namespace foreslice::guest

#endif // FORESLICE_GUEST_WAITS_H
