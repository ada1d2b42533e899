//===- Dataspace.h - dimensions, and the selected part --------------------===//
//
// HDF5's dataspaces, if simple and with hyperslabs, points, all or nothing
// selected. Independent of the library.
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

/// One for each dimension.
using SlabOfDimensions = std::vector<Hyperslab>;

enum class Selection { All, None, Slab, Other };

struct Dataspace {
  std::vector<uint64_t> Lengths;
  Selection Is = Selection::All;
  /// Of Slab.
  SlabOfDimensions Slabs;
  /// Of Slab: further hyperslabs or points, up to MostUnited. They may overlap.
  std::vector<SlabOfDimensions> United;
  /// In elements, how far the selection is moved in each dimension; empty if
  /// not moved.
  std::vector<int64_t> Moved;

  /// Not all of this is selected.
  bool HasMore = false;

  static constexpr size_t MostUnited = 4096;
  /// All, or nothing.
  void select(Selection New);
  void selectAs(const Dataspace &Other);
  /// Adds New to the selection.
  void unite(SlabOfDimensions New);
  /// The selection, without United. None if unknown, outside of the lengths, or
  /// of too many parts. An empty selection has an empty interval in some
  /// dimension.
  std::optional<Box> chosen() const;
  /// Calls Visit with each hyperslab as chosen() has the first, until Visit
  /// returns false. Unknown hyperslabs are left out.
  void forEachChosen(FunctionRef<bool(const Box &)> Visit) const;
  /// Whether a hyperslab reaches beyond an array of Bounds.
  bool isOutside(const std::vector<uint64_t> &Bounds) const;
  /// Elements in all, and selected elements; UINT64_MAX for more. Elements
  /// selected twice count twice.
  uint64_t points() const;
  uint64_t chosenPoints() const;

private:
  std::optional<Box> boxOf(const SlabOfDimensions &S) const;
  Hyperslab moved(const SlabOfDimensions &S, size_t Dimension) const;
  bool isOutside(const SlabOfDimensions &S,
                 const std::vector<uint64_t> &Bounds) const;
};

/// Calls Visit with the first element and the number of elements of each
/// contiguous chosen piece of an array of Lengths, in ascending order, until
/// Visit returns false. False if Visit did.
bool forEachPiece(const std::vector<uint64_t> &Lengths, const Box &Chosen,
                  FunctionRef<bool(uint64_t First, uint64_t Count)> Visit);

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_DATASPACE_H
