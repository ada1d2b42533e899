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

/// Not of memory, and not of functions of the program's. fileno() sets errno.
inline bool hasFile(const FILE &Stream) { return Stream._fileno >= 0; }
/// Bytes that the stream has read and the program has not taken.
inline uint64_t buffered(const FILE &Stream) {
  return static_cast<uint64_t>(Stream._IO_read_end - Stream._IO_read_ptr);
}

/// Where the thread has moved to in a stream, from which it has not read since.
/// stdio reads a block around the place at once, so that the program's read may
/// find all in the buffer: the two are told as one read, at that place.
struct Seek {
  const FILE *Stream;
  int64_t Target;     ///< Of the file, in bytes.
  uint64_t Start, Ns; ///< When the move began, and how long it took.
};
inline thread_local Seek LastSeek
    __attribute__((tls_model("initial-exec"))) = {};

inline void forgetSeek(const FILE &Stream) {
  if (LastSeek.Stream == &Stream)
    LastSeek.Stream = nullptr;
}
/// Whether a read of Bytes is of nobody's interest: it takes what another read
/// has brought.
inline bool isInBuffer(const FILE &Stream, uint64_t Bytes) {
  return Bytes <= buffered(Stream) && LastSeek.Stream != &Stream;
}
/// Where fseek() moves to; -1 where only fseek() knows.
int64_t targetOf(const FILE &Stream, int64_t Position, int From);
/// The program moves to Target by Own, which gives whether that was possible.
void toldSeek(FILE *Stream, int64_t Target, const void *Site,
              FunctionRef<bool()> Own);

/// The program takes Bytes by PlainCall, which gives how many it got: more than
/// the buffer has, or the first after a seek.
void toldBlock(const foreslice_watch &Table, FILE *Stream, uint64_t Bytes,
               const void *Site, FunctionRef<uint64_t()> PlainCall);
/// The program takes bytes by PlainCall, which gives how many; -1 if that is
/// not known.
void toldText(FILE *Stream, const void *Site, FunctionRef<int64_t()> PlainCall);
/// The program takes wide characters by Own.
void toldWide(FILE *Stream, const void *Site, FunctionRef<void()> Own);
/// The program closes the stream, which will write what is in its buffer.
void toldClose(const foreslice_watch &Table, FILE *Stream, const void *Site);
/// Whether bytes have been converted to wide characters that the program has
/// not taken.
bool hasConverted(const FILE &Stream);
/// toldOutput() where writes may be wanted.
void tellOutput(FILE *Stream, const void *Site,
                FunctionRef<int64_t()> PlainCall);
/// The program gives bytes by PlainCall, which gives how many. Programs print
/// numbers by the million.
template <typename OwnFn>
void toldOutput(FILE *Stream, const void *Site, OwnFn PlainCall) {
  if (ignoresWrites())
    PlainCall();
  else
    tellOutput(Stream, Site, PlainCall);
}

} // namespace foreslice::watch

#endif // FORESLICE_WATCH_STREAMS_H
