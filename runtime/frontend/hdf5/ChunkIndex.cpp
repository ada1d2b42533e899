//===- ChunkIndex.cpp - where the chunks of a dataset are -----------------===//
//
// See ChunkIndex.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/ChunkIndex.h"

#include <algorithm>
#include <cstring>
#include <deque>

namespace foreslice::hdf5 {

namespace {

constexpr uint64_t Undefined = UINT64_MAX;
// Of addresses and lengths, in bytes: files with others are not looked at.
constexpr size_t AddressBytes = 8;

/// Numbers, little end first, as far as there are bytes.
class Bytes {
public:
  explicit Bytes(std::span<const std::byte> Rest) : Rest(Rest) {}

  uint64_t number(size_t Size) {
    uint64_t Value = 0;
    if (Rest.size() < Size) {
      Ended = true;
      return 0;
    }
    std::memcpy(&Value, Rest.data(), Size);
    Rest = Rest.subspan(Size);
    return Value;
  }
  Bytes take(size_t Size) {
    Ended |= Rest.size() < Size;
    const size_t Some = std::min(Size, Rest.size());
    Bytes Taken(Rest.first(Some));
    Rest = Rest.subspan(Some);
    return Taken;
  }
  bool takeWord(const char *Word) {
    constexpr size_t Length = 4;
    const bool Is =
        Rest.size() >= Length && std::memcmp(Rest.data(), Word, Length) == 0;
    if (Is)
      Rest = Rest.subspan(Length);
    return Is;
  }
  size_t left() const { return Rest.size(); }
  /// There were fewer bytes than asked for.
  bool isEnded() const { return Ended; }

private:
  std::span<const std::byte> Rest;
  bool Ended = false;
};

/// Part of a header: messages.
struct Block {
  uint64_t Offset, Bytes;
};

/// The messages of an object's header, in either version.
class Header {
public:
  Header(uint64_t Base, ChunkIndex::ReadFn Read) : Base(Base), Read(Read) {}

  /// The root of the index, if the object has one of the first version.
  std::optional<uint64_t> root(uint64_t Address, size_t Rank);

private:
  bool begin(uint64_t Address);
  std::optional<Bytes> load(const Block &Of);
  void message(unsigned Type, Bytes Data, size_t Rank);

  static constexpr size_t MostBytes = 64 << 10, MostBlocks = 64;

  const uint64_t Base;
  const ChunkIndex::ReadFn Read;
  bool IsFirstVersion = false, HasOrder = false;
  std::deque<Block> Blocks;
  std::vector<std::byte> Loaded;
  std::optional<uint64_t> Found;
};

std::optional<Bytes> Header::load(const Block &Of) {
  if (Of.Bytes > MostBytes)
    return std::nullopt;
  Loaded.resize(Of.Bytes);
  if (!Read(Of.Offset, Loaded))
    return std::nullopt;
  return Bytes(Loaded);
}

/// Section IV.A.1: what stands before the messages.
bool Header::begin(uint64_t Address) {
  constexpr uint64_t Prefix = 64; ///< Larger than each.
  const uint64_t Offset = Base + Address;
  std::optional<Bytes> In = load({Offset, Prefix});
  if (!In)
    return false;
  enum : uint64_t { Order = 4, AttributeLimits = 16, Times = 32 };
  if (In->takeWord("OHDR")) {
    if (In->number(1) != 2)
      return false;
    const uint64_t Flags = In->number(1);
    In->take((Flags & Times ? 16 : 0) + (Flags & AttributeLimits ? 4 : 0));
    const uint64_t Length = In->number(size_t(1) << (Flags & 3));
    HasOrder = Flags & Order;
    Blocks.push_back({Offset + Prefix - In->left(), Length});
    return true;
  }
  IsFirstVersion = In->number(1) == 1;
  In->take(7); // How many messages there are, and links to the object.
  Blocks.push_back({Offset + 16, In->number(4)});
  return IsFirstVersion;
}

void Header::message(unsigned Type, Bytes Data, size_t Rank) {
  enum : unsigned { Layout = 8, Continuation = 16 };
  constexpr uint64_t IsChunked = 2;
  if (Type == Continuation && Blocks.size() < MostBlocks) {
    const uint64_t Address = Data.number(AddressBytes),
                   Length = Data.number(AddressBytes);
    Blocks.push_back({Base + Address, Length});
    return;
  }
  if (Type != Layout)
    return;
  const uint64_t Version = Data.number(1);
  uint64_t Dimensions = 0, Class = 0;
  if (Version == 3) {
    Class = Data.number(1);
    Dimensions = Data.number(1);
  } else if (Version == 1 || Version == 2) {
    Dimensions = Data.number(1);
    Class = Data.number(1);
    Data.take(5);
  }
  const uint64_t Address = Data.number(AddressBytes);
  // The bytes of an element are the last dimension.
  if (Class == IsChunked && Dimensions == Rank + 1 && !Data.isEnded())
    Found = Address;
}

std::optional<uint64_t> Header::root(uint64_t Address, size_t Rank) {
  if (!begin(Address))
    return std::nullopt;
  for (size_t I = 0; I < Blocks.size() && I < MostBlocks && !Found; ++I) {
    std::optional<Bytes> In = load(Blocks[I]);
    if (!In)
      return std::nullopt;
    if (!IsFirstVersion && I > 0 && !In->takeWord("OCHK"))
      return std::nullopt;
    // What is left is smaller than a message: a checksum, or a gap.
    const size_t Least = IsFirstVersion ? 8 : HasOrder ? 6 : 4;
    while (In->left() >= Least && !Found) {
      const auto Type =
          static_cast<unsigned>(In->number(IsFirstVersion ? 2 : 1));
      const size_t Length = In->number(2);
      In->take(Least - (IsFirstVersion ? 4 : 3));
      message(Type, In->take(Length), Rank);
      if (In->isEnded())
        break;
    }
  }
  return Found;
}

} // namespace

bool ChunkIndex::findRoot(ReadFn Read) {
  if (!Root && !Unknown) {
    Root = Header(At.Base, Read).root(At.Header, At.Rank);
    Unknown = !Root;
  }
  return Root.has_value() && *Root != Undefined;
}

/// Section III.A.1, type 1. Null if it cannot be had, or is none.
const ChunkIndex::Node *ChunkIndex::node(uint64_t Address, ReadFn Read) {
  if (auto Known = Nodes.find(Address); Known != Nodes.end())
    return &Known->second;
  constexpr size_t Head = 8 + 2 * AddressBytes;
  const size_t KeyBytes = 8 + 8 * (At.Rank + 1);
  constexpr uint64_t MostFanout = 1 << 12;
  if (At.Fanout == 0 || At.Fanout > MostFanout)
    return nullptr;
  std::vector<std::byte> Loaded(Head + (2 * At.Fanout + 1) * KeyBytes +
                                2 * At.Fanout * AddressBytes);
  if (!Read(At.Base + Address, Loaded))
    return nullptr;
  Bytes In(Loaded);
  if (!In.takeWord("TREE") || In.number(1) != 1)
    return nullptr;
  Node New;
  New.Level = static_cast<unsigned>(In.number(1));
  const uint64_t Entries = In.number(2);
  In.take(2 * AddressBytes);
  if (Entries > 2 * At.Fanout)
    return nullptr;
  for (uint64_t I = 0; I < Entries; ++I) {
    Entry E;
    E.Bytes = In.number(4);
    In.take(4); // Which filters were left out.
    for (size_t D = 0; D < At.Rank; ++D)
      E.Coordinates.push_back(In.number(8));
    In.take(8);
    E.Child = In.number(AddressBytes);
    New.Entries.push_back(std::move(E));
  }
  if (Nodes.size() >= MostNodes)
    Nodes.clear();
  return &Nodes.emplace(Address, std::move(New)).first->second;
}

std::optional<ChunkExtent>
ChunkIndex::find(const std::vector<uint64_t> &Coordinates, ReadFn Read) {
  if (!findRoot(Read))
    return std::nullopt;
  uint64_t Address = *Root;
  // Each level is lower than the one above, and the lowest has the chunks.
  for (unsigned Above = UINT32_MAX; true;) {
    const Node *In = node(Address, Read);
    if (!In || In->Level >= Above) {
      Unknown |= In != nullptr;
      return std::nullopt;
    }
    auto Behind = std::ranges::upper_bound(In->Entries, Coordinates, {},
                                           &Entry::Coordinates);
    if (Behind == In->Entries.begin())
      return std::nullopt;
    const Entry &E = *std::prev(Behind);
    if (In->Level > 0) {
      Above = In->Level;
      Address = E.Child;
      continue;
    }
    if (E.Coordinates != Coordinates)
      return std::nullopt;
    return ChunkExtent{At.Base + E.Child, E.Bytes};
  }
}

} // namespace foreslice::hdf5
