//===- Streams.cpp - what a call does to a stream -------------------------===//
//
// See Streams.h.
//
//===----------------------------------------------------------------------===//

#include "Streams.h"

#include <algorithm>
#include <unistd.h>

namespace foreslice::watch {

/// Bytes that few calls take of a text at once.
static constexpr uint64_t LongText = 256;

static foreslice_call callOf(FILE *Stream, uint8_t Operation,
                             const void *Site) {
  return {fileno(Stream), FORESLICE_LAYER_STDIO, Operation, -1, 0, Site};
}

void toldBlock(const foreslice_watch &Table, FILE *Stream, uint64_t Bytes,
               const void *Site, FunctionRef<uint64_t()> Own) {
  const uint64_t Had = buffered(*Stream);
  foreslice_call Call = callOf(Stream, FORESLICE_OPERATION_READ, Site);
  Call.bytes = Bytes - Had;
  toldRead(Table, Call, [&]() -> int64_t {
    const uint64_t Got = Own() + buffered(*Stream);
    return static_cast<int64_t>(Got - std::min(Got, Had));
  });
}

/// The stream has gone to its file, and has moved Bytes there: the descriptor
/// stands behind them.
static void tell(const foreslice_watch &Table, foreslice_call Call,
                 uint64_t Bytes, uint64_t Start) {
  const int Saved = errno;
  const uint64_t Ns = nowNs() - Start;
  const int64_t End = lseek(Call.fd, 0, SEEK_CUR);
  Call.bytes = Bytes;
  Call.offset = End - static_cast<int64_t>(Bytes);
  if (End >= 0 && Bytes != 0 && Call.offset >= 0)
    Table.done(&Call, Bytes, Start, Ns);
  errno = Saved;
}

void toldText(FILE *Stream, const void *Site, FunctionRef<int64_t()> Own) {
  const foreslice_watch *T = table();
  if (!T) {
    Own();
    return;
  }
  const uint64_t Had = buffered(*Stream);
  // The clock takes as long as a short line. So a call that may find all in the
  // buffer is not timed, and counts as fast if it has to read.
  uint64_t Start = Had < LongText ? nowNs() : 0;
  const char *const At = Stream->_IO_read_ptr, *const End =
                                                   Stream->_IO_read_end;
  TellingScope Now;
  const int64_t Taken = Own();
  if (Stream->_IO_read_ptr >= At && Stream->_IO_read_end == End &&
      Taken <= static_cast<int64_t>(Had))
    return;
  if (Start == 0)
    Start = nowNs();
  const uint64_t Left = buffered(*Stream);
  // Where it is not known what was taken, the buffer was filled once.
  uint64_t Got = Taken >= 0
                     ? static_cast<uint64_t>(Taken) + Left
                     : Had + static_cast<uint64_t>(Stream->_IO_read_end -
                                                   Stream->_IO_read_base);
  tell(*T, callOf(Stream, FORESLICE_OPERATION_READ, Site),
       Got - std::min(Got, Had), Start);
}

void toldOutput(FILE *Stream, const void *Site, FunctionRef<int64_t()> Own) {
  const foreslice_watch *T = table();
  if (!T || !T->writes) {
    Own();
    return;
  }
  auto pending = [&] {
    return static_cast<uint64_t>(Stream->_IO_write_ptr -
                                 Stream->_IO_write_base);
  };
  const uint64_t Had = pending(), Start = nowNs();
  TellingScope Now;
  const int64_t Given = Own();
  const uint64_t Have =
      Had + static_cast<uint64_t>(std::max<int64_t>(Given, 0));
  if (Have != pending())
    tell(*T, callOf(Stream, FORESLICE_OPERATION_WRITE, Site),
         Have - std::min(Have, pending()), Start);
}

} // namespace foreslice::watch
