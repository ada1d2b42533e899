//===- StreamObject.cpp - C++ streams in memory ---------------------------===//
//
// A slice comes to a stream opened by the program. The object has the
// descriptor, the bytes in the buffer, and the state. The layouts are those of
// libstdc++ since GCC 5 and of libc++, on 64-bit machines: part of the
// libraries' ABIs.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/PosixFrontend.h"
#include "frontend/posix/slice/PosixHandles.h"
#include "frontend/posix/slice/RegularFile.h"
#include "frontend/posix/slice/SliceStreams.h"

namespace foreslice {

namespace {

/// A library's layout of streams.
struct Layout {
  // In std::filebuf: the pointers into the buffer, the stream of stdio, and the
  // mode, 0 without an open file.
  uint64_t NextByte, BufferEnd, StdioStream, Mode, FilebufBytes;
  uint64_t InputBytes, BothBytes; ///< Of std::ifstream and std::fstream.
  uint64_t Buffer;                ///< In std::ios.
};
constexpr Layout Libstdcxx = {16, 24, 104, 120, 240, 520, 528, 232};
constexpr Layout Libcxx = {24, 32, 120, 152, 168, 336, 344, 40};
constexpr uint32_t LargestMode = 255;

// Equal in both libraries:
/// The std::filebuf of std::ifstream and of std::fstream.
constexpr uint64_t OfInput = 16, OfBoth = 24;
/// In std::istream, and in std::ios.
constexpr uint64_t Count = 8, State = 32;
/// Before the target of an object's pointer to the virtual table.
constexpr uint64_t BaseOffset = 24;
constexpr uint64_t LargestOffset = 4096;

/// False if Address is invalid.
template <typename T> bool load(T &To, uint64_t Address) {
  return foreslice_packet_copy(&To, reinterpret_cast<void *>(Address),
                               sizeof To) != 0;
}

/// The descriptor of a std::filebuf at Address, and the bytes read ahead by the
/// stream of stdio; -1 without an open file.
OfProgram descriptorAt(uint64_t Address, const Layout &As) {
  uint64_t Table = 0, File = 0;
  uint32_t Mode = 0;
  return load(Table, Address) && Table && load(Mode, Address + As.Mode) &&
                 Mode && Mode <= LargestMode &&
                 load(File, Address + As.StdioStream) &&
                 File > UINT32_MAX // no descriptor
             ? ofProgram(File)
             : OfProgram{};
}

/// The std::ios of the std::istream at Address; 0 if none can be there.
uint64_t iosAt(uint64_t Address) {
  uint64_t Table = 0, Offset = 0;
  return load(Table, Address) && load(Offset, Table - BaseOffset) &&
                 Offset > Count && Offset < LargestOffset
             ? Address + Offset
             : 0;
}

/// Where the std::filebuf of a stream is, and how large the stream is.
struct Found {
  uint64_t Filebuf = 0, Bytes = 1;
  OfProgram File = {};
  const Layout *As = nullptr;
};

Found findFilebuf(uint64_t Address, uint64_t Ios) {
  for (const Layout *As : {&Libstdcxx, &Libcxx})
    for (auto [At, Bytes] :
         {std::pair(OfInput, As->InputBytes), std::pair(OfBoth, As->BothBytes),
          std::pair(uint64_t(0), As->FilebufBytes)})
      if (OfProgram File = descriptorAt(Address + At, *As); File.Fd >= 0)
        return {Address + At, Bytes, File, As};
  // Of a derived class.
  for (const Layout *As : {&Libstdcxx, &Libcxx}) {
    uint64_t Filebuf = 0;
    if (!Ios || !load(Filebuf, Ios + As->Buffer))
      continue;
    if (OfProgram File = descriptorAt(Filebuf, *As); File.Fd >= 0)
      return {Filebuf, 1, File, As};
  }
  return {};
}

/// Opens the program's file once more, at the stream's position at launch:
/// Buffered bytes before the stream of stdio.
void adopt(SliceStream &S, OfProgram Program, int64_t Buffered) {
  const int Fd = Program.Fd;
  std::optional<PosixStanding> Now = posixStanding(Fd);
  if (!Now || !Now->Reads || !PosixFiles::mayOpen())
    return;
  std::string Link = "/proc/self/fd/" + std::to_string(Fd);
  const PosixFiles::Opening Begun(posix().files());
  std::shared_ptr<StoredFile> OwnFile = openRegular(Link.c_str()).File;
  if (!OwnFile)
    return;
  S.File = posix().files().open(std::move(OwnFile), nameOf(Link));
  if (!S.File)
    return;
  std::optional<int64_t> First = posix().files().first(*S.File, Fd);
  S.Position = std::max<int64_t>(
      First.value_or(Now->Position - Program.Buffered) - Buffered, 0);
}

} // namespace

SliceStream streamAt(foreslice_handle Address) {
  SliceStream Result;
  uint64_t Ios = iosAt(Address), Next = 0, End = 0;
  Found F = findFilebuf(Address, Ios);
  Result.Bytes = F.Bytes;
  if (F.Filebuf != Address && Ios &&
      !(load(Result.Bits, Ios + State) && load(Result.Count, Address + Count)))
    Result.Bits = 0;
  if (!F.As || !load(Next, F.Filebuf + F.As->NextByte) ||
      !load(End, F.Filebuf + F.As->BufferEnd))
    return Result;
  Result.IsOpen = true;
  adopt(Result, F.File, static_cast<int64_t>(End - Next));
  return Result;
}

} // namespace foreslice
