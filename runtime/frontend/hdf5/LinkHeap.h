//===- LinkHeap.h - the links of a group with many links ------------------===//
//
// Groups of the format of 1.8 with many links keep the links in a fractal heap,
// with a B-tree of version 2 as the index of names: HDF5 File Format
// Specification, version 3.0, sections III.A.2 and III.G. The bytes are not
// trusted.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_LINKHEAP_H
#define FORESLICE_FRONTEND_HDF5_LINKHEAP_H

#include "frontend/hdf5/ByteReader.h"

namespace foreslice::hdf5 {

/// Visits the message of each link, in no order. False if the heap or the index
/// is damaged, or too large.
bool forEachInHeap(uint64_t Base, uint64_t Heap, uint64_t Index, ReadFn Read,
                   FunctionRef<void(ByteReader Link)> Visit);

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_LINKHEAP_H
