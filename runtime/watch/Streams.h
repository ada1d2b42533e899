//===- Streams.h - the effect of a call on a stream -----------------------===//
//
// stdio reads and writes files by internal functions, which nothing can stand
// before. So each function that takes bytes from a stream, or gives bytes,
// looks whether the stream has gone to the file, and tells the bytes that came
// from the file or went to the file, without bytes that stayed in the stream's
// buffer.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_WATCH_STREAMS_H
#define FORESLICE_WATCH_STREAMS_H

#include "Watch.h"
#include "support/FunctionRef.h"

#include <cstdio>

namespace foreslice::watch {

/// False for streams of memory or of functions of the program. fileno() would
/// set errno.
inline bool hasFile(const FILE &Stream) { return Stream._fileno >= 0; }
/// Bytes that the stream has read and the program has not taken.
inline uint64_t buffered(const FILE &Stream) {
  return static_cast<uint64_t>(Stream._IO_read_end - Stream._IO_read_ptr);
}

/// The target of the thread's last seek in a stream, not read since. stdio
/// reads a block around the target at once, so that the program's read may find
/// all in the buffer: seek and read are told as one read, at the target.
struct Seek {
  const FILE *Stream;
  int64_t Target;     ///< Offset in the file, in bytes.
  uint64_t Start, Ns; ///< Begin and time of the move.
};
inline thread_local Seek LastSeek
    __attribute__((tls_model("initial-exec"))) = {};

inline void forgetSeek(const FILE &Stream) {
  if (LastSeek.Stream == &Stream)
    LastSeek.Stream = nullptr;
}
/// Whether a read of Bytes need not be told: the bytes came with an earlier
/// read.
inline bool isInBuffer(const FILE &Stream, uint64_t Bytes) {
  return Bytes <= buffered(Stream) && LastSeek.Stream != &Stream;
}
/// The target of fseek(); -1 where only fseek() knows.
int64_t targetOf(const FILE &Stream, int64_t Position, int From);
/// The program moves to Target by Own, which gives whether the move succeeded.
void toldSeek(FILE *Stream, int64_t Target, const void *Site,
              FunctionRef<bool()> Own);

/// The program takes Bytes by PlainCall, which gives the number taken: more
/// than the buffer has, or the first read after a seek.
void toldBlock(const foreslice_watch &Table, FILE *Stream, uint64_t Bytes,
               const void *Site, FunctionRef<uint64_t()> PlainCall);
/// The program takes bytes by PlainCall, which gives the number; -1 if unknown.
void toldText(FILE *Stream, const void *Site, FunctionRef<int64_t()> PlainCall);
/// The program takes wide characters by Own.
void toldWide(FILE *Stream, const void *Site, FunctionRef<void()> Own);
/// The program closes the stream, which will write the buffer.
void toldClose(const foreslice_watch &Table, FILE *Stream, const void *Site);
/// Whether converted wide characters wait for the program.
bool hasConverted(const FILE &Stream);
/// toldOutput() where writes may be wanted.
void tellOutput(FILE *Stream, const void *Site,
                FunctionRef<int64_t()> PlainCall);
/// The program gives bytes by PlainCall, which gives the number. Programs print
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
