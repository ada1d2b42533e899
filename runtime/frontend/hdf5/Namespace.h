//===- Namespace.h - objects of a file by name ----------------------------===//
//
// Opens a file and a dataset ahead of the program, from the bytes of the file
// (HDF5 File Format Specification, version 3.0). Links to other places are not
// followed.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_NAMESPACE_H
#define FORESLICE_FRONTEND_HDF5_NAMESPACE_H

#include "frontend/hdf5/Dataset.h"
#include "frontend/hdf5/Links.h"

#include <string_view>

namespace foreslice::hdf5 {

/// The object at Path: names of groups and of the object, with slashes between.
/// None if the object does not exist or is not found.
std::optional<uint64_t> findObject(uint64_t Base, uint64_t Group,
                                   std::string_view Path, ReadFn Read,
                                   KnownLinks &Known);

/// Sets the base of addresses and the fanout of indices, and returns the
/// address of the root group. None if the file is not an HDF5 file.
std::optional<uint64_t> findRootGroup(FilePlace &Place, ReadFn Read);

/// The dataset with header Header, without data (IsEmpty) if a slice cannot
/// know the place of the data. None if the object is not a dataset.
std::optional<Dataset> readDataset(const FilePlace &Place, uint64_t Header,
                                   ReadFn Read);

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_NAMESPACE_H
