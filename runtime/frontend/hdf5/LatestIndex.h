//===- LatestIndex.h - indices of chunks of the latest formats ------------===//
//
// Files of which the lower bound of the library's version is 1.10 or later have
// indices of their own: HDF5 File Format Specification, version 3.0, sections
// VII.A to E. A chunk has a number in the grid of all chunks that the dataset
// may ever have. The bytes are not trusted.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_LATESTINDEX_H
#define FORESLICE_FRONTEND_HDF5_LATESTINDEX_H

#include "frontend/hdf5/ChunkLayout.h"

#include <map>

namespace foreslice::hdf5 {

/// An array of places, by number. Loads only the needed parts.
class ChunkArray {
public:
  ChunkArray(uint64_t Base, const ChunkLayout &Layout)
      : Base(Base), Layout(Layout) {}

  /// None if never written, or damaged.
  std::optional<ChunkExtent> find(uint64_t Number, ReadFn Read);
  bool isDamaged() const { return Damaged; }

private:
  bool begin(ReadFn Read);
  bool beginFixed(ReadFn Read);
  bool beginExtensible(ReadFn Read);
  std::optional<ChunkExtent> findFixed(uint64_t Number, ReadFn Read);
  std::optional<ChunkExtent> findExtensible(uint64_t Number, ReadFn Read);
  std::optional<ChunkExtent> findBehindSuperBlock(unsigned Super,
                                                  uint64_t BlockNumber,
                                                  uint64_t Number, ReadFn Read);

  /// One of Count items of Bytes each from Address on.
  std::optional<ByteReader> item(uint64_t Address, uint64_t Count,
                                 uint64_t Bytes, uint64_t Number, ReadFn Read);
  std::optional<ChunkExtent> entry(uint64_t Address, uint64_t Count,
                                   uint64_t Number, ReadFn Read);
  /// NoAddress if missing.
  uint64_t pointer(uint64_t Address, uint64_t Count, uint64_t Number,
                   ReadFn Read);
  bool bit(uint64_t Address, uint64_t Bytes, uint64_t Number, ReadFn Read);

  /// Items that are loaded together.
  static constexpr uint64_t Together = 2048;
  static constexpr size_t MostKept = 64;

  const uint64_t Base;
  const ChunkLayout &Layout;
  bool HasBegun = false, Damaged = false;
  bool IsFiltered = false;
  uint64_t EntryBytes = 0, Entries = 0;
  unsigned PageBits = 0;
  uint64_t Block = NoAddress; ///< Of the data, or of the index.
  /// Of an extensible array.
  uint64_t IndexEntries = 0, LeastEntries = 0, LeastPointers = 0;
  unsigned MostBits = 0;
  std::map<uint64_t, std::vector<std::byte>> Kept; ///< By address.
};

class LatestIndex {
public:
  LatestIndex(uint64_t Base, const ChunkLayout &Layout, const Extent &Is);
  LatestIndex(const LatestIndex &) = delete;
  LatestIndex &operator=(const LatestIndex &) = delete;

  std::optional<ChunkExtent> find(const std::vector<uint64_t> &Coordinates,
                                  ReadFn Read);
  using VisitFn = FunctionRef<bool(const std::vector<uint64_t> &Coordinates,
                                   const ChunkExtent &Chunk)>;
  /// Visits all chunks, until Visit returns false. False if damaged, too large,
  /// or ended.
  bool forEach(ReadFn Read, VisitFn Visit);
  bool isDamaged() const { return Damaged || Array.isDamaged(); }

private:
  uint64_t numberOf(const std::vector<uint64_t> &Coordinates) const;
  bool loadRecords(ReadFn Read);

  static constexpr uint64_t MostChunks = 1 << 18;

  const uint64_t Base;
  const ChunkLayout Layout;
  const Extent Is;
  ChunkArray Array;
  bool Damaged = false, HasRecords = false;
  std::map<std::vector<uint64_t>, ChunkExtent> Records; ///< Of a tree.
};

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_LATESTINDEX_H
