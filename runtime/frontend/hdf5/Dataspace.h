//===- Dataspace.h - dimensions, and what of them is selected -------------===//
//
// HDF5's dataspaces, as far as they are simple and select one hyperslab, all or
// nothing. Knows nothing of the library.
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
/// What is selected, of each dimension: ascending, without gaps of length 0.
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

  /// None if that is not known, does not lie within the lengths, or has too
  /// many parts. Nothing selected is an empty interval of some dimension.
  std::optional<Box> chosen() const;
  /// Elements in all, and those that are selected; UINT64_MAX if there are
  /// more.
  uint64_t points() const;
  uint64_t chosenPoints() const;
};

/// Calls Visit with the first element and the number of elements of each piece
/// of an array of those Lengths that lies together and is chosen, in ascending
/// order, until it gives false. False if it did.
bool forEachPiece(const std::vector<uint64_t> &Lengths, const Box &Chosen,
                  FunctionRef<bool(uint64_t First, uint64_t Count)> Visit);

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_DATASPACE_H
