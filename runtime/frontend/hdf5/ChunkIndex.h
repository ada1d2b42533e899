//===- ChunkIndex.h - where the chunks of a dataset are -------------------===//
//
// HDF5's queries go through all chunks of a dataset for each that is asked for,
// on the program's thread, and read the whole index. So slices look into the
// index themselves: the header of the dataset, which names it, and its nodes as
// far as they are needed. These are also what the program's own reads will look
// at. Formats: the HDF5 File Format Specification, version 3.0, sections IV.A
// (headers of objects) and III.A.1 (B-trees of version 1, which chunked
// datasets have unless the program has asked for the latest formats). What the
// bytes say is not trusted.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_CHUNKINDEX_H
#define FORESLICE_FRONTEND_HDF5_CHUNKINDEX_H

#include "frontend/hdf5/ByteReader.h"

#include <map>
#include <optional>
#include <vector>

namespace foreslice::hdf5 {

/// What the library says of the file and the dataset.
struct IndexPlace {
  uint64_t Base = 0;   ///< From where addresses in the file count.
  uint64_t Header = 0; ///< The address of the dataset's header.
  uint64_t Fanout = 0; ///< Half of the most entries of a node.
  size_t Rank = 0;     ///< Dimensions of the dataset.
};

/// A chunk as it lies in the file, perhaps filtered.
struct ChunkExtent {
  uint64_t Begin = 0, Bytes = 0;
};

/// The address of the index, if the message of a dataset's layout names one of
/// the first version; it may be none yet.
std::optional<uint64_t> chunkIndexOf(ByteReader Layout, size_t Rank);

class ChunkIndex {
public:
  explicit ChunkIndex(const IndexPlace &Where) : Place(Where) {}

  /// The chunk whose first element has these coordinates; none if it was never
  /// written.
  std::optional<ChunkExtent> find(const std::vector<uint64_t> &Coordinates,
                                  ReadFn Read);
  /// The index is of another kind, or damaged.
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

  static constexpr size_t MostNodes = 1024;

  const IndexPlace Place;
  bool Unknown = false;
  std::optional<uint64_t> Root; ///< Its address.
  std::map<uint64_t, Node> Nodes;
};

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_CHUNKINDEX_H
