//===- RecordTree.cpp - B-trees of version 2 ------------------------------===//
//
// See RecordTree.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/RecordTree.h"

#include <bit>

namespace foreslice::hdf5 {

/// Most levels of a tree, possibly damaged.
static constexpr unsigned MostLevels = 16;

size_t bytesFor(uint64_t Most) {
  return (static_cast<size_t>(std::bit_width(Most)) + 7) / 8;
}

bool RecordTree::begin(uint64_t Address, uint64_t Type) {
  constexpr uint64_t Bytes = 38, Around = 10; // Before and behind the records.
  std::vector<std::byte> Loaded;
  if (!From.load(Address, Bytes, Loaded))
    return false;
  ByteReader Head(Loaded);
  if (!Head.takeWord("BTHD") || Head.number(1) != 0 || Head.number(1) != Type)
    return false;
  NodeBytes = Head.number(4);
  RecordBytes = Head.number(2);
  Depth = static_cast<unsigned>(Head.number(2));
  Head.take(2);
  Root = Head.address();
  RootRecords = Head.number(2);
  if (NodeBytes <= Around || NodeBytes > Loader::MostBytes ||
      RecordBytes == 0 || Depth > MostLevels)
    return false;
  uint64_t Below = (NodeBytes - Around) / RecordBytes;
  CountBytes = bytesFor(Below);
  TotalBytes = {0};
  for (unsigned Level = 1; Level <= Depth; ++Level) {
    const uint64_t Pointer = pointerBytes(Level);
    const uint64_t Most = (NodeBytes - std::min(Around + Pointer, NodeBytes)) /
                          (RecordBytes + Pointer);
    if (__builtin_mul_overflow(Most + 1, Below, &Below))
      return false;
    Below += Most;
    TotalBytes.push_back(bytesFor(Below));
  }
  return true;
}

bool RecordTree::visitNode(uint64_t Address, uint64_t Records, unsigned Level,
                           VisitFn Visit) {
  std::vector<std::byte> Loaded;
  if (Records * RecordBytes > NodeBytes ||
      !From.load(Address, NodeBytes, Loaded))
    return false;
  ByteReader Node(Loaded);
  if (!Node.takeWord(Level == 0 ? "BTLF" : "BTIN"))
    return false;
  Node.take(2);
  for (uint64_t I = 0; I < Records; ++I)
    if (++Visited > MostRecords || !Visit(Node.take(RecordBytes)))
      return false;
  if (Level == 0)
    return true;
  for (uint64_t I = 0; I <= Records; ++I) {
    const uint64_t Child = Node.address();
    const uint64_t Below = Node.number(CountBytes);
    Node.take(TotalBytes[Level - 1]);
    if (Node.isEnded() || !visitNode(Child, Below, Level - 1, Visit))
      return false;
  }
  return true;
}

bool RecordTree::visit(uint64_t Address, uint64_t Type, VisitFn Visit) {
  return begin(Address, Type) &&
         (Root == NoAddress || visitNode(Root, RootRecords, Depth, Visit));
}

} // namespace foreslice::hdf5
