//===- Streams.h - the program's reads as streams of stdio show them ------===//
//
// Functions that programs call for each byte or line are not looked at: a move
// or a close of the stream shows the stream's reads.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_GUEST_STREAMS_H
#define FORESLICE_GUEST_STREAMS_H

#include "guest/Guest.h"

#include <cstdio>
#include <sys/stat.h>

namespace foreslice::guest {

inline bool hasFile(const FILE &Stream) {
  return static_cast<uint32_t>(Stream._fileno) < MostDescriptors;
}

/// False for a stream opened only to write.
inline bool reads(const FILE &Stream) {
  constexpr int NoReads = 4; // _IO_NO_READS of glibc
  return !(Stream._flags & NoReads);
}

/// Whether the program has come to the end of the file.
inline bool isAtEnd(const FILE &Stream) {
  constexpr int EndSeen = 16; // _IO_EOF_SEEN of glibc
  return Stream._flags & EndSeen;
}

/// The program's position in the stream; -1 where only stdio can say.
inline int64_t positionIn(const FILE &Stream) {
  const auto &Number = reinterpret_cast<const int64_t &>(Stream._offset);
  return Number < 0 ? -1 : Number - (Stream._IO_read_end - Stream._IO_read_ptr);
}

inline void endRun(const FILE &Stream) {
  Page *Mine = OwnPage.load(std::memory_order_relaxed);
  if (!Mine)
    return;
  StreamRun &Run = Mine->Runs[Stream._fileno];
  const int64_t Now = Run.Begin ? positionIn(Stream) : -1;
  if (Now >= Run.Begin)
    streamRead(Stream._fileno, Run.Begin - 1, Now, Run.Start, Run.Took);
  Run.Begin = 0;
}

template <typename NextFn> auto toldSeek(FILE *Stream, NextFn Next) {
  if (!hasFile(*Stream) || skips(Stream->_fileno, 0)) {
    Page *Mine = OwnPage.load(std::memory_order_relaxed);
    if (Mine && hasFile(*Stream))
      Mine->Runs[Stream->_fileno].Begin = 0;
    return Next();
  }
  endRun(*Stream);
  const uint64_t Start = ticks();
  const auto Result = Next();
  seekDone(Stream->_fileno, positionIn(*Stream), Start, ticks() - Start);
  return Result;
}

inline void toldClose(FILE *Stream) {
  if (!hasFile(*Stream))
    return;
  streamCloses(Stream->_fileno, isAtEnd(*Stream));
  if (!attached()) {
    unfollowedDone(Stream->_fileno);
    return;
  }
  endRun(*Stream);
  closes(Stream->_fileno,
         reads(*Stream) ? Stream->_IO_read_end - Stream->_IO_read_ptr : -1);
}

/// Known and Fetched as in opened().
inline FILE *toldOpen(FILE *Stream, const struct stat *Known = nullptr,
                      uint64_t Fetched = 0) {
  if (Stream && hasFile(*Stream) && reads(*Stream))
    opened(Stream->_fileno, Known, Fetched);
  return Stream;
}

} // namespace foreslice::guest

#endif // FORESLICE_GUEST_STREAMS_H
