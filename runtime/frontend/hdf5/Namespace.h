//===- Namespace.h - objects of a file by their names ---------------------===//
//
// What a slice needs to open a file and a dataset ahead of the program, from
// the bytes of the file (HDF5 File Format Specification, version 3.0). Groups
// with many links, if the program has asked for the latest formats, and links
// to other places are not followed.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_NAMESPACE_H
#define FORESLICE_FRONTEND_HDF5_NAMESPACE_H

#include "frontend/hdf5/Dataset.h"

#include <string_view>

namespace foreslice::hdf5 {

/// The object of that name: names of groups and of the object, with slashes
/// between. None if there is no such object, or it cannot be found.
std::optional<uint64_t> findObject(uint64_t Base, uint64_t Group,
                                   std::string_view Path, ReadFn Read);

/// Sets where addresses count from and the fanout of indices, and gives the
/// address of the root group. None if the file is not of HDF5.
std::optional<uint64_t> findRootGroup(FilePlace &Place, ReadFn Read);

/// The dataset with that header, without data (IsEmpty) if a slice cannot know
/// where they are. None if it is no dataset.
std::optional<Dataset> readDataset(const FilePlace &Place, uint64_t Header,
                                   ReadFn Read);

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_NAMESPACE_H
