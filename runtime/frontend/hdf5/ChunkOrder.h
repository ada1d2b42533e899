//===- ChunkOrder.h - the order of the data of an HDF5 file ---------------===//
//
// Dataset by dataset, as names are counted, and in each one by coordinates. So
// chunks in the order of writing, and compressed ones, are read by patterns.
// Known from the file alone, whatever library the program reads by.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_CHUNKORDER_H
#define FORESLICE_FRONTEND_HDF5_CHUNKORDER_H

#include "frontend/hdf5/Dataset.h"
#include "frontend/hdf5/Links.h"
#include "layout/PlaceOrder.h"

#include <vector>

namespace foreslice::hdf5 {

class ChunkOrder final : public PlaceOrder {
public:
  /// Reads the headers of all datasets, and the indices of chunks. Null if the
  /// file is not an HDF5 file, has no data in a known layout, or has too many
  /// datasets or chunks.
  static std::shared_ptr<const ChunkOrder> make(const FileBytes &File);

  std::optional<ByteRange> placeOf(ByteRange Bytes) const override;
  std::optional<ByteRange> bytesAt(ByteRange Place) const override;
  std::string_view nameOf(ByteRange Bytes) const override;
  const Datasets &datasets() const override { return Sets; }

private:
  friend class OrderMaker;
  /// A chunk, or all of a dataset without chunks.
  struct Part {
    ByteRange Bytes;    ///< In the file.
    uint64_t Place = 0; ///< In the order: Slot bytes.
    uint64_t Slot = 0;
  };
  ChunkOrder() = default;
  const Part *partOf(uint64_t Offset) const;

  std::vector<Part> Parts;       ///< In the order of the file.
  std::vector<uint32_t> ByPlace; ///< Numbers of parts.
  Datasets Sets;
};

/// Whether A comes before B: digits in names count as numbers.
bool isCountedBefore(std::string_view A, std::string_view B);

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_CHUNKORDER_H
