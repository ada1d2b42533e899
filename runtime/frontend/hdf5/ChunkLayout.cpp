//===- ChunkLayout.cpp - how a dataset of chunks lies in the file ---------===//
//
// See ChunkLayout.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/ChunkLayout.h"

#include <algorithm>

namespace foreslice::hdf5 {

/// Bytes behind the lengths that the address comes after.
static std::optional<uint64_t> indexBytes(ChunkIndexKind Kind) {
  switch (Kind) {
  case ChunkIndexKind::Implicit:
    return 0;
  case ChunkIndexKind::FixedArray:
    return 1;
  case ChunkIndexKind::ExtensibleArray:
    return 5;
  case ChunkIndexKind::RecordTree:
    return 6;
  default:
    return std::nullopt;
  }
}

static bool readLatest(ByteReader &Data, ChunkLayout &L) {
  constexpr uint64_t IsFilteredSingle = 2;
  const uint64_t Flags = Data.number(1), Dimensions = Data.number(1),
                 LengthBytes = Data.number(1);
  if (Dimensions < 2 || LengthBytes > NumberBytes)
    return false;
  for (uint64_t D = 0; D < Dimensions; ++D)
    L.Lengths.push_back(Data.number(LengthBytes));
  L.Kind = static_cast<ChunkIndexKind>(Data.number(1));
  if (L.Kind == ChunkIndexKind::Single) {
    if (Flags & IsFilteredSingle) {
      L.SingleBytes = Data.number(NumberBytes);
      Data.take(4); // The filters left out.
    }
  } else if (std::optional<uint64_t> Bytes = indexBytes(L.Kind)) {
    Data.take(*Bytes);
  } else {
    return false;
  }
  L.Address = Data.address();
  return true;
}

static void readTree(ByteReader &Data, uint64_t Dimensions, ChunkLayout &L) {
  L.Address = Data.address();
  for (uint64_t D = 0; D < Dimensions; ++D)
    L.Lengths.push_back(Data.number(4));
}

static bool readByVersion(ByteReader &Data, ChunkLayout &L) {
  constexpr uint64_t IsChunked = 2;
  const uint64_t Version = Data.number(1);
  const bool IsEarly = Version == 1 || Version == 2;
  uint64_t Dimensions = IsEarly ? Data.number(1) : 0;
  if (Data.number(1) != IsChunked)
    return false;
  if (Version == 4)
    return readLatest(Data, L);
  if (IsEarly)
    Data.take(5);
  else
    Dimensions = Data.number(1);
  readTree(Data, Dimensions, L);
  return IsEarly || Version == 3;
}

/// The bytes of an element are the last dimension.
std::optional<ChunkLayout> readChunkLayout(ByteReader Data, size_t Rank) {
  ChunkLayout L;
  if (!readByVersion(Data, L))
    return std::nullopt;
  if (L.Lengths.size() != Rank + 1 || Rank == 0 || Data.isEnded())
    return std::nullopt;
  L.Bytes = 1;
  for (uint64_t Length : L.Lengths)
    if (Length == 0 || __builtin_mul_overflow(L.Bytes, Length, &L.Bytes))
      return std::nullopt;
  L.Lengths.pop_back();
  if (L.SingleBytes == 0)
    L.SingleBytes = L.Bytes;
  return L;
}

std::optional<Extent> readExtent(ByteReader Space, size_t Most) {
  constexpr uint64_t HasLongest = 1, Null = 2;
  const uint64_t Version = Space.number(1), Rank = Space.number(1),
                 Flags = Space.number(1), Kind = Space.number(1);
  if (Version == 1)
    Space.take(4);
  else if (Version != 2 || Kind == Null)
    return std::nullopt;
  if (Rank > Most)
    return std::nullopt;
  Extent Is;
  for (uint64_t D = 0; D < Rank; ++D)
    Is.Lengths.push_back(Space.number(NumberBytes));
  Is.Longest = Is.Lengths;
  if (Flags & HasLongest)
    for (uint64_t &Length : Is.Longest)
      Length = Space.number(NumberBytes);
  if (Space.isEnded())
    return std::nullopt;
  return Is;
}

} // namespace foreslice::hdf5
