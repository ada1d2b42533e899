//===- ChunkIndex.cpp - where the chunks of a dataset are -----------------===//
//
// See ChunkIndex.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/ChunkIndex.h"

#include "frontend/hdf5/ObjectHeader.h"

#include <algorithm>

namespace foreslice::hdf5 {

/// The bytes of an element are the last dimension.
std::optional<uint64_t> chunkIndexOf(ByteReader Layout, size_t Rank) {
  constexpr uint64_t IsChunked = 2;
  const uint64_t Version = Layout.number(1);
  uint64_t Dimensions = 0, Class = 0;
  if (Version == 3) {
    Class = Layout.number(1);
    Dimensions = Layout.number(1);
  } else if (Version == 1 || Version == 2) {
    Dimensions = Layout.number(1);
    Class = Layout.number(1);
    Layout.take(5);
  }
  const uint64_t Address = Layout.address();
  return Class == IsChunked && Dimensions == Rank + 1 && !Layout.isEnded()
             ? std::optional(Address)
             : std::nullopt;
}

bool ChunkIndex::findRoot(ReadFn Read) {
  if (!Root && !Unknown) {
    forEachMessage(At.Base, At.Header, Read,
                   [&](Message Type, bool, ByteReader Data) {
                     if (Type == Message::Layout)
                       Root = chunkIndexOf(Data, At.Rank);
                     return Type != Message::Layout;
                   });
    Unknown = !Root;
  }
  return Root.has_value() && *Root != NoAddress;
}

/// Section III.A.1, type 1. Null if it cannot be had, or is none.
const ChunkIndex::Node *ChunkIndex::node(uint64_t Address, ReadFn Read) {
  if (auto Known = Nodes.find(Address); Known != Nodes.end())
    return &Known->second;
  constexpr size_t Head = 8 + 2 * NumberBytes;
  const size_t KeyBytes = 8 + 8 * (At.Rank + 1);
  constexpr uint64_t MostFanout = 1 << 12;
  if (At.Fanout == 0 || At.Fanout > MostFanout)
    return nullptr;
  std::vector<std::byte> Loaded(Head + (2 * At.Fanout + 1) * KeyBytes +
                                2 * At.Fanout * NumberBytes);
  if (!Read(At.Base + Address, Loaded))
    return nullptr;
  ByteReader In(Loaded);
  if (!In.takeWord("TREE") || In.number(1) != 1)
    return nullptr;
  Node New;
  New.Level = static_cast<unsigned>(In.number(1));
  const uint64_t Entries = In.number(2);
  In.take(2 * NumberBytes);
  if (Entries > 2 * At.Fanout)
    return nullptr;
  for (uint64_t I = 0; I < Entries; ++I) {
    Entry E;
    E.Bytes = In.number(4);
    In.take(4); // Which filters were left out.
    for (size_t D = 0; D < At.Rank; ++D)
      E.Coordinates.push_back(In.number(8));
    In.take(8);
    E.Child = In.address();
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
