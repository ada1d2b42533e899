//===- TextCalls.cpp - text reads of stdio in slices ----------------------===//
//
// Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/PosixCalls.h"
#include "frontend/posix/slice/TextAhead.h"
#include "frontend/slice/PageReader.h"
#include "source/slice/Values.h"

#include <cstdio>
#include <cstring>
#include <memory>
#include <stdio_ext.h>

namespace foreslice {

namespace {

/// The text of a file from the slice's position on.
class TextReader {
public:
  explicit TextReader(PosixHandle &H) : H(H) {}

  /// The bytes at the slice's position: at least one, except at the end of the
  /// file or of the slice.
  std::span<const std::byte> here() {
    auto Offset = static_cast<uint64_t>(H.Position - H.Text.BytesAt);
    if (H.Position < H.Text.BytesAt || Offset >= H.Text.Bytes.size()) {
      load();
      Offset = 0;
    }
    return std::span<const std::byte>(H.Text.Bytes).subspan(Offset);
  }
  void moveOn(size_t Bytes) { H.Position += static_cast<int64_t>(Bytes); }
  void meetEnd() { H.AtEnd = true; }
  int64_t place() const { return H.Position; }
  SliceEnd end() const { return End; }

private:
  /// Whether the program has gone on to the next file, and the scouts know the
  /// later files without the text.
  static bool isOfNoUse() {
    return !execution::isScout() && slice_values::isBehind() &&
           PosixHandles::isScouted();
  }

  void load() {
    execution::lookSoon();
    PosixText &T = H.Text;
    T.BytesAt = H.Position;
    T.Bytes.clear();
    if (isOfNoUse())
      return;
    if (End == SliceEnd::Completed)
      End = text_ahead::post(H);
    if (End != SliceEnd::Completed || H.Position < 0)
      return;
    Step S;
    S.Cached = H.File;
    S.CallId = T.LastCall;
    execution::resumeScouts();
    PageReader Reader(S, UINT64_MAX);
    std::span<const std::byte> Now =
        Reader.at(static_cast<uint64_t>(H.Position));
    T.Bytes.assign(Now.begin(), Now.end());
  }

  PosixHandle &H;
  SliceEnd End = SliceEnd::Completed;
};

} // namespace

/// The text of a handle as a stream of the C library. The stream keeps what it
/// has taken and not given for the next call at the same place.
class FieldStream {
public:
  FieldStream() : Stream(fopencookie(this, "r", {read, {}, {}, {}})) {
    if (!Stream)
      return;
    setvbuf(Stream, Buffer, _IOFBF, sizeof Buffer);
    // The C library locks all streams when the program flushes all.
    __fsetlocking(Stream, FSETLOCKING_BYCALLER);
  }
  ~FieldStream() {
    if (Stream)
      fclose(Stream);
  }
  FieldStream(const FieldStream &) = delete;
  FieldStream &operator=(const FieldStream &) = delete;

  /// Begins a call that reads From at Place; null without memory. Moves From to
  /// where the stream takes on.
  FILE *begin(TextReader &From, int64_t Place) {
    if (!Stream)
      return nullptr;
    clearerr(Stream);
    if (Place != Next)
      __fpurge(Stream);
    else
      From.moveOn(static_cast<size_t>(left()));
    Now = &From;
    return Stream;
  }
  /// Ends the call; gives the place behind what the call has read.
  int64_t end() {
    Next = Now->place() - left();
    Now = nullptr;
    return Next;
  }

private:
  /// How many bytes the stream has taken and given to nobody.
  int64_t left() const { return Stream->_IO_read_end - Stream->_IO_read_ptr; }
  static ssize_t read(void *OwnStream, char *To, size_t Size) {
    TextReader &From = *static_cast<FieldStream *>(OwnStream)->Now;
    std::span<const std::byte> Part = From.here();
    Part = Part.first(std::min(Part.size(), Size));
    std::memcpy(To, Part.data(), Part.size());
    From.moveOn(Part.size());
    return static_cast<ssize_t>(Part.size());
  }

  char Buffer[4096];
  FILE *Stream;
  TextReader *Now = nullptr; ///< During a call.
  int64_t Next = -1;         ///< The place behind the last call.
};

namespace {

/// Up to Limit bytes, to and with Delimiter, handed part by part to Take.
template <class TakeFn>
SliceEnd readText(TextReader &From, uint64_t Limit, int32_t Delimiter,
                  TakeFn Take) {
  for (uint64_t Done = 0; Done < Limit;) {
    std::span<const std::byte> Part = From.here();
    if (Part.empty()) {
      From.meetEnd();
      break;
    }
    Part = Part.first(std::min<uint64_t>(Part.size(), Limit - Done));
    const void *Found = memchr(Part.data(), Delimiter, Part.size());
    if (Found)
      Part =
          Part.first(static_cast<const std::byte *>(Found) - Part.data() + 1);
    if (SliceEnd End = Take(Part); End != SliceEnd::Completed)
      return End;
    Done += Part.size();
    From.moveOn(Part.size());
    if (Found)
      break;
  }
  return From.end();
}

/// Reads text to the buffer; drops the data if the buffer is null.
SliceEnd text(const SliceAccess &A, int64_t &Got) try {
  PosixHandle *H = PosixHandles::ofRunner().find(A.File);
  if (!H)
    return SliceEnd::Completed;
  TextReader From(*H);
  SliceSpace &Space = *execution::space();
  auto *To = static_cast<std::byte *>(A.Buffer);
  SliceEnd End = readText(
      From, static_cast<uint64_t>(A.Count), static_cast<int32_t>(A.Type),
      [&](std::span<const std::byte> Part) {
        SliceEnd Stored =
            To ? Space.store(To + Got, Part.data(), Part.size(), A.Frame)
               : SliceEnd::Completed;
        Got += static_cast<int64_t>(Part.size());
        return Stored;
      });
  if (End == SliceEnd::Completed && To && Got > 0)
    End = Space.store(To + Got, "", 1, A.Frame);
  return End;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

/// Memory for a line of Bytes, the 0 included: the slice's former memory, or
/// more.
bool growLine(PosixText &T, uint64_t Bytes) {
  constexpr uint64_t Least = 120;
  if (T.Line && T.LineSize >= Bytes)
    return true;
  T.LineSize = std::max({Bytes, Least, 2 * T.LineSize});
  T.Line = execution::space()->allocate(T.LineSize);
  return T.Line != nullptr;
}

SliceEnd line(const SliceAccess &A, int64_t &Got) try {
  PosixHandle *H = PosixHandles::ofRunner().find(A.File);
  if (!H)
    return SliceEnd::Completed;
  TextReader From(*H);
  std::vector<std::byte> Text;
  SliceEnd End =
      readText(From, FORESLICE_MAX_SLICE_MEMORY, static_cast<int32_t>(A.Type),
               [&](std::span<const std::byte> Part) {
                 Text.insert(Text.end(), Part.begin(), Part.end());
                 return SliceEnd::Completed;
               });
  if (End != SliceEnd::Completed || Text.empty())
    return End;
  Got = static_cast<int64_t>(Text.size());
  Text.push_back(std::byte{});
  if (!growLine(H->Text, Text.size()))
    return SliceEnd::OutOfMemory;
  SliceSpace &Space = *execution::space();
  for (auto [To, What, Size] :
       {std::tuple(H->Text.Line, static_cast<const void *>(Text.data()),
                   Text.size()),
        std::tuple(A.Buffer, static_cast<const void *>(&H->Text.Line),
                   sizeof(void *)),
        std::tuple(reinterpret_cast<void *>(A.Place),
                   static_cast<const void *>(&H->Text.LineSize),
                   sizeof(size_t))})
    if (End == SliceEnd::Completed)
      End = Space.store(To, What, Size, A.Frame);
  return End;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

/// Finds the end of the line, and drops the data.
SliceEnd lineLength(const SliceAccess &A, int64_t &Got) {
  int64_t Length = 0;
  SliceEnd End = text(
      {A.Call, A.File, 0, INT64_MAX, A.Type, nullptr, A.Site, A.Frame}, Length);
  if (Length > 0)
    Got = Length;
  return End;
}

SliceEnd character(foreslice_handle File, int64_t &Got) try {
  PosixHandle *H = PosixHandles::ofRunner().find(File);
  if (!H)
    return SliceEnd::Completed;
  TextReader From(*H);
  return readText(From, 1, '\n', [&](std::span<const std::byte> Part) {
    Got = std::to_integer<uint8_t>(Part.front());
    return SliceEnd::Completed;
  });
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

SliceEnd fields(const SliceAccess &A, int64_t &Got) try {
  PosixHandle *H = PosixHandles::ofRunner().find(A.File);
  if (!H || A.Count < 0 || A.Count > int64_t(FORESLICE_MAX_FIELDS))
    return SliceEnd::Completed;
  void *P[FORESLICE_MAX_FIELDS] = {};
  std::copy_n(static_cast<void *const *>(A.Buffer), A.Count, P);
  const auto *Format = reinterpret_cast<const char *>(A.Type);
  TextReader From(*H);
  if (!H->Text.Fields)
    H->Text.Fields = std::make_shared<FieldStream>();
  FieldStream &F = *H->Text.Fields;
  FILE *Stream = F.begin(From, H->Position);
  if (!Stream)
    return SliceEnd::OutOfMemory;
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
  Got = fscanf(Stream, Format, P[0], P[1], P[2], P[3], P[4], P[5], P[6], P[7],
               P[8], P[9], P[10], P[11], P[12], P[13], P[14], P[15]);
#pragma clang diagnostic pop
  H->Position = F.end();
  H->AtEnd = feof(Stream) != 0;
  return From.end();
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

SliceEnd read(const SliceAccess &A, int64_t &Got) {
  PosixHandles &OwnHandles = PosixHandles::ofRunner();
  switch (A.Call.kind) {
  case FORESLICE_LINE:
    return A.Count > 0 ? text(A, Got) : SliceEnd::Completed;
  case FORESLICE_DELIMITED:
    return A.needsData() ? line(A, Got) : lineLength(A, Got);
  case FORESLICE_CHARACTER:
    return character(A.File, Got);
  case FORESLICE_FIELDS:
    return fields(A, Got);
  case FORESLICE_AWAIT_BEGINNINGS:
    return text_ahead::awaitReads();
  case FORESLICE_BEGINNING:
    if (PosixHandle *H = OwnHandles.find(A.File))
      return text_ahead::postBeginning(*H);
    return SliceEnd::Completed;
  case FORESLICE_REST:
    if (PosixHandle *H = OwnHandles.find(A.File))
      return text_ahead::postRest(*H);
    return SliceEnd::Completed;
  default:
    return SliceEnd::UnknownHandle;
  }
}

/// Whether the call waits only where it loads the next text.
bool isQuick(const SliceAccess &A) {
  return A.Call.kind == FORESLICE_LINE || A.Call.kind == FORESLICE_DELIMITED ||
         A.Call.kind == FORESLICE_CHARACTER || A.Call.kind == FORESLICE_FIELDS;
}

} // namespace

int64_t posix_slices::readText(const SliceAccess &A) {
  int64_t Got = A.Call.kind == FORESLICE_LINE ? 0 : -1;
  if (!execution::space())
    return Got;
  if (isQuick(A))
    guardedQuickly([&] { return read(A, Got); });
  else
    guarded([&] { return read(A, Got); });
  return Got;
}

} // namespace foreslice
