//===- LinkHeap.cpp - the links of a group with many links ----------------===//
//
// See LinkHeap.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/LinkHeap.h"

#include "frontend/hdf5/RecordTree.h"

#include <bit>
#include <optional>

namespace foreslice::hdf5 {

namespace {

/// Most links of a group.
constexpr uint64_t MostLinks = 1 << 16;
/// Most levels of a tree, possibly damaged.
constexpr unsigned MostLevels = 16;

/// Section III.G: objects in a space of their own, of blocks that double.
class FractalHeap {
public:
  explicit FractalHeap(const Loader &From) : From(From) {}
  bool begin(uint64_t Address);
  /// The object of an identifier in the index. Valid until the next call.
  std::optional<ByteReader> object(ByteReader Id);

private:
  uint64_t rowBytes(unsigned Row) const {
    return FirstBytes << (Row < 2 ? 0 : Row - 1);
  }
  /// The address of the byte Offset of the heap; NoAddress if it is not there.
  uint64_t find(uint64_t Offset);

  const Loader &From;
  uint64_t Width = 0, FirstBytes = 0, MostDirect = 0, Root = NoAddress;
  uint64_t MostObject = 0;
  unsigned RootRows = 0;
  size_t OffsetBytes = 0;
  std::vector<std::byte> Loaded, Block;
  uint64_t BlockAddress = NoAddress;
};

bool FractalHeap::begin(uint64_t Address) {
  constexpr uint64_t Bytes = 142;
  if (!From.load(Address, Bytes, Loaded))
    return false;
  ByteReader Head(Loaded);
  if (!Head.takeWord("FRHP") || Head.number(1) != 0)
    return false;
  Head.take(2);
  const bool IsFiltered = Head.number(2) != 0;
  Head.take(1);
  MostObject = Head.number(4);
  Head.take(12 * NumberBytes);
  Width = Head.number(2);
  FirstBytes = Head.address();
  MostDirect = Head.address();
  OffsetBytes = (Head.number(2) + 7) / 8;
  Head.take(2);
  Root = Head.address();
  RootRows = static_cast<unsigned>(Head.number(2));
  constexpr unsigned MostRows = 48;
  return !IsFiltered && !Head.isEnded() && std::has_single_bit(Width) &&
         std::has_single_bit(FirstBytes) && std::has_single_bit(MostDirect) &&
         FirstBytes <= MostDirect && MostDirect <= Loader::MostBytes &&
         OffsetBytes <= NumberBytes && RootRows <= MostRows;
}

uint64_t FractalHeap::find(uint64_t Offset) {
  uint64_t Address = Root;
  unsigned Rows = RootRows;
  if (Rows == 0)
    return Address == NoAddress || Offset >= MostDirect ? NoAddress
                                                        : Address + Offset;
  for (unsigned Level = 0; Level < MostLevels; ++Level) {
    unsigned Row = 0;
    uint64_t Before = 0;
    while (Row < Rows && Offset - Before >= Width * rowBytes(Row))
      Before += Width * rowBytes(Row++);
    if (Row == Rows || Address == NoAddress)
      return NoAddress;
    const uint64_t Column = (Offset - Before) / rowBytes(Row);
    const uint64_t Head = 5 + NumberBytes + OffsetBytes;
    if (BlockAddress != Address &&
        !From.load(Address, Head + Rows * Width * NumberBytes, Block))
      return NoAddress;
    BlockAddress = Address;
    ByteReader Reader(Block);
    if (!Reader.takeWord("FHIB"))
      return NoAddress;
    Reader.take(Head - 4 + (Row * Width + Column) * NumberBytes);
    Address = Reader.address();
    Offset -= Before + Column * rowBytes(Row);
    if (rowBytes(Row) <= MostDirect)
      return Address == NoAddress || Reader.isEnded() ? NoAddress
                                                      : Address + Offset;
    Rows = static_cast<unsigned>(std::bit_width(rowBytes(Row)) -
                                 std::bit_width(FirstBytes * Width)) +
           1;
  }
  return NoAddress;
}

std::optional<ByteReader> FractalHeap::object(ByteReader Id) {
  constexpr uint64_t KindBits = 0x30, Managed = 0;
  if ((Id.number(1) & KindBits) != Managed)
    return std::nullopt;
  const uint64_t Offset = Id.number(OffsetBytes);
  const size_t LengthBytes =
      std::min(bytesFor(MostDirect - 1), bytesFor(MostObject));
  const uint64_t Bytes = Id.number(LengthBytes);
  const uint64_t Address = find(Offset);
  if (Id.isEnded() || Address == NoAddress ||
      !From.load(Address, Bytes, Loaded))
    return std::nullopt;
  return ByteReader(Loaded);
}

} // namespace

bool forEachInHeap(uint64_t Base, uint64_t Heap, uint64_t Index, ReadFn Read,
                   FunctionRef<void(ByteReader Link)> Visit) {
  constexpr uint64_t LinksByName = 5, HashBytes = 4;
  const Loader From(Base, Read);
  FractalHeap Links(From);
  return Links.begin(Heap) &&
         RecordTree(From, MostLinks)
             .visit(Index, LinksByName, [&](ByteReader Record) {
               Record.take(HashBytes);
               std::optional<ByteReader> Link = Links.object(Record);
               if (Link)
                 Visit(*Link);
               return Link.has_value();
             });
}

} // namespace foreslice::hdf5
