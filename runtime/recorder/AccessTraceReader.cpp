//===- AccessTraceReader.cpp - reads recorded accesses --------------------===//
//
// See AccessTraceReader.h.
//
//===----------------------------------------------------------------------===//

#include "recorder/AccessTraceReader.h"

#include <algorithm>
#include <bit>
#include <cstring>

using namespace foreslice;
using namespace foreslice::access_format;

// The numbers of the header are read unchanged.
static_assert(std::endian::native == std::endian::little);

namespace {

constexpr auto LastLayer = static_cast<unsigned>(Layer::MpiIoCollective);
constexpr auto LastOperation = static_cast<unsigned>(Operation::Map);

/// One chunk, from its first byte to its last.
class ChunkReader {
public:
  ChunkReader(const std::string &Name, size_t Number,
              std::span<const std::byte> Bytes)
      : Name(Name), Number(Number), Bytes(Bytes) {}

  TracedChunk read() {
    if (Bytes.size() < sizeof(ChunkHeader))
      bad("the file ends in the header of the chunk", Bytes.size());
    memcpy(&Chunk.Header, Bytes.data(), sizeof(ChunkHeader));
    if (Chunk.Header.Magic != Magic)
      bad("no chunk of accesses begins here", 0);
    Position = sizeof(ChunkHeader);
    if (Chunk.Header.Used > Bytes.size() - Position)
      bad("the chunk has more bytes in use than there are",
          offsetof(ChunkHeader, Used));
    End = Position + Chunk.Header.Used;
    Thread = Chunk.Header.Thread;
    LastStart = Chunk.Header.BeganAtNs;
    while (Position < End && record())
      ;
    return std::move(Chunk);
  }

private:
  [[noreturn]] void bad(const std::string &Why, size_t Where) const {
    throw BadAccessTrace("'" + Name + "', chunk " + std::to_string(Number) +
                         ", byte " + std::to_string(Where) + ": " + Why);
  }

  uint8_t byte() {
    if (Position == End)
      bad("a record ends before it is whole", Position);
    return static_cast<uint8_t>(Bytes[Position++]);
  }
  uint64_t number() {
    constexpr unsigned Bits = 7, All = 64;
    constexpr uint8_t More = 0x80;
    const size_t Begin = Position;
    uint64_t Value = 0;
    for (unsigned Shift = 0;; Shift += Bits) {
      const uint8_t Next = byte();
      const uint64_t Part = Next & (More - 1u);
      if (Shift >= All || (Part << Shift) >> Shift != Part)
        bad("a number has more than 64 bits", Begin);
      Value |= Part << Shift;
      if ((Next & More) == 0)
        return Value;
    }
  }
  /// Sums wrap, as in the writer.
  uint64_t differenceFrom(uint64_t Value) {
    return Value + static_cast<uint64_t>(unzigzag(number()));
  }
  std::string text(size_t Most) {
    const size_t Begin = Position;
    const uint64_t Length = number();
    if (Length > Most || Length > End - Position)
      bad("a text is too long", Begin);
    std::string Text(reinterpret_cast<const char *>(&Bytes[Position]), Length);
    Position += Length;
    return Text;
  }

  /// False at the end.
  bool record() {
    Begin = Position;
    const uint8_t Kind = byte();
    switch (static_cast<Record>(Kind)) {
    case Record::End:
      return false;
    case Record::File: {
      const uint64_t Number = number(), Device = number(), Inode = number();
      Chunk.Files[Number] = {Device, Inode, text(MostPath)};
      return true;
    }
    case Record::Module: {
      const uint64_t Total = number();
      std::string BuildId = text(MostBuildId);
      Chunk.Modules[Total] = {std::move(BuildId), text(MostPath)};
      return true;
    }
    case Record::Site: {
      const uint64_t Of = number(), Module = number();
      if (!Chunk.Modules.contains(Module))
        bad("a place in the code names a module that is not defined", Begin);
      Chunk.Sites[Of] = {Module, number()};
      return true;
    }
    case Record::Thread:
      Thread = static_cast<uint32_t>(number());
      return true;
    default:
      access(Kind);
      return true;
    }
  }

  void access(uint8_t Kind) {
    const unsigned Plain = Kind & (Scattered - 1u);
    const unsigned First = static_cast<unsigned>(Record::Access);
    const unsigned Number = (Plain - First) / OperationsPerLayer;
    const unsigned Is = (Plain - First) % OperationsPerLayer;
    if (Plain < First || Number > LastLayer || Is > LastOperation)
      bad("there is no record of kind " + std::to_string(Kind), Begin);
    TracedAccess A{static_cast<Layer>(Number), static_cast<Operation>(Is)};
    A.Thread = Thread;
    A.File = number();
    A.Site = number();
    if (!Chunk.Files.contains(A.File))
      bad("an access names a file that is not defined", Begin);
    if (A.Site != 0 && !Chunk.Sites.contains(A.Site))
      bad("an access names a place in the code that is not defined", Begin);
    A.Offset = static_cast<int64_t>(differenceFrom(LastEnd));
    A.Bytes = number();
    A.Result = differenceFrom(A.Bytes);
    A.StartNs = LastStart = differenceFrom(LastStart);
    A.Ns = number();
    A.Scattered = (Kind & Scattered) != 0;
    if (A.Scattered) {
      A.Place = number();
      A.Shift = number();
      A.Span = number();
      A.View = number();
    }
    LastEnd =
        static_cast<uint64_t>(A.Offset) + (A.Scattered ? A.Span : A.Result);
    A.Size = static_cast<uint32_t>(Position - Begin);
    Chunk.Accesses.push_back(A);
  }

  const std::string &Name;
  const size_t Number;
  const std::span<const std::byte> Bytes;
  size_t Position = 0, End = 0, Begin = 0; ///< Begin: of the record.
  uint32_t Thread = 0;
  uint64_t LastStart = 0, LastEnd = 0;
  TracedChunk Chunk{};
};

} // namespace

bool foreslice::isAccessTrace(std::span<const std::byte> Begin) {
  return Begin.size() >= Magic.size() &&
         memcmp(Begin.data(), Magic.data(), Magic.size()) == 0;
}

std::vector<TracedChunk>
foreslice::readAccessTrace(const std::string &Name,
                           std::span<const std::byte> Content) {
  std::vector<TracedChunk> Chunks;
  for (size_t Position = 0, I = 0; Position < Content.size();
       Position += ChunkBytes, ++I) {
    const auto Bytes = Content.subspan(
        Position, std::min(ChunkBytes, Content.size() - Position));
    // A killed process may leave a chunk without a header.
    if (std::ranges::all_of(
            Bytes.first(std::min(Bytes.size(), sizeof(ChunkHeader))),
            [](std::byte B) { return B == std::byte{}; }))
      continue;
    Chunks.push_back(ChunkReader(Name, I, Bytes).read());
  }
  return Chunks;
}
