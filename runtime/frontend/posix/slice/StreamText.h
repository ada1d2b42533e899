//===- StreamText.h - text reads of a slice's streams ---------------------===//
//
// Only the data tell the length of reads by std::getline(), operator>> and so
// on. The slice reads the data, some way behind the posted pages. Prefetch
// thread only, between execution::enter() and leave().
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_SLICE_STREAMTEXT_H
#define FORESLICE_FRONTEND_POSIX_SLICE_STREAMTEXT_H

#include "frontend/posix/slice/SliceStreams.h"

namespace foreslice {

/// A read of a slice: of enum foreslice_stream_read.
struct StreamRead {
  int64_t Bytes;
  int32_t How;
  int64_t Argument;
  void *Buffer; ///< Null if the slice does not need the data.
  uintptr_t Frame;

  bool isText() const {
    return How == FORESLICE_STREAM_IGNORE_TO ||
           How >= FORESLICE_STREAM_LINE_LENGTH;
  }
  /// Of the buffer alone, without a state.
  bool isOfBuffer() const {
    return How == FORESLICE_STREAM_TAKE || How == FORESLICE_STREAM_LOOK;
  }
  /// Stores for the slice, behind the bytes of this read stored before.
  SliceEnd store(const void *From, size_t Count, int64_t Rest = 0) const;
};

/// A read of text from a good stream. Sets the state, and Gives to the read's
/// result.
SliceEnd readText(SliceStream &S, const StreamRead &R, int64_t &Gives);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_SLICE_STREAMTEXT_H
