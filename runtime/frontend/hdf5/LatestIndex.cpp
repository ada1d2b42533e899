//===- LatestIndex.cpp - indices of chunks of the latest formats ----------===//
//
// See LatestIndex.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/LatestIndex.h"

#include "frontend/hdf5/RecordTree.h"

#include <bit>

namespace foreslice::hdf5 {

/// Signature, version, client, and the address of the header.
static constexpr uint64_t BlockHead = 4 + 1 + 1 + NumberBytes;
static constexpr uint64_t SumBytes = 4;
static constexpr unsigned MostPageBits = 24;

std::optional<ByteReader> ChunkArray::item(uint64_t Address, uint64_t Count,
                                           uint64_t Bytes, uint64_t Number,
                                           ReadFn Read) {
  const uint64_t First = Number / Together * Together;
  const uint64_t From = Address + First * Bytes;
  if (Number >= Count)
    return std::nullopt;
  auto Known = Kept.find(From);
  if (Known == Kept.end()) {
    std::vector<std::byte> Loaded(std::min(Together, Count - First) * Bytes);
    if (!Read(Base + From, Loaded))
      return std::nullopt;
    if (Kept.size() >= MostKept)
      Kept.clear();
    Known = Kept.emplace(From, std::move(Loaded)).first;
  }
  ByteReader Items(Known->second);
  Items.take((Number - First) * Bytes);
  return Items.take(Bytes);
}

std::optional<ChunkExtent> ChunkArray::entry(uint64_t Address, uint64_t Count,
                                             uint64_t Number, ReadFn Read) {
  std::optional<ByteReader> Entry =
      item(Address, Count, EntryBytes, Number, Read);
  if (!Entry)
    return std::nullopt;
  const uint64_t Begin = Entry->address();
  const uint64_t Bytes =
      IsFiltered ? Entry->number(EntryBytes - NumberBytes - 4) : Layout.Bytes;
  if (Begin == NoAddress || Entry->isEnded())
    return std::nullopt;
  return ChunkExtent{Base + Begin, Bytes};
}

uint64_t ChunkArray::pointer(uint64_t Address, uint64_t Count, uint64_t Number,
                             ReadFn Read) {
  std::optional<ByteReader> Pointer =
      item(Address, Count, NumberBytes, Number, Read);
  return Pointer ? Pointer->address() : NoAddress;
}

/// The first bit of a byte is the highest.
bool ChunkArray::bit(uint64_t Address, uint64_t Bytes, uint64_t Number,
                     ReadFn Read) {
  std::optional<ByteReader> Byte = item(Address, Bytes, 1, Number / 8, Read);
  return Byte && (Byte->number(1) & (0x80u >> Number % 8)) != 0;
}

/// Section VII.C.
bool ChunkArray::beginFixed(ReadFn Read) {
  std::vector<std::byte> Loaded(8 + 2 * NumberBytes + SumBytes);
  if (!Read(Base + Layout.Address, Loaded))
    return false;
  ByteReader Head(Loaded);
  if (!Head.takeWord("FAHD") || Head.number(1) != 0)
    return false;
  IsFiltered = Head.number(1) != 0;
  EntryBytes = Head.number(1);
  PageBits = static_cast<unsigned>(Head.number(1));
  Entries = Head.number(NumberBytes);
  Block = Head.address();
  return true;
}

/// Section VII.D.
bool ChunkArray::beginExtensible(ReadFn Read) {
  std::vector<std::byte> Loaded(12 + 7 * NumberBytes + SumBytes);
  if (!Read(Base + Layout.Address, Loaded))
    return false;
  ByteReader Head(Loaded);
  if (!Head.takeWord("EAHD") || Head.number(1) != 0)
    return false;
  IsFiltered = Head.number(1) != 0;
  EntryBytes = Head.number(1);
  MostBits = static_cast<unsigned>(Head.number(1));
  IndexEntries = Head.number(1);
  LeastEntries = Head.number(1);
  LeastPointers = Head.number(1);
  PageBits = static_cast<unsigned>(Head.number(1));
  Head.take(4 * NumberBytes);
  Entries = Head.number(NumberBytes);
  Head.take(NumberBytes);
  Block = Head.address();
  return MostBits <= 64 && std::has_single_bit(LeastEntries) &&
         std::has_single_bit(LeastPointers) &&
         MostBits + 1 >= std::bit_width(LeastEntries);
}

bool ChunkArray::begin(ReadFn Read) {
  if (HasBegun || Damaged)
    return !Damaged;
  HasBegun = true;
  const bool Is = Layout.Kind == ChunkIndexKind::FixedArray
                      ? beginFixed(Read)
                      : beginExtensible(Read);
  const uint64_t Least = NumberBytes + (IsFiltered ? 4 + 1 : 0);
  Damaged = !Is || EntryBytes < Least || EntryBytes > 2 * NumberBytes + 4 ||
            PageBits > MostPageBits;
  return !Damaged;
}

std::optional<ChunkExtent> ChunkArray::findFixed(uint64_t Number, ReadFn Read) {
  const uint64_t PageEntries = uint64_t(1) << PageBits;
  if (Entries <= PageEntries)
    return entry(Block + BlockHead, Entries, Number, Read);
  const uint64_t Pages = (Entries - 1) / PageEntries + 1,
                 Bits = (Pages - 1) / 8 + 1, Page = Number / PageEntries;
  if (!bit(Block + BlockHead, Bits, Page, Read))
    return std::nullopt;
  const uint64_t First = Block + BlockHead + Bits + SumBytes +
                         Page * (PageEntries * EntryBytes + SumBytes);
  return entry(First, std::min(PageEntries, Entries - Page * PageEntries),
               Number % PageEntries, Read);
}

/// Super blocks have 1, 1, 2, 2, 4, 4 ... blocks of 1, 2, 2, 4, 4, 8 ... times
/// the least entries.
static uint64_t blocksOf(unsigned Super) { return uint64_t(1) << Super / 2; }

std::optional<ChunkExtent>
ChunkArray::findBehindSuperBlock(unsigned Super, uint64_t BlockNumber,
                                 uint64_t Number, ReadFn Read) {
  const uint64_t Blocks = blocksOf(Super),
                 BlockEntries = LeastEntries << (Super + 1) / 2,
                 PageEntries = uint64_t(1) << PageBits,
                 Head = BlockHead + (MostBits + 7) / 8;
  const uint64_t Pages =
      BlockEntries > PageEntries ? BlockEntries / PageEntries : 0;
  const uint64_t Bits = Blocks * ((Pages + 7) / 8);
  const unsigned Direct = 2 * (std::bit_width(LeastPointers) - 1);
  const unsigned Supers = 2 + MostBits - std::bit_width(LeastEntries);
  const uint64_t DirectBlocks = 2 * (LeastPointers - 1);
  const uint64_t SuperBlock =
      pointer(Block + BlockHead + IndexEntries * EntryBytes +
                  DirectBlocks * NumberBytes,
              Supers - Direct, Super - Direct, Read);
  if (SuperBlock == NoAddress)
    return std::nullopt;
  const uint64_t Data =
      pointer(SuperBlock + Head + Bits, Blocks, BlockNumber, Read);
  if (Data == NoAddress)
    return std::nullopt;
  if (Pages == 0)
    return entry(Data + Head, BlockEntries, Number, Read);
  const uint64_t Page = Number / PageEntries;
  if (!bit(SuperBlock + Head, Bits, BlockNumber * Pages + Page, Read))
    return std::nullopt;
  return entry(Data + Head + SumBytes +
                   Page * (PageEntries * EntryBytes + SumBytes),
               PageEntries, Number % PageEntries, Read);
}

std::optional<ChunkExtent> ChunkArray::findExtensible(uint64_t Number,
                                                      ReadFn Read) {
  if (Number >= Entries || Block == NoAddress)
    return std::nullopt;
  const uint64_t First = Block + BlockHead;
  if (Number < IndexEntries)
    return entry(First, IndexEntries, Number, Read);
  Number -= IndexEntries;
  const auto Super =
      static_cast<unsigned>(std::bit_width(Number / LeastEntries + 1)) - 1;
  if (Super + std::bit_width(LeastEntries) > MostBits + 1)
    return std::nullopt;
  Number -= LeastEntries * ((uint64_t(1) << Super) - 1);
  const uint64_t BlockEntries = LeastEntries << (Super + 1) / 2;
  const uint64_t BlockNumber = Number / BlockEntries;
  Number %= BlockEntries;
  const auto Direct =
      2 * (static_cast<unsigned>(std::bit_width(LeastPointers)) - 1);
  if (Super >= Direct)
    return findBehindSuperBlock(Super, BlockNumber, Number, Read);
  uint64_t Before = 0;
  for (unsigned S = 0; S < Super; ++S)
    Before += blocksOf(S);
  const uint64_t Data =
      pointer(First + IndexEntries * EntryBytes, 2 * (LeastPointers - 1),
              Before + BlockNumber, Read);
  if (Data == NoAddress)
    return std::nullopt;
  return entry(Data + BlockHead + (MostBits + 7) / 8, BlockEntries, Number,
               Read);
}

std::optional<ChunkExtent> ChunkArray::find(uint64_t Number, ReadFn Read) {
  if (!begin(Read) || Block == NoAddress)
    return std::nullopt;
  return Layout.Kind == ChunkIndexKind::FixedArray
             ? findFixed(Number, Read)
             : findExtensible(Number, Read);
}

LatestIndex::LatestIndex(uint64_t Base, const ChunkLayout &L, const Extent &Is)
    : Base(Base), Layout(L), Is(Is), Array(Base, Layout) {}

/// An unlimited dimension counts as the first one.
uint64_t LatestIndex::numberOf(const std::vector<uint64_t> &Coordinates) const {
  const size_t Rank = Layout.Lengths.size();
  auto Row = [&](size_t D) { return Coordinates[D] / Layout.Lengths[D]; };
  size_t Open = 0;
  if (Layout.Kind == ChunkIndexKind::ExtensibleArray)
    for (size_t D = 0; D < Rank; ++D)
      if (Is.Longest[D] == Extent::Unlimited)
        Open = D;
  uint64_t Number = Row(Open);
  for (size_t D = 0; D < Rank; ++D)
    if (D != Open) {
      const uint64_t Length = Layout.Lengths[D];
      Number = Number * ((Is.Longest[D] + Length - 1) / Length) + Row(D);
    }
  return Number;
}

/// Section III.A.2, types 10 and 11.
bool LatestIndex::loadRecords(ReadFn Read) {
  if (HasRecords || Damaged)
    return !Damaged;
  HasRecords = true;
  enum : uint64_t { Plain = 10, Filtered = 11 };
  const Loader From(Base, Read);
  const size_t Rank = Layout.Lengths.size();
  auto Keep = [&](ByteReader Record) {
    const size_t Known = NumberBytes * (1 + Rank);
    const size_t Left = Record.left();
    const uint64_t Begin = Record.address();
    uint64_t Bytes = Layout.Bytes;
    if (Left > Known + 4) {
      Bytes = Record.number(std::min(Left - Known - 4, NumberBytes));
      Record.take(4); // The filters left out.
    }
    std::vector<uint64_t> Coordinates;
    Coordinates.reserve(Rank);
    for (uint64_t Length : Layout.Lengths)
      Coordinates.push_back(Record.number(NumberBytes) * Length);
    if (Record.isEnded() || Record.left() != 0)
      return false;
    Records[std::move(Coordinates)] = {Base + Begin, Bytes};
    return true;
  };
  std::vector<std::byte> Head;
  constexpr size_t TypeOffset = 5;
  if (!From.load(Layout.Address, TypeOffset + 1, Head)) {
    Damaged = true;
    return false;
  }
  const auto Type = static_cast<uint64_t>(Head[TypeOffset]);
  Damaged = (Type != Plain && Type != Filtered) ||
            !RecordTree(From, MostChunks).visit(Layout.Address, Type, Keep);
  return !Damaged;
}

std::optional<ChunkExtent>
LatestIndex::find(const std::vector<uint64_t> &Coordinates, ReadFn Read) {
  switch (Layout.Kind) {
  case ChunkIndexKind::Single:
    return ChunkExtent{Base + Layout.Address, Layout.SingleBytes};
  case ChunkIndexKind::Implicit:
    return ChunkExtent{Base + Layout.Address +
                           numberOf(Coordinates) * Layout.Bytes,
                       Layout.Bytes};
  case ChunkIndexKind::RecordTree:
    if (loadRecords(Read))
      if (auto It = Records.find(Coordinates); It != Records.end())
        return It->second;
    return std::nullopt;
  default:
    return Array.find(numberOf(Coordinates), Read);
  }
}

bool LatestIndex::forEach(ReadFn Read, VisitFn Visit) {
  if (Layout.Kind == ChunkIndexKind::RecordTree) {
    if (!loadRecords(Read))
      return false;
    for (const auto &[Coordinates, Chunk] : Records)
      if (!Visit(Coordinates, Chunk))
        return false;
    return true;
  }
  const size_t Rank = Layout.Lengths.size();
  uint64_t Chunks = 1;
  for (size_t D = 0; D < Rank; ++D) {
    const uint64_t Length = Layout.Lengths[D];
    const uint64_t Rows = Is.Lengths[D] / Length + (Is.Lengths[D] % Length > 0);
    if (__builtin_mul_overflow(Chunks, Rows, &Chunks) || Chunks > MostChunks)
      return false;
  }
  std::vector<uint64_t> Coordinates(Rank);
  for (uint64_t I = 0; I < Chunks; ++I) {
    uint64_t Number = I;
    for (size_t D = Rank; D-- > 0;) {
      const uint64_t Length = Layout.Lengths[D];
      const uint64_t Rows = (Is.Lengths[D] - 1) / Length + 1;
      Coordinates[D] = Number % Rows * Length;
      Number /= Rows;
    }
    if (std::optional<ChunkExtent> Chunk = find(Coordinates, Read))
      if (!Visit(Coordinates, *Chunk))
        return false;
  }
  return !isDamaged();
}

} // namespace foreslice::hdf5
