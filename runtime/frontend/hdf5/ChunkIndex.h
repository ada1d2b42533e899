//===- ChunkIndex.h - places of the chunks of a dataset -------------------===//
//
// HDF5's queries go through all chunks of a dataset for each question, on the
// program's thread, and read the whole index. So slices read the index
// directly: the header of the dataset, with the index's address, and only the
// needed nodes, also needed later by the program's own reads. Formats: the HDF5
// File Format Specification, version 3.0, sections IV.A (headers of objects)
// and III.A.1 (B-trees of version 1, used by chunked datasets unless the
// program has asked for the latest formats: see LatestIndex.h). The bytes are
// not trusted.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_CHUNKINDEX_H
#define FORESLICE_FRONTEND_HDF5_CHUNKINDEX_H

#include "frontend/hdf5/LatestIndex.h"

#include <memory>

namespace foreslice::hdf5 {

/// Facts of the library about the file and the dataset.
struct IndexPlace {
  uint64_t Base = 0;   ///< Addresses in the file count from Base.
  uint64_t Header = 0; ///< The address of the dataset's header.
  uint64_t Fanout = 0; ///< Half of the most entries of a node.
  size_t Rank = 0;     ///< Dimensions of the dataset.
};

class ChunkIndex {
public:
  explicit ChunkIndex(const IndexPlace &Where) : Place(Where) {}

  /// The chunk with the first element at Coordinates; none if never written.
  std::optional<ChunkExtent> find(const std::vector<uint64_t> &Coordinates,
                                  ReadFn Read);
  using VisitFn = FunctionRef<bool(const std::vector<uint64_t> &Coordinates,
                                   const ChunkExtent &Chunk)>;
  /// Visits all chunks, until Visit returns false. Expect: bytes that will be
  /// read. False if the index is of another kind, damaged, or too large.
  bool forEach(ReadFn Read,
               FunctionRef<void(uint64_t Offset, uint64_t Bytes)> Expect,
               VisitFn Visit);
  /// True if the index is of another kind, or damaged.
  bool isUnknown() const { return Unknown; }

private:
  struct Entry {
    std::vector<uint64_t> Coordinates;
    uint64_t Bytes = 0;
    uint64_t Child = 0;
  };
  struct Node {
    unsigned Level = 0;
    std::vector<Entry> Entries;
  };

  bool findRoot(ReadFn Read);
  const Node *node(uint64_t Address, ReadFn Read);
  std::optional<ChunkExtent> findInTree(const std::vector<uint64_t> &Place,
                                        ReadFn Read);
  size_t nodeBytes() const;
  bool visitNode(uint64_t Address, unsigned Limit, ReadFn Read,
                 FunctionRef<void(uint64_t Offset, uint64_t Bytes)> Expect,
                 VisitFn Visit);

  static constexpr size_t MostNodes = 1024;

  const IndexPlace Place;
  bool Unknown = false;
  std::optional<uint64_t> Root;        ///< Address of the index.
  std::shared_ptr<LatestIndex> Latest; ///< Null: a tree of version 1.
  std::map<uint64_t, Node> Nodes;
};

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_CHUNKINDEX_H
