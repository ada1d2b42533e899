//===- LocalHeap.cpp - the names of an object of a file -------------------===//
//
// See LocalHeap.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/LocalHeap.h"

namespace foreslice::hdf5 {

bool LocalHeap::load(uint64_t Base, uint64_t Address, ReadFn Read) {
  constexpr uint64_t MostBytes = 1 << 20;
  std::vector<std::byte> Head(8 + 3 * NumberBytes);
  if (!Read(Base + Address, Head))
    return false;
  ByteReader Reader(Head);
  if (!Reader.takeWord("HEAP"))
    return false;
  Reader.take(4);
  const uint64_t Bytes = Reader.number(NumberBytes);
  Reader.take(NumberBytes); // The free space.
  if (Bytes > MostBytes)
    return false;
  Names.resize(Bytes);
  return Read(Base + Reader.address(), Names);
}

std::string_view LocalHeap::nameAt(uint64_t Offset) const {
  if (Offset >= Names.size())
    return {};
  const std::string_view Rest =
      ByteReader(std::span(Names).subspan(Offset)).text(Names.size());
  return Rest.substr(0, Rest.find('\0'));
}

} // namespace foreslice::hdf5
