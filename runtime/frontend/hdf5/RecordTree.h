//===- RecordTree.h - B-trees of version 2 --------------------------------===//
//
// Records in nodes: HDF5 File Format Specification, version 3.0, section
// III.A.2. Of links by name, and of chunks. The bytes are not trusted.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_RECORDTREE_H
#define FORESLICE_FRONTEND_HDF5_RECORDTREE_H

#include "frontend/hdf5/ByteReader.h"

#include <vector>

namespace foreslice::hdf5 {

/// Bytes that hold numbers up to Most.
size_t bytesFor(uint64_t Most);

/// Loads parts of the file, with addresses that count from Base.
class Loader {
public:
  /// Larger nodes and objects are not looked at.
  static constexpr uint64_t MostBytes = 1 << 20;

  Loader(uint64_t Base, ReadFn Read) : Base(Base), Read(Read) {}

  bool load(uint64_t Address, uint64_t Bytes,
            std::vector<std::byte> &To) const {
    if (Bytes > MostBytes)
      return false;
    To.resize(Bytes);
    return Read(Base + Address, To);
  }

private:
  const uint64_t Base;
  const ReadFn Read;
};

class RecordTree {
public:
  using VisitFn = FunctionRef<bool(ByteReader Record)>;

  RecordTree(const Loader &From, uint64_t MostRecords)
      : From(From), MostRecords(MostRecords) {}
  /// Visits all records, in no order. False if the tree is damaged, has too
  /// many records, or Visit has returned false.
  bool visit(uint64_t Address, uint64_t Type, VisitFn Visit);

private:
  bool begin(uint64_t Address, uint64_t Type);
  bool visitNode(uint64_t Address, uint64_t Records, unsigned Level,
                 VisitFn Visit);
  /// Bytes of a node's pointer to a child below Level.
  size_t pointerBytes(unsigned Level) const {
    return NumberBytes + CountBytes + TotalBytes[Level - 1];
  }

  const Loader &From;
  const uint64_t MostRecords;
  uint64_t NodeBytes = 0, RecordBytes = 0, Root = 0, RootRecords = 0;
  unsigned Depth = 0;
  size_t CountBytes = 0; ///< Of the number of records of a node.
  /// Of the number of records below a node, by level; none for leaves.
  std::vector<size_t> TotalBytes;
  uint64_t Visited = 0;
};

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_RECORDTREE_H
