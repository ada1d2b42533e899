//===- StreamObject.cpp - the streams of libstdc++ as they lie in memory --===//
//
// A slice comes to a stream that the program has opened. The object says which
// descriptor it reads, how much of the file is in its buffer, and its state.
// The layout is that of libstdc++ since GCC 5, on machines of 64 bits: it is
// part of that library's ABI.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/PosixFrontend.h"
#include "frontend/posix/slice/PosixHandles.h"
#include "frontend/posix/slice/RegularFile.h"
#include "frontend/posix/slice/SliceStreams.h"

namespace foreslice {

namespace {

/// In std::filebuf: the pointers into the buffer, and the stream of stdio.
constexpr uint64_t NextByte = 16, BufferEnd = 24, StdioStream = 104,
                   FilebufBytes = 240;
/// The std::filebuf of std::ifstream and of std::fstream.
constexpr uint64_t OfInput = 16, OfBoth = 24;
constexpr uint64_t InputBytes = 520, BothBytes = 528;
/// In std::istream, and in std::ios.
constexpr uint64_t Count = 8, State = 32, Buffer = 232;
/// Before the place that an object's pointer to its virtual table leads to.
constexpr uint64_t BaseOffset = 24;
constexpr uint64_t LargestOffset = 4096;

/// False if Address leads nowhere.
template <typename T> bool load(T &To, uint64_t Address) {
  return foreslice_packet_copy(&To, reinterpret_cast<void *>(Address),
                               sizeof To) != 0;
}

/// The descriptor that a std::filebuf at Address has open; -1 if none is there.
int descriptorAt(uint64_t Address) {
  uint64_t Table = 0, File = 0;
  return load(Table, Address) && Table && load(File, Address + StdioStream) &&
                 File > UINT32_MAX // no descriptor
             ? ofProgram(File).Fd
             : -1;
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
  int Fd = -1;
};

Found findFilebuf(uint64_t Address, uint64_t Ios) {
  for (auto [At, Bytes] :
       {std::pair(OfInput, InputBytes), std::pair(OfBoth, BothBytes),
        std::pair(uint64_t(0), FilebufBytes)})
    if (int Fd = descriptorAt(Address + At); Fd >= 0)
      return {Address + At, Bytes, Fd};
  // Of a class that is derived from those.
  uint64_t Filebuf = 0;
  if (Ios && load(Filebuf, Ios + Buffer))
    if (int Fd = descriptorAt(Filebuf); Fd >= 0)
      return {Filebuf, 1, Fd};
  return {};
}

/// Opens the program's file once more, where the stream was at launch: so many
/// bytes before the descriptor, which were in its buffer.
void adopt(SliceStream &S, int Fd, int64_t Buffered) {
  std::optional<PosixStanding> Now = posixStanding(Fd);
  if (!Now || !Now->Reads || !PosixFiles::mayOpen())
    return;
  std::string Link = "/proc/self/fd/" + std::to_string(Fd);
  bool IsFolder = false;
  int Own = openRegular(Link.c_str(), IsFolder);
  if (Own < 0)
    return;
  S.File = posix().files().open(Own, nameOf(Link));
  if (!S.File)
    return;
  std::optional<int64_t> First = posix().files().first(*S.File, Fd);
  S.Position = std::max<int64_t>(First.value_or(Now->Position) - Buffered, 0);
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
  if (F.Fd < 0 || !load(Next, F.Filebuf + NextByte) ||
      !load(End, F.Filebuf + BufferEnd))
    return Result;
  Result.IsOpen = true;
  adopt(Result, F.Fd, static_cast<int64_t>(End - Next));
  return Result;
}

} // namespace foreslice
