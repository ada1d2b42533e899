//===- ChunkIndex.cpp - where the chunks of a dataset are -----------------===//
//
// See ChunkIndex.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/ChunkIndex.h"

#include "frontend/hdf5/ObjectHeader.h"

#include <algorithm>

namespace foreslice::hdf5 {

bool ChunkIndex::findRoot(ReadFn Read) {
  if (!Root && !Unknown) {
    std::optional<ChunkLayout> Layout;
    std::optional<Extent> Is;
    forEachMessage(Place.Base, Place.Header, Read,
                   [&](Message Type, bool, ByteReader Data) {
                     if (Type == Message::Layout)
                       Layout = readChunkLayout(Data, Place.Rank);
                     else if (Type == Message::Dataspace)
                       Is = readExtent(Data, Place.Rank);
                     return !Layout || !Is;
                   });
    if (Layout)
      Root = Layout->Address;
    if (Layout && Layout->Kind != ChunkIndexKind::Tree) {
      if (Is && Is->Lengths.size() == Place.Rank)
        Latest = std::make_shared<LatestIndex>(Place.Base, *Layout, *Is);
      else
        Root.reset();
    }
    Unknown = !Root;
  }
  return Root.has_value() && *Root != NoAddress;
}

constexpr size_t HeadBytes = 8 + 2 * NumberBytes;

size_t ChunkIndex::nodeBytes() const {
  const size_t KeyBytes = 8 + 8 * (Place.Rank + 1);
  return HeadBytes + (2 * Place.Fanout + 1) * KeyBytes +
         2 * Place.Fanout * NumberBytes;
}

/// Section III.A.1, type 1. Null if the node is missing or invalid.
const ChunkIndex::Node *ChunkIndex::node(uint64_t Address, ReadFn Read) {
  if (auto Known = Nodes.find(Address); Known != Nodes.end())
    return &Known->second;
  constexpr uint64_t MostFanout = 1 << 12;
  if (Place.Fanout == 0 || Place.Fanout > MostFanout)
    return nullptr;
  std::vector<std::byte> Loaded(nodeBytes());
  if (!Read(Place.Base + Address, Loaded))
    return nullptr;
  ByteReader Reader(Loaded);
  if (!Reader.takeWord("TREE") || Reader.number(1) != 1)
    return nullptr;
  Node New;
  New.Level = static_cast<unsigned>(Reader.number(1));
  const uint64_t Entries = Reader.number(2);
  Reader.take(2 * NumberBytes);
  if (Entries > 2 * Place.Fanout)
    return nullptr;
  for (uint64_t I = 0; I < Entries; ++I) {
    Entry E;
    E.Bytes = Reader.number(4);
    Reader.take(4); // The filters left out.
    for (size_t D = 0; D < Place.Rank; ++D)
      E.Coordinates.push_back(Reader.number(8));
    Reader.take(8);
    E.Child = Reader.address();
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
  if (!Latest)
    return findInTree(Coordinates, Read);
  std::optional<ChunkExtent> Found = Latest->find(Coordinates, Read);
  Unknown |= Latest->isDamaged();
  return Found;
}

std::optional<ChunkExtent>
ChunkIndex::findInTree(const std::vector<uint64_t> &Coordinates, ReadFn Read) {
  uint64_t Address = *Root;
  // Each level is lower than the level above, and the lowest has the chunks.
  for (unsigned Limit = UINT32_MAX; true;) {
    const Node *N = node(Address, Read);
    if (!N || N->Level >= Limit) {
      Unknown |= N != nullptr;
      return std::nullopt;
    }
    auto Behind = std::ranges::upper_bound(N->Entries, Coordinates, {},
                                           &Entry::Coordinates);
    if (Behind == N->Entries.begin())
      return std::nullopt;
    const Entry &E = *std::prev(Behind);
    if (N->Level > 0) {
      Limit = N->Level;
      Address = E.Child;
      continue;
    }
    if (E.Coordinates != Coordinates)
      return std::nullopt;
    return ChunkExtent{Place.Base + E.Child, E.Bytes};
  }
}

/// Limit: levels below are lower.
bool ChunkIndex::visitNode(uint64_t Address, unsigned Limit, ReadFn Read,
                           FunctionRef<void(uint64_t, uint64_t)> Expect,
                           VisitFn Visit) {
  const Node *Found = node(Address, Read);
  if (!Found || Found->Level >= Limit)
    return false;
  const Node N = *Found; // Nodes may be forgotten.
  if (N.Level == 0)
    return std::ranges::all_of(N.Entries, [&](const Entry &E) {
      return Visit(E.Coordinates, {Place.Base + E.Child, E.Bytes});
    });
  for (const Entry &E : N.Entries)
    Expect(Place.Base + E.Child, nodeBytes());
  return std::ranges::all_of(N.Entries, [&](const Entry &E) {
    return visitNode(E.Child, N.Level, Read, Expect, Visit);
  });
}

bool ChunkIndex::forEach(ReadFn Read,
                         FunctionRef<void(uint64_t, uint64_t)> Expect,
                         VisitFn Visit) {
  if (!findRoot(Read))
    return !Unknown;
  if (Latest)
    return Latest->forEach(Read, Visit);
  return visitNode(*Root, UINT32_MAX, Read, Expect, Visit);
}

} // namespace foreslice::hdf5
