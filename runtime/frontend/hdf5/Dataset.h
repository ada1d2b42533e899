//===- Dataset.h - places of a dataset's elements in the file -------------===//
//
// The run time's facts about an HDF5 dataset. A selection becomes extents of
// the file, as read by the library. Independent of the library.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_DATASET_H
#define FORESLICE_FRONTEND_HDF5_DATASET_H

#include "frontend/hdf5/ChunkIndex.h"
#include "frontend/hdf5/Dataspace.h"
#include "frontend/hdf5/NumberType.h"
#include "storage/FileKey.h"

#include <string>

namespace foreslice::hdf5 {

/// A file open in the library.
struct FilePlace {
  /// The program's descriptor of the file, and the file expected there.
  int Descriptor = -1;
  FileKey File{};
  /// The library's handle of the file, if the library reads by MPI.
  uint64_t ByMpi = 0;
  uint64_t Base = 0;    ///< Addresses in the file count from Base.
  uint64_t Root = 0;    ///< The header of the root group.
  uint64_t Fanout = 32; ///< Of indices of chunks: see IndexPlace.
  /// Size of the library's sieve buffer: least bytes of a read without chunks.
  uint64_t SieveBytes = 64 << 10;
  uint64_t CacheBytes = 1 << 20; ///< For chunks of a dataset.
};

struct Dataset {
  /// The path in the file, for statistics; may be empty.
  std::string Name;
  FilePlace Origin;
  Dataspace Space;
  uint64_t ElementBytes = 0;
  /// Of the elements, if known from the header and as numbers in memory.
  std::optional<NumberType> Type;

  /// Without chunks: begin of the first element.
  uint64_t Begin = 0;
  /// The file has no data outside of the dataset's header, or the place of the
  /// data is unknown.
  bool IsEmpty = false;
  /// The data lie in other files or datasets, named in the header: see
  /// OtherPlaces.h. Index has the place of the header.
  bool IsElsewhere = false;

  /// With chunks: the lengths, and the place of the index.
  std::vector<uint64_t> ChunkLengths;
  IndexPlace Index;
  /// Chunks are read as a whole: filtered, or small enough.
  bool ReadsWholeChunks = true;

  using VisitFn = FunctionRef<bool(uint64_t Offset, uint64_t Bytes)>;
  /// Returns the chunk with the first element at Coordinates.
  using FindFn = FunctionRef<std::optional<ChunkExtent>(
      const std::vector<uint64_t> &Coordinates)>;
  /// Calls Visit with the offset and the length in bytes of each extent of the
  /// file read by the library for Chosen, until Visit returns false; without
  /// bytes for data missing in the file.
  void forEachExtent(const Box &Chosen, FindFn Find, VisitFn Visit) const;

private:
  void forEachChunkExtent(const Box &Chosen, FindFn Find, VisitFn Visit) const;
};

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_DATASET_H
