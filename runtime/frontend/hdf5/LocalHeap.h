//===- LocalHeap.h - the names of an object of a file ---------------------===//
//
// HDF5 File Format Specification, version 3.0, section III.D. The bytes are not
// trusted.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_LOCALHEAP_H
#define FORESLICE_FRONTEND_HDF5_LOCALHEAP_H

#include "frontend/hdf5/ByteReader.h"

#include <vector>

namespace foreslice::hdf5 {

/// Names up to a 0 each.
class LocalHeap {
public:
  /// False if the heap is damaged or too large.
  bool load(uint64_t Base, uint64_t Address, ReadFn Read);
  /// Empty if the heap has no such name.
  std::string_view nameAt(uint64_t Offset) const;

private:
  std::vector<std::byte> Names;
};

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_LOCALHEAP_H
