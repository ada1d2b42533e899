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

#include <set>
#include <tuple>

namespace foreslice::hdf5 {

/// A file read by the slice.
struct KnownFile : LibraryFile {
  explicit KnownFile(const FilePlace &Place) : Known(Place) {}

  /// Opens the file like the program's file, at the first call.
  void open();
  auto reader() {
    return [this](uint64_t Offset, std::span<std::byte> To) {
      return load(Offset, To);
    };
  }

  FilePlace Known;
  KnownLinks Links; ///< Of groups with many.
  bool IsOpened = false;
};

struct OtherSets;

class KnownSet {
public:
  KnownSet(std::shared_ptr<const Dataset> D, std::shared_ptr<KnownFile> File)
      : Is(std::move(D)), File(std::move(File)), Index(Is->Index) {}

  /// Has what By says of the dataset fetched.
  void post(const Dataspace &By);
  /// Reads the same, and calls Take with each piece of the data, in order,
  /// until Take returns false. Elements are of the type Type. False if only the
  /// library can read the data.
  bool read(const Dataspace &By, const NumberType &Type,
            FunctionRef<bool(std::span<const std::byte>)> Take);

  std::shared_ptr<const Dataset> Is;
  std::shared_ptr<KnownFile> File;
  uint64_t Next = 0; ///< Of a packet table: the packet read next.

private:
  /// Extents of files asked for by one read.
  using Extents = std::set<std::tuple<const KnownFile *, uint64_t, uint64_t>>;

  void post(const Box &Chosen, Extents *Posted, unsigned Depth);
  void postRaw(const Box &Chosen);
  void postMapped(const Box &Chosen, Extents *Posted, unsigned Depth);

  ChunkIndex Index;
  /// Of a dataset with data in other places: null until asked for.
  std::shared_ptr<OtherSets> Others;
};

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_SLICE_SLICESETS_H
