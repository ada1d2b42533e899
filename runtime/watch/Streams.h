//===- Streams.h - what a call does to a stream ---------------------------===//
//
// stdio reads and writes files by functions of its own, which nothing can stand
// before. So each function that takes bytes from a stream, or gives it bytes,
// looks whether the stream has gone to its file, and tells of that: of the
// bytes that came from the file or went there, not of those that stayed in the
// stream's buffer.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_WATCH_STREAMS_H
#define FORESLICE_WATCH_STREAMS_H

#include "Watch.h"
#include "support/FunctionRef.h"

#include <cstdio>

namespace foreslice::watch {

/// Bytes that the stream has read and the program has not taken.
inline uint64_t buffered(const FILE &Stream) {
  return static_cast<uint64_t>(Stream._IO_read_end - Stream._IO_read_ptr);
}

/// The program takes Bytes by Own, which gives how many it got: more than the
/// buffer has.
void toldBlock(const foreslice_watch &Table, FILE *Stream, uint64_t Bytes,
               const void *Site, FunctionRef<uint64_t()> Own);
/// The program takes bytes by Own, which gives how many; -1 if that is not
/// known.
void toldText(FILE *Stream, const void *Site, FunctionRef<int64_t()> Own);
/// The program gives bytes by Own, which gives how many.
void toldOutput(FILE *Stream, const void *Site, FunctionRef<int64_t()> Own);

} // namespace foreslice::watch

#endif // FORESLICE_WATCH_STREAMS_H
