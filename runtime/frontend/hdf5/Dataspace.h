//===- Dataspace.h - dimensions, and the selected part --------------------===//
//
// HDF5's dataspaces, if simple and with one hyperslab, all or nothing selected.
// Independent of the library.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_DATASPACE_H
#define FORESLICE_FRONTEND_HDF5_DATASPACE_H

#include "support/FunctionRef.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace foreslice::hdf5 {

/// Of one dimension, in elements.
struct Interval {
  uint64_t Begin, End;
};
/// The selected part of each dimension: ascending, without gaps of length 0.
using Box = std::vector<std::vector<Interval>>;

/// Of one dimension: Count blocks of Block elements, Stride apart.
struct Hyperslab {
  uint64_t Start = 0, Stride = 1, Count = 1, Block = 1;
};

enum class Selection { All, None, Slab, Other };

struct Dataspace {
  std::vector<uint64_t> Lengths;
  Selection Is = Selection::All;
  /// Of Slab, one for each dimension.
  std::vector<Hyperslab> Slabs;

  /// None if the selection is unknown, outside of the lengths, or has too many
  /// parts. An empty selection has an empty interval in some dimension.
  std::optional<Box> chosen() const;
  /// Whether a hyperslab reaches beyond an array of Bounds.
  bool isOutside(const std::vector<uint64_t> &Bounds) const;
  /// Elements in all, and selected elements; UINT64_MAX for more.
  uint64_t points() const;
  uint64_t chosenPoints() const;
};

/// Calls Visit with the first element and the number of elements of each
/// contiguous chosen piece of an array of Lengths, in ascending order, until
/// Visit returns false. False if Visit did.
bool forEachPiece(const std::vector<uint64_t> &Lengths, const Box &Chosen,
                  FunctionRef<bool(uint64_t First, uint64_t Count)> Visit);

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_DATASPACE_H
