//===- ChunkLayout.h - how a dataset of chunks lies in the file -----------===//
//
// The message of the layout, versions 1 to 4, and the message of the dataspace:
// HDF5 File Format Specification, version 3.0, sections IV.A.2.b and i. The
// bytes are not trusted.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_CHUNKLAYOUT_H
#define FORESLICE_FRONTEND_HDF5_CHUNKLAYOUT_H

#include "frontend/hdf5/ByteReader.h"

#include <optional>
#include <vector>

namespace foreslice::hdf5 {

/// A chunk in the file, perhaps filtered.
struct ChunkExtent {
  uint64_t Begin = 0, Bytes = 0;
};

/// The numbers of the latest formats are those of the file.
enum class ChunkIndexKind : uint64_t {
  Tree = 0, ///< A B-tree of version 1.
  Single = 1,
  Implicit = 2,
  FixedArray = 3,
  ExtensibleArray = 4,
  RecordTree = 5, ///< A B-tree of version 2.
};

struct ChunkLayout {
  ChunkIndexKind Kind = ChunkIndexKind::Tree;
  uint64_t Address = 0; ///< Of the index, or of the data; perhaps NoAddress.
  std::vector<uint64_t> Lengths; ///< Of a chunk, in elements.
  uint64_t Bytes = 0;            ///< Of a chunk in memory.
  uint64_t SingleBytes = 0;      ///< Of a single chunk in the file.
};

/// None if the message is of another layout than chunks, or damaged.
std::optional<ChunkLayout> readChunkLayout(ByteReader Layout, size_t Rank);

/// The lengths of a dataset, and the most that they may come to.
struct Extent {
  static constexpr uint64_t Unlimited = UINT64_MAX;
  std::vector<uint64_t> Lengths, Longest;
};

/// None if the message is damaged, or there are more than Most dimensions.
std::optional<Extent> readExtent(ByteReader Space, size_t Most);

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_CHUNKLAYOUT_H
