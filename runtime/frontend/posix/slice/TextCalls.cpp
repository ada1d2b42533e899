//===- TextCalls.cpp - text reads of stdio in slices ----------------------===//
//
// The foreslice_slice_posix_* part of the ABI that reads text. Prefetch thread
// only.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/TextAhead.h"
#include "frontend/slice/PageReader.h"

#include <cstdio>
#include <cstring>
#include <memory>

namespace foreslice {

namespace {

/// The text of a file from the slice's position on.
class TextReader {
public:
  explicit TextReader(PosixHandle &H) : H(H) {}

  /// The bytes at the slice's position, at least one but at the end of the file
  /// or if the slice is to end.
  std::span<const std::byte> here() {
    auto At = static_cast<uint64_t>(H.Position - H.Text.BytesAt);
    if (H.Position < H.Text.BytesAt || At >= H.Text.Bytes.size()) {
      load();
      At = 0;
    }
    return std::span<const std::byte>(H.Text.Bytes).subspan(At);
  }
  void moveOn(size_t Bytes) { H.Position += static_cast<int64_t>(Bytes); }
  void meetEnd() { H.AtEnd = true; }
  SliceEnd end() const { return End; }

private:
  void load() {
    PosixText &T = H.Text;
    T.BytesAt = H.Position;
    T.Bytes.clear();
    if (End == SliceEnd::Completed)
      End = text_ahead::post(H);
    if (End != SliceEnd::Completed || H.Position < 0)
      return;
    Step S;
    S.Cached = H.File;
    S.CallId = T.LastCall;
    PageReader Reader(S, UINT64_MAX);
    std::span<const std::byte> Now =
        Reader.at(static_cast<uint64_t>(H.Position));
    T.Bytes.assign(Now.begin(), Now.end());
  }

  PosixHandle &H;
  SliceEnd End = SliceEnd::Completed;
};

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

/// What a call reads, and where the data go: nowhere if Buffer is null.
struct TextCall {
  foreslice_handle File;
  uint64_t Limit;
  int32_t Delimiter;
  std::byte *Buffer;
};

SliceEnd text(const TextCall &C, uintptr_t Frame, int64_t &Got) try {
  PosixHandle *H = PosixHandles::ofRunner().find(C.File);
  if (!H)
    return SliceEnd::Completed;
  TextReader From(*H);
  SliceSpace &Space = *execution::space();
  SliceEnd End = readText(
      From, C.Limit, C.Delimiter, [&](std::span<const std::byte> Part) {
        SliceEnd Stored = C.Buffer ? Space.store(C.Buffer + Got, Part.data(),
                                                 Part.size(), Frame)
                                   : SliceEnd::Completed;
        Got += static_cast<int64_t>(Part.size());
        return Stored;
      });
  if (End == SliceEnd::Completed && C.Buffer && Got > 0)
    End = Space.store(C.Buffer + Got, "", 1, Frame);
  return End;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

/// Memory for a line of so many bytes, its 0 counted: what the slice had
/// before, or more.
bool growLine(PosixText &T, uint64_t Bytes) {
  constexpr uint64_t Least = 120;
  if (T.Line && T.LineSize >= Bytes)
    return true;
  T.LineSize = std::max({Bytes, Least, 2 * T.LineSize});
  T.Line = execution::space()->allocate(T.LineSize);
  return T.Line != nullptr;
}

SliceEnd line(foreslice_handle File, int32_t Delimiter, void *LineAt,
              void *SizeAt, uintptr_t Frame, int64_t &Got) try {
  PosixHandle *H = PosixHandles::ofRunner().find(File);
  if (!H)
    return SliceEnd::Completed;
  TextReader From(*H);
  std::vector<std::byte> Text;
  SliceEnd End = readText(From, FORESLICE_MAX_SLICE_MEMORY, Delimiter,
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
        std::tuple(LineAt, static_cast<const void *>(&H->Text.Line),
                   sizeof(void *)),
        std::tuple(SizeAt, static_cast<const void *>(&H->Text.LineSize),
                   sizeof(size_t))})
    if (End == SliceEnd::Completed)
      End = Space.store(To, What, Size, Frame);
  return End;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

SliceEnd character(foreslice_handle File, int32_t &Got) try {
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

/// The slice's text as a stream of the C library's, for one call.
class FieldStream {
public:
  explicit FieldStream(TextReader &From)
      : From(From), Stream(fopencookie(this, "r", {read, {}, {}, {}})) {
    if (Stream)
      setvbuf(Stream, Buffer, _IOFBF, sizeof Buffer);
  }
  ~FieldStream() {
    if (Stream)
      fclose(Stream);
  }
  FieldStream(const FieldStream &) = delete;
  FieldStream &operator=(const FieldStream &) = delete;

  FILE *stream() { return Stream; }
  /// How many bytes the stream has taken and given back to nobody.
  int64_t left() const { return Stream->_IO_read_end - Stream->_IO_read_ptr; }

private:
  static ssize_t read(void *Own, char *To, size_t Size) {
    TextReader &From = static_cast<FieldStream *>(Own)->From;
    std::span<const std::byte> Part = From.here();
    Part = Part.first(std::min(Part.size(), Size));
    std::memcpy(To, Part.data(), Part.size());
    From.moveOn(Part.size());
    return static_cast<ssize_t>(Part.size());
  }

  TextReader &From;
  char Buffer[256];
  FILE *Stream;
};

SliceEnd fields(foreslice_handle File, const char *Format, void *const *Places,
                int32_t Count, int32_t &Got) try {
  PosixHandle *H = PosixHandles::ofRunner().find(File);
  if (!H || Count < 0 || Count > int32_t(FORESLICE_MAX_FIELDS))
    return SliceEnd::Completed;
  void *P[FORESLICE_MAX_FIELDS] = {};
  std::copy_n(Places, Count, P);
  TextReader From(*H);
  FieldStream F(From);
  if (!F.stream())
    return SliceEnd::OutOfMemory;
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
  Got = fscanf(F.stream(), Format, P[0], P[1], P[2], P[3], P[4], P[5], P[6],
               P[7], P[8], P[9], P[10], P[11], P[12], P[13], P[14], P[15]);
#pragma clang diagnostic pop
  H->Position -= F.left();
  H->AtEnd = feof(F.stream()) != 0;
  return From.end();
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

} // namespace

} // namespace foreslice

using namespace foreslice;

extern "C" {

__attribute__((noinline)) int64_t foreslice_slice_posix_text(
    foreslice_handle File, int64_t Limit, int32_t Delimiter, void *Buffer) {
  auto Frame = reinterpret_cast<uintptr_t>(__builtin_dwarf_cfa());
  int64_t Got = 0;
  if (execution::space() && Limit > 0)
    guarded([&] {
      return text({File, static_cast<uint64_t>(Limit), Delimiter,
                   static_cast<std::byte *>(Buffer)},
                  Frame, Got);
    });
  return Got;
}

__attribute__((noinline)) int64_t foreslice_slice_posix_line(
    foreslice_handle File, int32_t Delimiter, void *Line, void *Size) {
  auto Frame = reinterpret_cast<uintptr_t>(__builtin_dwarf_cfa());
  int64_t Got = -1;
  if (execution::space())
    guarded([&] { return line(File, Delimiter, Line, Size, Frame, Got); });
  return Got;
}

int32_t foreslice_slice_posix_character(foreslice_handle File) {
  int32_t Got = -1;
  if (execution::space())
    guarded([&] { return character(File, Got); });
  return Got;
}

void foreslice_slice_posix_push_back(foreslice_handle File) {
  guarded([&] {
    PosixHandle *H = PosixHandles::ofRunner().find(File);
    if (H && H->Position > 0) {
      --H->Position;
      H->AtEnd = false;
    }
    return SliceEnd::Completed;
  });
}

int32_t foreslice_slice_posix_fields(foreslice_handle File, const char *Format,
                                     void *const *Places, int32_t Count) {
  int32_t Got = -1;
  if (execution::space())
    guarded([&] { return fields(File, Format, Places, Count, Got); });
  return Got;
}

void foreslice_slice_posix_beginning(foreslice_handle File) {
  if (execution::space())
    guarded([&] {
      PosixHandle *H = PosixHandles::ofRunner().find(File);
      return H ? text_ahead::postBeginning(*H) : SliceEnd::Completed;
    });
}

void foreslice_slice_posix_await_reads(void) {
  if (execution::space())
    guarded([] { return text_ahead::awaitReads(); });
}

void foreslice_slice_posix_rest(foreslice_handle File) {
  if (execution::space())
    guarded([&] {
      PosixHandle *H = PosixHandles::ofRunner().find(File);
      return H ? text_ahead::postRest(*H) : SliceEnd::Completed;
    });
}

} // extern "C"
