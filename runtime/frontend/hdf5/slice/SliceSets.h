//===- SliceSets.h - datasets as slices read them -------------------------===//
//
// Of HDF5's files, also of those that NetCDF has made. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_SLICE_SLICESETS_H
#define FORESLICE_FRONTEND_HDF5_SLICE_SLICESETS_H

#include "foreslice/abi.h"
#include "frontend/hdf5/Dataset.h"
#include "frontend/hdf5/Links.h"
#include "frontend/posix/slice/LibraryFile.h"

namespace foreslice::hdf5 {

/// A file read by the slice.
struct KnownFile : LibraryFile {
  explicit KnownFile(const FilePlace &Place) : Known(Place) {}

  /// Opens the file like the program's file, at the first call.
  void open();

  FilePlace Known;
  KnownLinks Links; ///< Of groups with many.
  bool IsOpened = false;
};

struct KnownSet {
  KnownSet(std::shared_ptr<const Dataset> D, std::shared_ptr<KnownFile> File)
      : Is(std::move(D)), Index(Is->Index), File(std::move(File)) {}

  /// Has what By says of the dataset fetched.
  void post(const Dataspace &By);

  std::shared_ptr<const Dataset> Is;
  ChunkIndex Index;
  std::shared_ptr<KnownFile> File;
  uint64_t Next = 0; ///< Of a packet table: the packet read next.
};

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_SLICE_SLICESETS_H
