//===- Streams.cpp - the effect of a call on a stream ---------------------===//
//
// See Streams.h.
//
//===----------------------------------------------------------------------===//

#include "Streams.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/stat.h>

namespace foreslice::watch {

/// Bytes of a text that few calls take at once.
static constexpr uint64_t LongText = 256;

static foreslice_call callOf(FILE *Stream, uint8_t Operation,
                             const void *Site) {
  return {Stream->_fileno, FORESLICE_LAYER_STDIO, Operation, -1, 0, Site};
}

/// Bytes that the stream reads when the program wants Bytes beyond the buffer:
/// whole buffers, the last of which stays.
static uint64_t bytesFromFile(const FILE &Stream, uint64_t Bytes) {
  const auto Size =
      static_cast<uint64_t>(Stream._IO_buf_end - Stream._IO_buf_base);
  uint64_t Whole = 0;
  if (Size == 0 ||
      __builtin_mul_overflow(Bytes / Size + (Bytes % Size != 0), Size, &Whole))
    return Bytes;
  return Whole;
}

/// The first read after a seek; WasRead: the seek has read all of the bytes.
static void toldAfterSeek(const foreslice_watch &Table,
                          const foreslice_call &Call, bool WasRead,
                          FunctionRef<uint64_t()> PlainCall) {
  if (!WasRead) {
    LastSeek.Stream = nullptr;
    toldRead(Table, Call,
             [&]() -> int64_t { return static_cast<int64_t>(PlainCall()); });
    return;
  }
  const uint64_t Got = PlainCall();
  if (Got == 0)
    return; // a look at the next bytes
  LastSeek.Stream = nullptr;
  TellingScope Now;
  Table.done(&Call, Got, LastSeek.Start, LastSeek.Ns);
}

void toldBlock(const foreslice_watch &Table, FILE *Stream, uint64_t Bytes,
               const void *Site, FunctionRef<uint64_t()> PlainCall) {
  if (!hasFile(*Stream)) {
    PlainCall();
    return;
  }
  const uint64_t Had = buffered(*Stream);
  foreslice_call Call = callOf(Stream, FORESLICE_OPERATION_READ, Site);
  if (LastSeek.Stream == Stream) {
    Call.offset = LastSeek.Target;
    Call.bytes = Bytes;
    toldAfterSeek(Table, Call, Bytes <= Had, PlainCall);
    return;
  }
  Call.bytes = bytesFromFile(*Stream, Bytes - Had);
  toldRead(Table, Call, [&]() -> int64_t {
    const uint64_t Got = PlainCall() + buffered(*Stream);
    return static_cast<int64_t>(Got - std::min(Got, Had));
  });
}

/// The stream has gone to the file, and has moved Bytes there: the descriptor's
/// position is behind the bytes.
static void tell(const foreslice_watch &Table, foreslice_call Call,
                 uint64_t Bytes, uint64_t Start) {
  const uint64_t Ns = nowNs() - Start;
  const int64_t End = positionOf(Call.fd);
  Call.bytes = Bytes;
  Call.offset = End - static_cast<int64_t>(Bytes);
  if (End >= 0 && Bytes != 0 && Call.offset >= 0)
    Table.done(&Call, Bytes, Start, Ns);
}

/// The first read after a seek, begun at Start, is over. The bytes read are the
/// bytes moved.
static void tellAfterSeek(const foreslice_watch &Table, FILE *Stream,
                          uint64_t Start, const void *Site) {
  LastSeek.Stream = nullptr;
  const uint64_t Ns = LastSeek.Ns + nowNs() - Start;
  foreslice_call Call = callOf(Stream, FORESLICE_OPERATION_READ, Site);
  const int64_t End = positionOf(Call.fd);
  Call.offset = LastSeek.Target;
  const int64_t Got =
      End - static_cast<int64_t>(buffered(*Stream)) - Call.offset;
  if (Got <= 0)
    return;
  Call.bytes = static_cast<uint64_t>(Got);
  Table.done(&Call, Call.bytes, LastSeek.Start, Ns);
}

void toldText(FILE *Stream, const void *Site,
              FunctionRef<int64_t()> PlainCall) {
  const foreslice_watch *T = table();
  if (!T || !hasFile(*Stream)) {
    PlainCall();
    return;
  }
  const uint64_t Had = buffered(*Stream);
  const bool HasMoved = LastSeek.Stream == Stream;
  // The clock takes as long as a short line. So a call that may find all in the
  // buffer is not timed, and counts as fast if a read happens.
  uint64_t Start = Had < LongText || HasMoved ? nowNs() : 0;
  const char *const Text = Stream->_IO_read_ptr, *const End =
                                                     Stream->_IO_read_end;
  TellingScope Now;
  const int64_t Taken = PlainCall();
  if (HasMoved) {
    tellAfterSeek(*T, Stream, Start, Site);
    return;
  }
  if (Stream->_IO_read_ptr >= Text && Stream->_IO_read_end == End &&
      Taken <= static_cast<int64_t>(Had))
    return;
  if (Start == 0)
    Start = nowNs();
  const uint64_t Left = buffered(*Stream);
  // If the number taken is unknown, the buffer was filled once.
  uint64_t Got = Taken >= 0
                     ? static_cast<uint64_t>(Taken) + Left
                     : Had + static_cast<uint64_t>(Stream->_IO_read_end -
                                                   Stream->_IO_read_base);
  tell(*T, callOf(Stream, FORESLICE_OPERATION_READ, Site),
       Got - std::min(Got, Had), Start);
}

/// The begin of glibc's struct _IO_wide_data, which macros of old programs use.
struct WideBuffer {
  const wchar_t *ReadPtr, *ReadEnd;
};

/// Empty before the first character.
static WideBuffer wideBufferOf(const FILE &Stream) {
  if (Stream._mode <= 0)
    return {};
  return *reinterpret_cast<const WideBuffer *>(Stream._wide_data);
}

bool hasConverted(const FILE &Stream) {
  const WideBuffer Wide = wideBufferOf(Stream);
  return Wide.ReadPtr < Wide.ReadEnd;
}

void toldWide(FILE *Stream, const void *Site, FunctionRef<void()> OwnCall) {
  const foreslice_watch *T = table();
  if (!T || !hasFile(*Stream)) {
    OwnCall();
    return;
  }
  const WideBuffer Before = wideBufferOf(*Stream);
  const bool HasMoved = LastSeek.Stream == Stream;
  // As in toldText().
  const bool IsLong =
      Before.ReadEnd - Before.ReadPtr >= static_cast<ptrdiff_t>(LongText);
  uint64_t Start = IsLong && !HasMoved ? 0 : nowNs();
  TellingScope Now;
  OwnCall();
  if (HasMoved) {
    tellAfterSeek(*T, Stream, Start, Site);
    return;
  }
  // The stream converts all bytes of the buffer at once.
  const WideBuffer After = wideBufferOf(*Stream);
  if (Start == 0)
    Start = nowNs();
  if (After.ReadPtr < Before.ReadPtr || After.ReadEnd != Before.ReadEnd)
    tell(*T, callOf(Stream, FORESLICE_OPERATION_READ, Site),
         static_cast<uint64_t>(Stream->_IO_read_end - Stream->_IO_read_base),
         Start);
}

int64_t targetOf(const FILE &Stream, int64_t Position, int From) {
  int64_t Base = 0;
  if (From == SEEK_CUR && Stream._offset >= 0)
    Base = Stream._offset - static_cast<int64_t>(buffered(Stream));
  else if (From != SEEK_SET)
    return -1;
  int64_t Target = 0;
  return __builtin_add_overflow(Base, Position, &Target) ? -1 : Target;
}

/// Whether the stream's buffer has the target, so that the move takes no system
/// call: glibc's _IO_new_file_seekoff.
static bool isNear(const FILE &Stream, int64_t Target) {
  const int64_t End = Stream._offset;
  return End >= 0 && Target >= 0 && Target < End &&
         Target >= End - (Stream._IO_read_end - Stream._IO_buf_base);
}

namespace {

/// Bytes of a stream's buffer for the file, and their place in the file.
struct Unwritten {
  uint64_t Bytes = 0;
  int64_t Place = -1;
};

} // namespace

/// By glibc's new_do_write.
static Unwritten unwrittenOf(const FILE &Stream) {
  if (Stream._IO_write_ptr <= Stream._IO_write_base)
    return {};
  Unwritten U;
  U.Bytes = static_cast<uint64_t>(Stream._IO_write_ptr - Stream._IO_write_base);
  const int Saved = errno;
  struct stat S;
  if ((fcntl(Stream._fileno, F_GETFL) & O_APPEND) == 0)
    U.Place = positionOf(Stream._fileno) +
              (Stream._IO_write_base - Stream._IO_read_end);
  else if (fstat(Stream._fileno, &S) == 0)
    U.Place = S.st_size;
  errno = Saved;
  return U;
}

static void tellWritten(const foreslice_watch &Table, FILE *Stream,
                        const Unwritten &What, uint64_t Start,
                        const void *Site) {
  if (What.Place < 0)
    return;
  foreslice_call Call = callOf(Stream, FORESLICE_OPERATION_WRITE, Site);
  Call.offset = What.Place;
  Call.bytes = What.Bytes;
  TellingScope Now;
  Table.done(&Call, What.Bytes, Start, nowNs() - Start);
}

void toldClose(const foreslice_watch &Table, FILE *Stream, const void *Site) {
  // After the call there is no descriptor to ask.
  if (const Unwritten What = unwrittenOf(*Stream); What.Bytes != 0)
    tellWritten(Table, Stream, What, nowNs(), Site);
}

void toldSeek(FILE *Stream, int64_t Target, const void *Site,
              FunctionRef<bool()> OwnCall) {
  const foreslice_watch *T = table();
  const bool StaysNear = isNear(*Stream, Target);
  if (!T || !hasFile(*Stream) || (StaysNear && LastSeek.Stream != Stream)) {
    OwnCall();
    return;
  }
  // The move writes the buffer, and leaves the descriptor elsewhere.
  const Unwritten Before = T->writes ? unwrittenOf(*Stream) : Unwritten();
  const uint64_t Start = StaysNear ? LastSeek.Start : nowNs();
  LastSeek.Stream = nullptr;
  if (!OwnCall())
    return;
  if (Before.Bytes != 0)
    tellWritten(*T, Stream, Before, Start, Site);
  if (Stream->_offset < 0)
    return;
  LastSeek = {Stream, Stream->_offset - static_cast<int64_t>(buffered(*Stream)),
              Start, StaysNear ? LastSeek.Ns : nowNs() - Start};
}

void tellOutput(FILE *Stream, const void *Site,
                FunctionRef<int64_t()> PlainCall) {
  const foreslice_watch *T = table();
  if (!T || !T->writes || !hasFile(*Stream)) {
    PlainCall();
    return;
  }
  auto pending = [&] {
    return static_cast<uint64_t>(Stream->_IO_write_ptr -
                                 Stream->_IO_write_base);
  };
  const uint64_t Had = pending(), Start = nowNs();
  TellingScope Now;
  const int64_t Given = PlainCall();
  const uint64_t Have =
      Had + static_cast<uint64_t>(std::max<int64_t>(Given, 0));
  if (Have != pending())
    tell(*T, callOf(Stream, FORESLICE_OPERATION_WRITE, Site),
         Have - std::min(Have, pending()), Start);
}

} // namespace foreslice::watch
