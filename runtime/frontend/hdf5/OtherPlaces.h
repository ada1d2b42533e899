//===- OtherPlaces.h - data of a dataset in other places ------------------===//
//
// An external dataset has data in raw files. A virtual dataset has data in
// other datasets. HDF5 File Format Specification, version 3.0, sections III.E,
// IV.A.2.h, IV.A.2.i, VII.B. The bytes are not trusted.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_OTHERPLACES_H
#define FORESLICE_FRONTEND_HDF5_OTHERPLACES_H

#include "frontend/hdf5/ByteReader.h"
#include "frontend/hdf5/Dataspace.h"

#include <optional>
#include <string>
#include <vector>

namespace foreslice::hdf5 {

/// The next Bytes bytes of an external dataset.
struct RawPart {
  std::string File;
  uint64_t Offset = 0, Bytes = 0;
};

/// Part of a virtual dataset.
struct Mapping {
  std::string File; ///< ".": the file of the virtual dataset.
  std::string Set;
  std::optional<Box> Here;  ///< None: all.
  std::optional<Box> There; ///< In Set; none: all.

  /// Whether an element of Chosen may be in the mapping.
  bool touches(const Box &Chosen) const;
  /// The elements of Set, an array of Lengths, that the elements Chosen of the
  /// virtual dataset stand for. Selections of different shapes have none.
  Box sourceOf(const Box &Chosen, const std::vector<uint64_t> &Own,
               const std::vector<uint64_t> &Lengths) const;
};

struct OtherPlaces {
  std::vector<RawPart> Parts;
  std::vector<Mapping> Mappings;
};

/// Of the dataset with header Header, an array of Lengths. Damaged mappings and
/// mappings by points are left out.
OtherPlaces readOtherPlaces(uint64_t Base, uint64_t Header,
                            const std::vector<uint64_t> &Lengths, ReadFn Read);

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_OTHERPLACES_H
